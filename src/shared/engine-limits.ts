// Limits of the programs that engines run, of their loopback proxy and of requests to the platforms.

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
