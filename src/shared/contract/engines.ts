import * as z from 'zod/mini';
import { FAILURE_CODES, SHOWN_CAUSES } from '../failures.ts';
import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS, TEST_POSTS_PER_PLATFORM_MAX } from '../limits.ts';
import { OUTBOUND_ROUTES } from '../outbound-routes.ts';
import { byPlatform, PLATFORM_IDS } from '../platforms/platforms.ts';
import { savedBySchema } from './admin-settings.ts';
import { checkSchema } from './check.ts';
import { chosenProviderSchema, providerSaveSchema, unusedProviderSchema } from './chosen-provider.ts';
import { ENGINE_NAMES, type EngineName } from './engine-names.ts';
import { SERVICE_NAMES } from './extraction-services.ts';
import { problemSchema } from './problem.ts';
import { statusStateSchema } from './status.ts';

const revision = z.int().check(z.nonnegative());
const count = z.int().check(z.nonnegative());
const nullableTime = z.nullable(z.iso.datetime());
const engineName = z.enum(ENGINE_NAMES);

const containsEachEngineOnce = (engines: readonly { readonly name: EngineName }[]): boolean =>
  new Set(engines.map(({ name }) => name)).size === ENGINE_NAMES.length;

/** Every engine exactly once, in the order of use. */
const engineListSchema = z
  .array(z.object({ name: engineName, on: z.boolean() }))
  .check(z.length(ENGINE_NAMES.length), z.refine(containsEachEngineOnce));

const testPostLinks = z
  .array(z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS)))
  .check(z.maxLength(TEST_POSTS_PER_PLATFORM_MAX));

/**
 * Alert settings. `webhook` is an address normalised by external-address.ts. `below` is a success rate in percent; a platform with a lower
 * rate counts as failing. `lan` is set if the owner has confirmed that the address is in the local network.
 */
const alertsSchema = z.object({
  webhook: z.nullable(z.string().check(z.maxLength(LINK_MAX_CHARACTERS))),
  below: z.int().check(z.minimum(1), z.maximum(100)),
  lan: z.optional(z.literal(true)),
});

/** Response of `POST /api/admin/engines/alerts/test`: whether the saved webhook accepted a test message. */
export const alertTestSchema = z.object({ delivered: z.boolean() });

/** Schema of each engine setting. The keys are the names of the settings. */
export const engineSettingSchemas = {
  engines: engineListSchema,
  /** Service that was set up in the panel; null for none. Its key is not among the settings. */
  provider: z.nullable(chosenProviderSchema),
  platforms: z.object(byPlatform(() => z.boolean())),
  /** Canonical links of the owner's test posts by platform, without duplicates. */
  canaries: z.object(byPlatform(() => testPostLinks)),
  alerts: alertsSchema,
};

/** Settings of the panel's Engine section: how posts are fetched. */
export const engineSettingsSchema = z.object({ revision, ...engineSettingSchemas });
export type EngineSettingsDocument = z.infer<typeof engineSettingsSchema>;

/** Engine settings without their revision. */
export type EngineValues = Omit<EngineSettingsDocument, 'revision'>;
/**
 * New values of engine settings; an absent setting stays unchanged. The provider is not included, because it is saved together with its
 * key.
 */
export type EngineSettingsChange = Partial<Omit<EngineValues, 'provider'>>;

/** Name of an engine setting. */
export type EngineSetting = keyof typeof engineSettingSchemas;
export const ENGINE_SETTINGS = Object.keys(engineSettingSchemas) as [EngineSetting, ...EngineSetting[]];

/** Body of `PATCH /api/admin/engines`. A `revision` other than the current one is answered with 409. */
export const engineSettingsSaveSchema = z.strictObject({
  revision,
  change: z.looseObject({ provider: z.optional(z.nullable(providerSaveSchema)) }),
});

export type EngineSettingsSave = z.infer<typeof engineSettingsSaveSchema>;

/** Author, time and changed settings of a saved revision. `author` is null if no account saved it. */
export const engineSaveSchema = z.extend(savedBySchema, { changed: z.array(z.enum(ENGINE_SETTINGS)) });
export type EngineSave = z.infer<typeof engineSaveSchema>;

/** Response of a save with 409: the problem, and the saves since the revision of the request that are still stored, oldest first. */
export const engineConflictSchema = z.extend(problemSchema, { since: z.array(engineSaveSchema) });

/** Facts about an engine that the server knows without a request to a platform. The key of its service is not among them. */
const engineFactsSchema = z.object({
  name: engineName,
  /** False if the engine lacks its service or its program; it is then never used. */
  configured: z.boolean(),
  /**
   * State of the service's key. `optional`: no key is set, and the service may work without one. `unreadable`: a key is stored, but it was
   * encrypted with another SECRET.
   */
  key: z.enum(['present', 'optional', 'not_needed', 'unreadable']),
  /** Version that the engine's program or service reports; null if there is none or it is unknown. */
  version: z.nullable(z.string()),
  warning: z.nullable(z.enum(['impersonation_missing', 'too_old', 'does_not_run'])),
  /**
   * Service or cobalt server that the engine asks: its name (null for a cobalt server), its host name, and the platforms that it reads.
   * Null for an engine that asks neither.
   */
  service: z.nullable(
    z.object({
      name: z.nullable(z.enum(SERVICE_NAMES)),
      host: z.string(),
      platforms: z.array(z.enum(PLATFORM_IDS)),
    }),
  ),
  /** Remaining and total calls of the service's quota as last reported; null if the service reports none. */
  quota: z.nullable(z.object({ remaining: count, limit: count })),
});
export type ListedEngine = z.infer<typeof engineFactsSchema>;

const failureCode = z.enum(FAILURE_CODES);

/** Recent results of an engine on a platform. Contains no link. */
const engineHealthSchema = z.object({
  engine: engineName,
  platform: z.enum(PLATFORM_IDS),
  state: statusStateSchema,
  breaker: z.enum(['closed', 'open', 'probing']),
  openUntil: nullableTime,
  limitedUntil: nullableTime,
  lately: z.object({ asked: count, ok: count }),
  medianMs: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  /**
   * Limit of the engine's starts: `starts` in the last hour, and the number of `free` starts after which starts are `gapSeconds` apart.
   * Null without a limit.
   */
  pace: z.nullable(z.object({ starts: count, free: count, gapSeconds: z.number() })),
  lastSeen: nullableTime,
  lastSuccess: nullableTime,
  /**
   * At most twenty failures, newest first. `sentence` is the sentence for a visitor, `cause` the cause for the owner. `route` is the route
   * that failed, absent if the engine had no choice of routes. `host` is the suffix of a delivery host that serves files of the post but is
   * not on the platform's list.
   */
  failures: z.array(
    z.object({
      at: z.iso.datetime(),
      code: failureCode,
      sentence: z.string(),
      cause: z.enum(SHOWN_CAUSES),
      route: z.optional(z.enum(OUTBOUND_ROUTES)),
      host: z.optional(z.string()),
    }),
  ),
});
export type EngineHealth = z.infer<typeof engineHealthSchema>;

/**
 * The last scheduled check of a platform with one of the owner's test posts: its time, null if there was none, and whether it worked, null
 * while no result is known.
 */
const lastCheckSchema = z.object({ lastAt: nullableTime, worked: z.nullable(z.boolean()) });

/** Response of `GET /api/admin/engines` and of each save. */
export const adminEnginesSchema = z.object({
  settings: engineSettingsSchema,
  /** True if the order was chosen in the panel, which overrides the ENGINES variable. */
  chosenInPanel: z.boolean(),
  /** True if the ENGINES variable is set. */
  variableSet: z.boolean(),
  lastSave: z.nullable(engineSaveSchema),
  /** Providers that an earlier version stored and this version does not use. The next save removes them. */
  unusedProviders: z.array(unusedProviderSchema),
  engines: z.array(engineFactsSchema),
  health: z.array(engineHealthSchema),
  checks: z.object(byPlatform(() => lastCheckSchema)),
  /** The last check of all engines; null before the first check. */
  reach: z.nullable(checkSchema),
});
export type AdminEngines = z.infer<typeof adminEnginesSchema>;
