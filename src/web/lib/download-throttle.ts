/** Chromium starts ten downloads of a page within a second and drops further ones without an error. */
export const DOWNLOADS_PER_PRESS = 10;
/** Window in which at most ten downloads start; longer than Chromium's one second. */
export const DOWNLOAD_BURST_WINDOW_MS = 1_200;

/** Limits how fast this page starts downloads. */
export interface DownloadThrottle {
  /** Records that a download starts now. */
  readonly recordStart: () => void;
  /** Resolves when another download may start or the signal aborts. */
  readonly waitForSlot: (signal: AbortSignal) => Promise<void>;
}

interface Clock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Creates a throttle that keeps the page's downloads below Chromium's burst limit. Blink's LocalFrame allows ten
 * downloads per second and drops further ones without an error, so the page could not detect the missing file.
 */
export function createDownloadThrottle({ now, sleep }: Clock): DownloadThrottle {
  const starts: number[] = [];
  return {
    recordStart() {
      starts.push(now());
      if (starts.length > DOWNLOADS_PER_PRESS) starts.shift();
    },
    async waitForSlot(signal) {
      const [first] = starts;
      if (first === undefined || starts.length < DOWNLOADS_PER_PRESS) return;
      const wait = first + DOWNLOAD_BURST_WINDOW_MS - now();
      if (wait > 0) await sleep(wait, signal);
    },
  };
}
