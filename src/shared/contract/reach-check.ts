import * as z from 'zod/mini';
import { FINDINGS } from '../findings.ts';
import { OUTBOUND_ROUTES } from '../outbound-routes.ts';
import { PLATFORM_IDS } from '../platforms/platforms.ts';
import { ENGINE_NAMES } from './engine-names.ts';

/** What an engine found on a route; `route` is null if the engine requests no pages of the platforms itself. */
const reachResultSchema = z.object({
  engine: z.enum(ENGINE_NAMES),
  route: z.nullable(z.enum(OUTBOUND_ROUTES)),
  finding: z.enum(FINDINGS),
  ms: z.number().check(z.nonnegative()),
});
export type ReachResult = z.infer<typeof reachResultSchema>;

/** Results of a platform, in the order of the engines. `isOwnPost` is false if a built-in post was read. */
const reachOfPlatformSchema = z.object({
  platform: z.enum(PLATFORM_IDS),
  isOwnPost: z.boolean(),
  results: z.array(reachResultSchema),
});
export type ReachOfPlatform = z.infer<typeof reachOfPlatformSchema>;

/**
 * Result of the check whether this server can read the platforms, and when it started. Contains no link. `outdated`: engines or providers
 * that read the platforms have changed since, so that it may no longer be true.
 */
export const reachCheckSchema = z.object({
  outdated: z.boolean(),
  at: z.iso.datetime(),
  ms: z.number().check(z.nonnegative()),
  platforms: z.array(reachOfPlatformSchema),
});
export type ReachCheck = z.infer<typeof reachCheckSchema>;
