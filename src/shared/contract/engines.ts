import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { CANARIES_PER_PLATFORM_MAX, LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { CONTENT_TYPES, ENGINE_NAMES, type EngineName } from './content-type.ts';
import { problemSchema } from './problem.ts';

const revision = z.int().check(z.nonnegative());
const count = z.int().check(z.nonnegative());
const time = z.nullable(z.iso.datetime());
const engineName = z.enum(ENGINE_NAMES);

/** The platforms an owner may switch off; the built-in samples are an engine. */
export const SWITCHED_PLATFORMS = ['instagram', 'tiktok'] as const;
export type SwitchedPlatform = (typeof SWITCHED_PLATFORMS)[number];

const namesEachOnce = (engines: readonly { readonly name: EngineName }[]): boolean =>
  new Set(engines.map(({ name }) => name)).size === ENGINE_NAMES.length;

/** Every engine there is, once, in the order they are asked in. */
const engineListSchema = z
  .array(z.strictObject({ name: engineName, on: z.boolean() }))
  .check(z.length(ENGINE_NAMES.length), z.refine(namesEachOnce));

const canaryLinks = z
  .array(z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS)))
  .check(z.maxLength(CANARIES_PER_PLATFORM_MAX));

/** `webhook` is an address as external-address.ts keeps it, `below` a share in percent under which a platform counts as failing. */
const alertsSchema = z.strictObject({
  webhook: z.nullable(z.string().check(z.maxLength(LINK_MAX_CHARACTERS))),
  below: z.int().check(z.minimum(1), z.maximum(100)),
});

/** `address` is one as external-address.ts keeps it, of a service that wants no key; null for what the environment names. */
const providerSchema = z.strictObject({
  address: z.nullable(z.string().check(z.maxLength(LINK_MAX_CHARACTERS))),
});

const parts = {
  engines: engineListSchema,
  provider: providerSchema,
  platforms: z.strictObject({ instagram: z.boolean(), tiktok: z.boolean() }),
  /** Canonical links of posts, of that platform only, none twice. */
  canaries: z.strictObject({ instagram: canaryLinks, tiktok: canaryLinks }),
  alerts: alertsSchema,
};

/** How posts are fetched, as the panel's Engine section keeps it. */
export const engineSettingsSchema = z.object({ revision, ...parts });
export type EngineSettingsDocument = z.infer<typeof engineSettingsSchema>;

/** What a save may carry; a part that is absent stays as it is. */
export const engineSettingsChangeSchema = z.strictObject({
  engines: z.optional(parts.engines),
  provider: z.optional(parts.provider),
  platforms: z.optional(parts.platforms),
  canaries: z.optional(parts.canaries),
  alerts: z.optional(parts.alerts),
});
export type EngineSettingsChange = z.infer<typeof engineSettingsChangeSchema>;

export const ENGINE_SETTINGS = ['engines', 'provider', 'platforms', 'canaries', 'alerts'] as const;
export type EngineSetting = (typeof ENGINE_SETTINGS)[number];

/** Body of `PATCH /api/admin/engines`; 409 for any `revision` but the present one. */
export const engineSettingsSaveSchema = z.strictObject({ revision, change: z.looseObject({}) });

/** Who saved a revision of these settings, and when. */
export const engineSaveSchema = z.object({
  revision,
  savedAt: z.iso.datetime(),
  author: z.nullable(z.string()),
  changed: z.array(z.enum(ENGINE_SETTINGS)),
});
export type EngineSave = z.infer<typeof engineSaveSchema>;

/** The 409 of a save: the problem, and the saves since the revision it started from that are still remembered, oldest first. */
export const engineConflictSchema = z.extend(problemSchema, { since: z.array(engineSaveSchema) });

/** What is known of an engine without asking it anything; nothing of its key but whether there is one. */
const engineFactsSchema = z.object({
  name: engineName,
  /** False while what it needs is not set: it is then never asked. */
  configured: z.boolean(),
  /** `optional`: there is none, which will do unless the instance that is asked wants one. */
  key: z.enum(['present', 'missing', 'optional', 'not_needed']),
  /** Of the program or service behind it, as that names itself; null where there is none, or nobody knows. */
  version: z.nullable(z.string()),
  warning: z.nullable(z.enum(['impersonation_missing', 'too_old', 'does_not_run'])),
  /** Calls left of those a service allows, as it last told; null where it tells none. */
  quota: z.nullable(z.object({ remaining: count, limit: count })),
});
export type ListedEngine = z.infer<typeof engineFactsSchema>;

const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** How an engine did on a platform lately. `sentence` is what a visitor would read; nothing names a link. */
const engineHealthSchema = z.object({
  engine: engineName,
  platform: z.enum(SWITCHED_PLATFORMS),
  state: z.enum(['working', 'slow', 'failing', 'unknown']),
  breaker: z.enum(['closed', 'open', 'probing']),
  openUntil: time,
  limitedUntil: time,
  lately: z.object({ asked: count, ok: count }),
  medianMs: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  /** Starts of the last hour, and how many there may be before they are kept `gapSeconds` apart; null without such a bound. */
  pace: z.nullable(z.object({ starts: count, free: count, gapSeconds: z.number() })),
  lastSeen: time,
  lastSuccess: time,
  /** Newest first, at most twenty. `host` is the suffix of a delivery host that is not listed and holds files of the post. */
  failures: z.array(
    z.object({
      at: z.iso.datetime(),
      code: z.enum(errorCodes),
      sentence: z.string(),
      host: z.optional(z.string()),
    }),
  ),
});
export type EngineHealth = z.infer<typeof engineHealthSchema>;

/**
 * The last try of the owner's own posts of a platform. `worked` is null while nobody knows, `againAt` when one may be asked
 * for at once.
 */
const lastCheckSchema = z.object({ lastAt: time, worked: z.nullable(z.boolean()), againAt: time });
export type LastCheck = z.infer<typeof lastCheckSchema>;

/** Answer of `GET /api/admin/engines`, and of each save. */
export const adminEnginesSchema = z.object({
  settings: engineSettingsSchema,
  /** True once the panel's order stands over the ENGINES variable. */
  chosenInPanel: z.boolean(),
  lastSave: z.nullable(engineSaveSchema),
  engines: z.array(engineFactsSchema),
  health: z.array(engineHealthSchema),
  checks: z.object({ instagram: lastCheckSchema, tiktok: lastCheckSchema }),
});
export type AdminEngines = z.infer<typeof adminEnginesSchema>;

/** What the try-a-link form looks for: a video, or anything else a post may hold. */
export const TRY_TYPES = ['video', 'other'] as const;
export type TryType = (typeof TRY_TYPES)[number];

/** Body of `POST /api/admin/engines/try`; without `engine` the ones that are on are asked in their order. */
export const tryLinkSchema = z.strictObject({
  url: z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS)),
  type: z.enum(TRY_TYPES),
  engine: z.optional(engineName),
});
export type TryLink = z.infer<typeof tryLinkSchema>;

/** `sentence` is what a visitor would read. */
const problemSummarySchema = z.object({ code: z.enum(errorCodes), sentence: z.string() });

/** What an engine found: how many items, in how many qualities, and whether that is of the type that was looked for. */
const triedPostSchema = z.object({
  type: z.enum(CONTENT_TYPES),
  items: count,
  qualities: z.array(z.string()),
  matches: z.boolean(),
});

/** What one engine answered; exactly one of `found` and `problem` is there. */
const attemptSchema = z.object({
  engine: engineName,
  ms: z.number(),
  found: z.nullable(triedPostSchema),
  problem: z.nullable(problemSummarySchema),
});
export type TriedEngine = z.infer<typeof attemptSchema>;

/** Answer of `POST /api/admin/engines/try`: one entry for each engine that was asked, in that order. */
export const triedLinkSchema = z.object({ attempts: z.array(attemptSchema) });
export type TriedLink = z.infer<typeof triedLinkSchema>;

/** Body of `POST /api/admin/engines/check`. */
export const checkPlatformSchema = z.strictObject({ platform: z.enum(SWITCHED_PLATFORMS) });

/** Its answer: what a try of the next of the owner's posts came to; `problem` is null when it was found. */
export const checkedPlatformSchema = z.object({ ms: z.number(), problem: z.nullable(problemSummarySchema) });
export type CheckedPlatform = z.infer<typeof checkedPlatformSchema>;
