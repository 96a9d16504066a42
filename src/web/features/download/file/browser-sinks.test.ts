import { describe, expect, it } from 'vitest';
import { createDownloadThrottle, DOWNLOAD_BURST_WINDOW_MS } from './browser-sinks.ts';

function setUp() {
  let at = 0;
  const waits: number[] = [];
  const throttle = createDownloadThrottle({
    now: () => at,
    sleep: async (ms) => {
      waits.push(ms);
      at += ms;
    },
  });
  const { signal } = new AbortController();
  const start = async (): Promise<number> => {
    await throttle.waitForSlot(signal);
    throttle.recordStart();
    return at;
  };
  return { start, waits, pass: (ms: number) => (at += ms) };
}

describe('createDownloadThrottle', () => {
  it('starts ten downloads immediately and the eleventh after the window of the first', async () => {
    const { start, waits, pass } = setUp();
    for (let count = 0; count < 10; count += 1) await start();
    pass(200);
    expect(waits).toEqual([]);
    expect(await start()).toBe(DOWNLOAD_BURST_WINDOW_MS);
  });

  it('never starts more than ten within any window and does not delay slow sequences', async () => {
    const { start, pass } = setUp();
    const starts: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      starts.push(await start());
      pass((count * 37) % 90);
    }
    for (const [index, at] of starts.entries()) {
      const tenth = starts[index - 10];
      if (tenth !== undefined) expect(at - tenth).toBeGreaterThanOrEqual(DOWNLOAD_BURST_WINDOW_MS);
    }
    const slow = setUp();
    for (let count = 0; count < 30; count += 1) {
      await slow.start();
      slow.pass(DOWNLOAD_BURST_WINDOW_MS / 10);
    }
    expect(slow.waits).toEqual([]);
  });
});
