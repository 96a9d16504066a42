// Numbers of the programs that engines run and of their way out, and how often a platform is asked.

export const YTDLP_RUN_MAX_MS = 25_000;
/** What a run may write: a set of forty clips is about 1 MB, its complaints a few lines. */
export const YTDLP_OUTPUT_MAX_BYTES = 5 * 1024 * 1024;
export const YTDLP_STDERR_MAX_BYTES = 256 * 1024;
/** A program that is packed into one file needs seconds to say its version on a small machine. */
export const YTDLP_VERSION_TIMEOUT_MS = 20_000;
export const YTDLP_VERSION_RECHECK_MS = 60_000;
/** The platforms change monthly; yt-dlp itself warns from this age on. */
export const YTDLP_OLD_DAYS = 90;

/** What one run may use of the loopback proxy. */
export const LOOPBACK_TUNNELS_PER_RUN = 32;
export const LOOPBACK_BYTES_PER_RUN = 32 * 1024 * 1024;
export const LOOPBACK_RUN_MAX_MS = 30_000;
export const LOOPBACK_IDLE_MS = 15_000;
/** Connections the loopback proxy holds in all, those included that have not said yet what they want. */
export const LOOPBACK_CONNECTIONS_MAX = 128;

/** A post whose files are handed out for a short while only is no longer given from memory this long before they end. */
export const PREVIEW_EXPIRY_MARGIN_MS = 20_000;

/** A short link is followed so far and so long; what leads on after that is no link a person shared. */
export const SHARE_LINK_HOPS_MAX = 5;
export const SHARE_LINK_TIMEOUT_MS = 10_000;

/** Short links of one platform that are followed at the same time, and the others that may wait. */
export const SHARE_LINKS_CONCURRENCY = 5;
export const SHARE_LINKS_QUEUE_MAX = 100;

/** What an engine's own pace is judged by: its last good runs, and how many of them are needed to know it. */
export const RUN_TIMES_MAX = 50;
export const RUN_TIMES_MIN = 5;
/** After its own 95th percentile a run is slow and the next engine starts beside it: within these, by default after the first. */
export const HEDGE_AFTER_DEFAULT_MS = 3_000;
export const HEDGE_AFTER_MIN_MS = 1_000;
export const HEDGE_AFTER_MAX_MS = 8_000;

/** How long the other engines are asked for a better post when one gave it short of its sound or of some of its items. */
export const BETTER_POST_MAX_MS = 8_000;

const NO_START_LIMIT = { freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 } as const;
/**
 * How often a platform is asked: runs at the same time (one network gets all but the last), previews that may wait, and the
 * starts an hour after which they are kept apart. One address gets some 75 post pages of Instagram an hour; more may work and are
 * spread, not refused. The native engine and yt-dlp share one budget of starts, as they ask from one address; the others ask
 * from addresses of their own. Programs of yt-dlp have no other queue: one with an order of its own would undo the fair one.
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
/** The longest Retry-After of a request that got no turn. */
export const UPSTREAM_RETRY_MAX_SECONDS = 60;

/**
 * Bytes of a clip that are read at once to find its sound track, and how many further reads may follow where its list of tracks
 * stands elsewhere. Clips of up to two minutes have it within the first.
 */
export const SOUND_PROBE_BYTES = 32 * 1024;
export const SOUND_PROBES_MAX = 2;
