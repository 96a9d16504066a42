/** Resolves when the browser is online or the signal aborts. */
const waitUntilOnline = (signal: AbortSignal): Promise<void> =>
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

/** Resolves after `ms`, or when the signal aborts. */
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

/** Network state and timers of the page. Injected so that tests do not have to wait. */
export const pageConnectivity = { isOnline: () => navigator.onLine, waitUntilOnline, sleep };

export type Connectivity = Readonly<typeof pageConnectivity>;

/** The page's `fetch` as a plain function, so that it can be passed as an argument. */
export const pageFetch: typeof fetch = (input, init) => fetch(input, init);
