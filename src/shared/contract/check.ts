import * as z from 'zod/mini';
import { SHOWN_CAUSES } from '../failures.ts';
import { PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { OUTBOUND_ROUTES } from '../outbound-routes.ts';
import { PLATFORM_IDS } from '../platforms/platforms.ts';
import { CONTENT_TYPES } from './content-type.ts';
import { ENGINE_NAMES } from './engine-names.ts';

/** Result of an attempt to read a post: `post` if it was read, otherwise the cause of the failure. */
const CHECK_FINDINGS = ['post', ...SHOWN_CAUSES] as const;
export type CheckFinding = (typeof CHECK_FINDINGS)[number];

const milliseconds = z.number().check(z.nonnegative());

/**
 * What an engine found on a route. `route` is null if the engine requests no pages of the platforms itself. `found` describes the post that
 * was read: its type, its number of items, and the labels of the first item's qualities. `found` is absent if no post was read, and in
 * results of earlier versions.
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

/**
 * Results of a platform, in the order of the engines. `isOwnPost` is true if the check used a post of the owner, and false if it used a
 * built-in post.
 */
export const checkOfPlatformSchema = z.object({
  platform: z.enum(PLATFORM_IDS),
  isOwnPost: z.boolean(),
  results: z.array(checkResultSchema),
});
export type CheckOfPlatform = z.infer<typeof checkOfPlatformSchema>;

/**
 * Result of a check whether this server can read posts. `at` is when the check started, `ms` how long it took. Contains no link. `outdated`
 * is true if the engines or the provider have changed since the check, so that its results may no longer hold.
 */
export const checkSchema = z.object({
  outdated: z.boolean(),
  at: z.iso.datetime(),
  ms: milliseconds,
  platforms: z.array(checkOfPlatformSchema),
});
export type Check = z.infer<typeof checkSchema>;

/**
 * Body of `POST /api/admin/engines/check`. Without `url`, the check reads a test post of each platform; without `engine`, it tries every
 * engine that is on. The server stores only a check without `url` and `engine`. `switches`: after the check, the server switches the named
 * engine on if it read a post, otherwise off.
 */
export const checkRequestSchema = z.strictObject({
  url: z.optional(z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS))),
  engine: z.optional(z.enum(ENGINE_NAMES)),
  switches: z.optional(z.boolean()),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;
