/** The page's connection and its clock. Injected, so that every wait can be tested without waiting. */
export interface Connectivity {
  /** False when the browser knows that it has no network. */
  readonly isOnline: () => boolean;
  /** Resolves when the browser is online again, or the signal aborts. */
  readonly untilOnline: (signal: AbortSignal) => Promise<void>;
  /** Resolves after `ms`, or when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || navigator.onLine) {
      resolve();
      return;
    }
    const done = new AbortController();
    const end = () => {
      done.abort();
      resolve();
    };
    addEventListener('online', end, { signal: done.signal });
    signal.addEventListener('abort', end, { signal: done.signal });
  });

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** The real ones. */
export const pageConnectivity: Connectivity = { isOnline: () => navigator.onLine, untilOnline, sleep };
