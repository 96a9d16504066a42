import { describe, expect, it } from 'vitest';
import { createPreviewLimiter, type PreviewAdmission } from './preview-limiter.ts';
import { createMemoryWindows } from './windows.ts';

const setUp = () => {
  let time = 0;
  const limiter = createPreviewLimiter(
    { previewsPerMinute: 20, previewsPerHour: 200, maxConcurrentPreviews: 5 },
    (_name, windows) => createMemoryWindows(windows, { now: () => time }),
  );
  const run = async (key = 'a'): Promise<PreviewAdmission> => {
    const admission = await limiter.start(key);
    if (admission.ok) admission.release();
    return admission;
  };
  return {
    limiter,
    run,
    wait: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
};

describe('createPreviewLimiter', () => {
  it('allows 20 a minute and 200 an hour', async () => {
    const { run, wait } = setUp();
    for (let more = 0; more < 20; more += 1) expect((await run()).ok).toBe(true);
    expect(await run()).toMatchObject({ ok: false, retryAfter: 60 });
    for (let minute = 1; minute < 10; minute += 1) {
      wait(60);
      for (let more = 0; more < 20; more += 1) expect((await run()).ok).toBe(true);
    }
    wait(60);
    expect(await run()).toMatchObject({ ok: false, retryAfter: 3_000 });
    expect((await run('b')).ok).toBe(true);
    wait(3_000);
    for (let more = 0; more < 20; more += 1) expect((await run()).ok).toBe(true);
  });

  it('allows five in flight, and does not count refused ones in the windows', async () => {
    const { limiter, run } = setUp();
    const open = await Promise.all(Array.from({ length: 5 }, () => limiter.start('a')));
    expect(open.every(({ ok }) => ok)).toBe(true);
    expect(await run()).toEqual({ ok: false, retryAfter: 3, states: [] });
    expect((await run('b')).ok).toBe(true);
    const [first] = open;
    if (first?.ok) {
      first.release();
      first.release();
    }
    const next = await limiter.start('a');
    expect(next).toMatchObject({ ok: true });
    expect(next.states[0]).toMatchObject({ remaining: 14 });
    expect((await run()).ok).toBe(false);
  });

  it('allows the networks of a block eight times as many in flight together', async () => {
    const { limiter } = setUp();
    const open = await Promise.all(
      Array.from({ length: 45 }, (_, at) => limiter.start(`block/${String(at % 15)}`)),
    );
    expect(open.filter(({ ok }) => ok)).toHaveLength(40);
    expect((await limiter.start('other/1')).ok).toBe(true);
    const [first] = open;
    if (first?.ok) first.release();
    expect((await limiter.start('block/20')).ok).toBe(true);
    expect((await limiter.start('block/20')).ok).toBe(false);
  });
});
