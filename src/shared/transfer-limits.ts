// Limits of file transfers from a delivery network to a visitor.

/** A delivery network that sends nothing for this long in the middle of a file has stalled. */
export const TUNNEL_IDLE_TIMEOUT_MS = 20_000;
export const TUNNEL_REDIRECTS_MAX = 3;
/** Resuming a broken transfer: time limit of one attempt until its next bytes, and of all attempts together. */
export const TUNNEL_RESUME_TRY_MS = 6_000;
export const TUNNEL_RESUME_MAX_MS = 25_000;
/** Bytes an attempt must transfer to count as progress. Only attempts without progress are limited in number. */
export const TUNNEL_RESUME_PROGRESS_BYTES = 64 * 1024;
/** Safety limits for a transfer that would never end; there is no other file size limit. */
export const TUNNEL_MAX_BYTES = 10 * 1024 ** 3;
export const TUNNEL_MAX_DURATION_MS = 2 * 60 * 60 * 1_000;
/** A reader slower than this over the whole window is disconnected: it would only hold an upstream connection open. */
export const SLOW_READER_MIN_BYTES_PER_SECOND = 1_024;
export const SLOW_READER_WINDOW_MS = 60_000;

/** Characters of a quality's name stored in a ticket; a provider may send names of any length. */
export const PLACE_LABEL_MAX_CHARACTERS = 60;
/** Time a failed refresh of an expired source is cached, for all requests for the post's files. */
export const REFRESH_FAILURE_CACHE_MS = 30_000;
