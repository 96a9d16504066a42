/** Network state and timers of the page. Injected so that tests do not have to wait. */
export interface Connectivity {
  /** Returns false when the browser reports that it is offline. */
  readonly isOnline: () => boolean;
  /** Resolves when the browser is online or the signal aborts. */
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

/** Implementation based on the browser's own network state and timers. */
export const pageConnectivity: Connectivity = { isOnline: () => navigator.onLine, untilOnline, sleep };

/** The page's `fetch` as a plain function, so that it can be passed as an argument. */
export const pageFetch: typeof fetch = (input, init) => fetch(input, init);
