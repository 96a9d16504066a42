import * as z from 'zod/mini';
import { SHOWN_CAUSES } from '../failures.ts';
import { PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { OUTBOUND_ROUTES } from '../outbound-routes.ts';
import { PLATFORM_IDS } from '../platforms/platforms.ts';
import { CONTENT_TYPES } from './content-type.ts';
import { ENGINE_NAMES } from './engine-names.ts';

/** What a check found: the post, or why not. */
const CHECK_FINDINGS = ['post', ...SHOWN_CAUSES] as const;
export type CheckFinding = (typeof CHECK_FINDINGS)[number];

const milliseconds = z.number().check(z.nonnegative());

/**
 * What an engine found on a route; `route` is null if the engine requests no pages of the platforms itself. `found` describes the post that was
 * read: number of items, and the qualities of the first. A result of an earlier version has none.
 */
const checkResultSchema = z.object({
  engine: z.enum(ENGINE_NAMES),
  route: z.nullable(z.enum(OUTBOUND_ROUTES)),
  finding: z.enum(CHECK_FINDINGS),
  ms: milliseconds,
  found: z.optional(
    z.object({
      type: z.enum(CONTENT_TYPES),
      items: z.int().check(z.nonnegative()),
      qualities: z.array(z.string()),
    }),
  ),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** Results of a platform, in the order of the engines. `isOwnPost` is false if a built-in post was read. */
export const checkOfPlatformSchema = z.object({
  platform: z.enum(PLATFORM_IDS),
  isOwnPost: z.boolean(),
  results: z.array(checkResultSchema),
});
export type CheckOfPlatform = z.infer<typeof checkOfPlatformSchema>;

/**
 * Result of a check whether this server can read posts, and when it started. Contains no link. `outdated`: engines or providers that read
 * the platforms have changed since, so that it may no longer be true.
 */
export const checkSchema = z.object({
  outdated: z.boolean(),
  at: z.iso.datetime(),
  ms: milliseconds,
  platforms: z.array(checkOfPlatformSchema),
});
export type Check = z.infer<typeof checkSchema>;

/**
 * Body of `POST /api/admin/engines/check`. Without `url`, a test post of each platform is read; without `engine`, the engines that are on
 * are tried. Only a check with neither is stored. `switches`: the named engine is then switched on if it read a post, else off.
 */
export const checkRequestSchema = z.strictObject({
  url: z.optional(z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS))),
  engine: z.optional(z.enum(ENGINE_NAMES)),
  switches: z.optional(z.boolean()),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;
