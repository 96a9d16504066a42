import { describe, expect, it } from 'vitest';
import { createPreviewLimiter, type PreviewAdmission } from './preview-limiter.ts';

const setUp = () => {
  let time = 0;
  const limiter = createPreviewLimiter(
    { previewsPerMinute: 20, previewsPerHour: 200, maxConcurrentPreviews: 5 },
    () => time,
  );
  const run = (key = 'a'): PreviewAdmission => {
    const admission = limiter.start(key);
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
  it('allows 20 a minute and 200 an hour', () => {
    const { run, wait } = setUp();
    const runMany = (count: number) => Array.from({ length: count }, () => run().ok).filter(Boolean).length;
    expect(runMany(21)).toBe(20);
    expect(run()).toMatchObject({ ok: false, retryAfter: 60 });
    for (let minute = 1; minute < 10; minute += 1) {
      wait(60);
      expect(runMany(20)).toBe(20);
    }
    wait(60);
    expect(run()).toMatchObject({ ok: false, retryAfter: 3_000 });
    expect(run('b').ok).toBe(true);
    wait(3_000);
    expect(runMany(20)).toBe(20);
  });

  it('allows five in flight, and does not count refused ones in the windows', () => {
    const { limiter, run } = setUp();
    const open = Array.from({ length: 5 }, () => limiter.start('a'));
    expect(open.every(({ ok }) => ok)).toBe(true);
    expect(run()).toEqual({ ok: false, retryAfter: 3, states: [] });
    expect(run('b').ok).toBe(true);
    const [first] = open;
    if (first?.ok) {
      first.release();
      first.release();
    }
    const next = limiter.start('a');
    expect(next).toMatchObject({ ok: true });
    expect(next.states[0]).toMatchObject({ remaining: 14 });
    expect(run().ok).toBe(false);
  });

  it('allows the networks of a block eight times as many in flight together', () => {
    const { limiter } = setUp();
    const open = Array.from({ length: 45 }, (_, at) => limiter.start(`block/${String(at % 15)}`));
    expect(open.filter(({ ok }) => ok)).toHaveLength(40);
    expect(limiter.start('other/1').ok).toBe(true);
    const [first] = open;
    if (first?.ok) first.release();
    expect(limiter.start('block/20').ok).toBe(true);
    expect(limiter.start('block/20').ok).toBe(false);
  });
});
