/** The browser's own timers, taken before a story's clock takes their place. */
const later = globalThis.setTimeout.bind(globalThis);
const stop = globalThis.clearTimeout.bind(globalThis);

/** Runs `act` after real milliseconds; gives a number for `stopReal`. */
export const afterReal = (act: () => void, ms: number): number => later(act, ms) as unknown as number;
export const stopReal = (id: number): void => stop(id);
/** Lets everything that waits for its turn have it: promises, messages, the renderer's own work. */
export const turn = (ms = 0): Promise<void> => new Promise((resolve) => later(resolve, ms));

const ROUNDS = 3;

/** Comes after every message posted so far: the renderer commits in one message and starts its effects in another. */
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
 * Waits until what is on the page has had its effects as well. Words can be seen before the timer that belongs to them
 * is set; a clock moved in between would leave that timer behind.
 */
export async function settled(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await afterMessages();
    await turn();
  }
}

/**
 * Waits until what watches for parts coming into sight has been told where `part` is now, and the page has followed.
 * A browser tells all watchers of a frame in one go, so that the page's own have been told once this one is.
 */
export async function sightSettled(part: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    const watcher = new IntersectionObserver(() => {
      watcher.disconnect();
      resolve();
    });
    watcher.observe(part);
  });
  await settled();
}

const PATIENCE_MS = 40_000;
const LOOK_EVERY_MS = 10;

/** Looks until `find` gives something; throws with `what` in its words when it never does. */
export async function until<Found>(
  what: string,
  find: () => Found | null | undefined | false,
): Promise<Found> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const found = find();
    if (found !== null && found !== undefined && found !== false) return found;
    await turn(LOOK_EVERY_MS);
  }
  throw new Error(`the story waited in vain for ${what}`);
}
