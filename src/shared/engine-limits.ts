// Limits of the programs that engines run, of their loopback proxy and of requests to the platforms.

export const YTDLP_RUN_MAX_MS = 25_000;
/** Output limits of one yt-dlp run: a set of forty clips is about 1 MB of JSON, its error output a few lines. */
export const YTDLP_OUTPUT_MAX_BYTES = 5 * 1024 * 1024;
export const YTDLP_STDERR_MAX_BYTES = 256 * 1024;
/** Time limit for reading the version; a single-file build needs seconds on a small machine. */
export const YTDLP_VERSION_TIMEOUT_MS = 20_000;
export const YTDLP_VERSION_RECHECK_MS = 60_000;
/** Age from which yt-dlp counts as outdated, as in its own warning; the platforms change monthly. */
export const YTDLP_OLD_DAYS = 90;

/** Limits of one run on the loopback proxy. */
export const LOOPBACK_TUNNELS_PER_RUN = 32;
export const LOOPBACK_BYTES_PER_RUN = 32 * 1024 * 1024;
export const LOOPBACK_RUN_MAX_MS = 30_000;
export const LOOPBACK_IDLE_MS = 15_000;
/** Connections of the loopback proxy in total, including those without a request yet. */
export const LOOPBACK_CONNECTIONS_MAX = 128;

/** A cached post is dropped this long before its short-lived file links expire. */
export const PREVIEW_EXPIRY_MARGIN_MS = 20_000;

/** Redirect and time limits for following a short link; links that people share need fewer. */
export const SHARE_LINK_HOPS_MAX = 5;
export const SHARE_LINK_TIMEOUT_MS = 10_000;

/** Short links of one platform followed concurrently, and the queue length. */
export const SHARE_LINKS_CONCURRENCY = 5;
export const SHARE_LINKS_QUEUE_MAX = 100;

/** Successful runs used to compute an engine's usual speed: the maximum retained, and the minimum needed. */
export const RUN_TIMES_MAX = 50;
export const RUN_TIMES_MIN = 5;
/** Delay after which the next engine starts alongside a slow run: the engine's 95th percentile within these bounds, or the default while unknown. */
export const HEDGE_AFTER_DEFAULT_MS = 3_000;
export const HEDGE_AFTER_MIN_MS = 1_000;
export const HEDGE_AFTER_MAX_MS = 8_000;

/** Time other engines get to find a better version of a post that lacks sound or some items. */
export const BETTER_POST_MAX_MS = 8_000;

const NO_START_LIMIT = { freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 } as const;
/**
 * Upstream rate limits by engine and platform: `concurrency` is the number of parallel runs (one network may use all but one),
 * `maxQueue` the previews that may wait, `freePerHour` the starts per hour after which starts are spaced `gapMs` apart.
 * Instagram serves one address about 75 post pages an hour; further requests may work, so they are spaced, not refused. The
 * native engine and yt-dlp share one budget because they send from the same address; the other engines have their own addresses.
 * yt-dlp processes have no second queue, because its order would override the fair one.
 */
export const UPSTREAM_RATES = {
  native: {
    instagram: { concurrency: 3, maxQueue: 50, freePerHour: 60, gapMs: 3_000 },
    tiktok: { concurrency: 3, maxQueue: 50, freePerHour: 300, gapMs: 1_000 },
  },
  'yt-dlp': {
    instagram: { concurrency: 2, maxQueue: 25, freePerHour: 60, gapMs: 3_000 },
    tiktok: { concurrency: 2, maxQueue: 25, freePerHour: 300, gapMs: 1_000 },
  },
  provider: {
    instagram: { concurrency: 8, maxQueue: 100, ...NO_START_LIMIT },
    tiktok: { concurrency: 8, maxQueue: 100, ...NO_START_LIMIT },
  },
  cobalt: {
    instagram: { concurrency: 4, maxQueue: 50, ...NO_START_LIMIT },
    tiktok: { concurrency: 4, maxQueue: 50, ...NO_START_LIMIT },
  },
  sample: {
    instagram: { concurrency: 100, maxQueue: 1_000, ...NO_START_LIMIT },
    tiktok: { concurrency: 100, maxQueue: 1_000, ...NO_START_LIMIT },
  },
} as const;
/** Longest Retry-After of a request that was rejected by the queue. */
export const UPSTREAM_RETRY_MAX_SECONDS = 60;

/**
 * Bytes of a clip per read when looking for its sound track, and how many further reads may follow if the track list is
 * elsewhere in the file. In clips of up to two minutes the first read contains it.
 */
export const SOUND_PROBE_BYTES = 32 * 1024;
export const SOUND_PROBES_MAX = 2;
