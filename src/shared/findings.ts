/**
 * What a try to read a post showed about the way to a platform, in the owner's terms. Engine health, the check of the routes and alerts
 * use the same list; the sentences are in `#messages/findings.ts`.
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
