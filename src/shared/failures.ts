/**
 * HTTP status of each error code for a post that no engine could fetch. How the server treats each code is defined in
 * src/server/platforms/failures.ts.
 */
export const FAILURE_STATUS = {
  link_invalid: 400,
  private: 403,
  gone: 404,
  no_media: 422,
  rate_limited: 429,
  network: 502,
  failed: 502,
} as const satisfies Record<string, number>;

/** Error code of a preview whose post no engine could fetch; a key of FAILURE_STATUS. */
export type FailureCode = keyof typeof FAILURE_STATUS;
export const FAILURE_CODES = Object.keys(FAILURE_STATUS) as readonly FailureCode[];

/** Detail of the error code `failed`: selects the words in place of {message} in 'Failed to fetch video: {message}'. */
export type FailureReason =
  | 'page_unreadable'
  | 'page_refused'
  | 'posts_withheld'
  | 'unreadable_here'
  | 'region'
  | 'in_review'
  | 'watermarked_only'
  | 'provider_key'
  | 'provider_answer'
  | 'upstream_error'
  | 'upstream_timeout'
  | 'address_unsupported'
  | 'short_link_dead'
  | 'story_needs_session'
  | 'engine_resting'
  | 'no_engine';

/** Causes that the owner reads in the panel and in alerts, each with its advice (`#messages/failure-advice.ts`). */
export const SHOWN_CAUSES = [
  // The platform or the service sent an answer.
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
  // The server received no usable answer.
  'no_network',
  'proxy',
  'proxy_budget',
  'slow',
  'upstream_error',
  // The failure concerns the engine's own program or service.
  'service_key',
  'service_quota',
  'service_answer',
  'program',
  'unsupported',
  'fault',
] as const;
export type ShownCause = (typeof SHOWN_CAUSES)[number];

/** Returns whether a cause is `private` or `gone`, which say nothing about the platform or an engine, only about one post. */
export const concernsPost = (cause: string): boolean => cause === 'private' || cause === 'gone';

/**
 * Causes that the public status names when previews fail. The remaining causes concern a single post, or the setup of this server (proxy,
 * services, programs, allowed hosts), which only the owner needs to know about.
 */
export const PUBLIC_CAUSES = [
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
] as const satisfies readonly ShownCause[];
export type PublicCause = (typeof PUBLIC_CAUSES)[number];

/** Returns the cause if the public status may name it, otherwise null. */
export const publicCause = (cause: ShownCause | null): PublicCause | null =>
  PUBLIC_CAUSES.find((shown) => shown === cause) ?? null;
