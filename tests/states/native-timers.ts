/** The browser's own timers, stored before a story's fake clock replaces them. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realClearTimeout = globalThis.clearTimeout.bind(globalThis);

/** Runs `act` after `ms` milliseconds of real time; returns an id for `clearRealTimeout`. */
export const setRealTimeout = (act: () => void, ms: number): number =>
  realSetTimeout(act, ms) as unknown as number;
export const clearRealTimeout = (id: number): void => realClearTimeout(id);
/** Resolves after `ms` milliseconds of real time; pending promises and tasks run before. */
export const realDelay = (ms = 0): Promise<void> => new Promise((resolve) => realSetTimeout(resolve, ms));

const ROUNDS = 3;

/** Resolves after every message posted so far, because React commits in one message and runs effects in another. */
const afterMessages = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * Waits until React has also run the effects of what is on the page. A text can be visible before its effect has set a
 * timer; a clock advanced in between would miss that timer.
 */
export async function waitUntilSettled(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await afterMessages();
    await realDelay();
  }
}

/**
 * Waits until the page's intersection observers have seen the current position of `part` and the page has updated. A
 * browser notifies all observers of a frame together, so the page's observers have run once this one has.
 */
export async function waitForIntersection(part: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(part);
  });
  await waitUntilSettled();
}

const WAIT_MAX_MS = 40_000;
const CHECK_INTERVAL_MS = 10;

/** Polls `find` until it returns a value. Throws an error that names `what` when it does not within the timeout. */
export async function waitFor<Found>(
  what: string,
  find: () => Found | null | undefined | false,
): Promise<Found> {
  for (let waited = 0; waited < WAIT_MAX_MS; waited += CHECK_INTERVAL_MS) {
    const found = find();
    if (found !== null && found !== undefined && found !== false) return found;
    await realDelay(CHECK_INTERVAL_MS);
  }
  throw new Error(`timed out waiting for ${what}`);
}
