import { setTimeout as pause } from 'node:timers/promises';

/** Interval at which instances that share a database poll for new settings, and its maximum after repeated faults. */
const SETTINGS_POLL_MS = 1_000;
const SETTINGS_POLL_MAX_MS = 4_000;

/**
 * Calls `look` every second without keeping the process alive, and less often while it fails. Calls `failed` once per series
 * of failures. Returns a function that stops the polling.
 */
export const pollRevisions = (look: () => Promise<void>, failed: (error: unknown) => void): (() => void) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    for (let wait = SETTINGS_POLL_MS; ; ) {
      await pause(wait, undefined, { signal, ref: false });
      try {
        await look();
        wait = SETTINGS_POLL_MS;
      } catch (error) {
        if (wait === SETTINGS_POLL_MS) failed(error);
        wait = Math.min(wait * 2, SETTINGS_POLL_MAX_MS);
      }
    }
  };
  run().catch(() => undefined);
  return () => stopped.abort();
};
