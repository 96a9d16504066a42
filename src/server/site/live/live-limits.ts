// Limits of the event streams to open pages and panels.

/**
 * Maximum number of open streams of pages (topic `site`) per process. Further requests get status 503, and their pages poll the settings.
 */
export const LIVE_STREAMS_MAX = 5_000;
/** Maximum number of open streams of pages per network and process: enough for a school behind one address. */
export const LIVE_STREAMS_PER_NETWORK_MAX = 64;
/** Maximum number of open streams (topics `panel` and `access`) per account and process. */
export const ADMIN_STREAMS_PER_ACCOUNT = 10;
/** Maximum number of open `access` streams per process, for accounts that wait for approval. Anyone may create such an account. */
export const ACCESS_STREAMS_MAX = 500;
/** Seconds in the Retry-After header of a refused stream. */
export const LIVE_FULL_RETRY_SECONDS = 60;
/** Milliseconds between two heartbeats: less than the minute after which proxies close a silent response. */
export const LIVE_HEARTBEAT_MS = 25_000;
/**
 * Range in milliseconds of the reconnect delay that browsers receive; the delay is random, so that they do not all reconnect at the same
 * moment.
 */
export const LIVE_RETRY_MIN_MS = 2_000;
export const LIVE_RETRY_MAX_MS = 5_000;
/** A stream with this many unread bytes is closed as stuck; its browser reconnects by itself. */
export const LIVE_UNREAD_MAX_BYTES = 16 * 1024;
/** Number of streams to write to before the event loop runs other work; a larger batch would delay downloads noticeably. */
export const LIVE_WRITES_PER_BATCH = 100;
/** Milliseconds after which a stopping server destroys streams with unread data. */
export const LIVE_CLOSE_GRACE_MS = 500;
