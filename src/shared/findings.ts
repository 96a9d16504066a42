/**
 * What a try to read a post showed about the way to a platform, in the owner's terms. Engine health, the check of the routes, alerts and
 * the status use the same list; the sentences are in `#messages/findings.ts`.
 */
export const FINDINGS = [
  // The platform or the service answered.
  'post',
  'login_wall',
  'empty_page',
  'challenge',
  'limited',
  'refused',
  'region',
  'unreadable',
  'private',
  'gone',
  'no_media',
  'files_refused',
  'unlisted_host',
  // Nothing usable came back.
  'no_network',
  'proxy',
  'proxy_budget',
  'slow',
  'upstream_error',
  // The engine's own program or service.
  'service_key',
  'service_quota',
  'service_answer',
  'program',
  'unsupported',
  'fault',
] as const;
export type Finding = (typeof FINDINGS)[number];

/**
 * Findings that the public status names as the cause of failing previews. The others concern a single post or the owner's proxy,
 * services and programs, which are nobody else's business.
 */
export const PUBLIC_FINDINGS = [
  'login_wall',
  'empty_page',
  'challenge',
  'limited',
  'refused',
  'region',
  'unreadable',
  'files_refused',
  'no_network',
  'slow',
  'upstream_error',
] as const satisfies readonly Finding[];
export type PublicFinding = (typeof PUBLIC_FINDINGS)[number];

/** Returns the finding if the public status may name it, otherwise null. */
export const publicFinding = (finding: Finding | null): PublicFinding | null =>
  PUBLIC_FINDINGS.find((shown) => shown === finding) ?? null;
