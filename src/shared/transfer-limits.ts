// Numbers of files on their way from a delivery network to a visitor.

/** A delivery network that sends nothing for this long in the middle of a file has stalled. */
export const TUNNEL_IDLE_TIMEOUT_MS = 20_000;
export const TUNNEL_REDIRECTS_MAX = 3;
/** After a break the way on is looked for this long in all; what is tried has its next bytes there after the first, or is left. */
export const TUNNEL_RESUME_TRY_MS = 6_000;
export const TUNNEL_RESUME_MAX_MS = 25_000;
/** Bytes a further try must bring to count as progress. Only tries without progress are limited in number. */
export const TUNNEL_RESUME_PROGRESS_BYTES = 64 * 1024;
/** No size is promised to be too large; these end a transfer that would never end by itself. */
export const TUNNEL_MAX_BYTES = 10 * 1024 ** 3;
export const TUNNEL_MAX_DURATION_MS = 2 * 60 * 60 * 1_000;
/** A reader below this floor over the whole window only pins an upstream connection. */
export const SLOW_READER_MIN_BYTES_PER_SECOND = 1_024;
export const SLOW_READER_WINDOW_MS = 60_000;

/** What a ticket keeps of a quality's name, which a provider may make as long as it likes. */
export const PLACE_LABEL_MAX_CHARACTERS = 60;
/** A post that could not be read again for an expired link is not asked for again so soon, whoever wants its files. */
export const REFRESH_FAILURE_CACHE_MS = 30_000;
