import { DOWNLOAD_BURST_WINDOW_MS, DOWNLOADS_PER_PRESS } from '#shared/limits.ts';

export interface DownloadThrottle {
  /** Records that a download starts now. */
  readonly started: () => void;
  /** Resolves when another download may start, or the signal aborts. */
  readonly untilFree: (signal: AbortSignal) => Promise<void>;
}

interface Clock {
  /** Milliseconds, from any clock that only goes forward. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Keeps the downloads of a page below Chromium's burst limit: Blink's LocalFrame counts ten per second and drops the
 * next one without an error, so nothing would tell this page that a file is missing.
 */
export function createDownloadThrottle({ now, sleep }: Clock): DownloadThrottle {
  const starts: number[] = [];
  return {
    started() {
      starts.push(now());
      if (starts.length > DOWNLOADS_PER_PRESS) starts.shift();
    },
    async untilFree(signal) {
      const [first] = starts;
      if (first === undefined || starts.length < DOWNLOADS_PER_PRESS) return;
      const wait = first + DOWNLOAD_BURST_WINDOW_MS - now();
      if (wait > 0) await sleep(wait, signal);
    },
  };
}
