import { beforeEach, describe, expect, it } from 'vitest';
import { createEngineDesk } from '../../src/server/preview/engine-desk.ts';
import { createPoliteness, type Entered, type PolitenessRules } from '../../src/server/preview/politeness.ts';
import { POLITENESS } from '../../src/shared/engine-limits.ts';
import { type HandClock, handClock } from '../hand-clock.ts';

const RULES: PolitenessRules = { atOnce: 2, queueMax: 3, freePerHour: 4, gapMs: 3_000 };
const HOUR_MS = 60 * 60 * 1_000;
const LONG_MS = 60_000;

let clock: HandClock;
beforeEach(() => {
  clock = handClock();
});

/** A gate, and what became of everybody who came to it: the moment they were let in, or the seconds they were told. */
const gateOf = (gate = createPoliteness(clock, RULES)) => {
  const began = clock.now();
  const come = (waitMs = LONG_MS, signal = new AbortController().signal) => {
    const met = { entered: null as Entered | null, inAfterMs: null as number | null, left: false };
    gate.enter(waitMs, signal).then(
      (entered) => {
        met.entered = entered;
        if (entered.ok) met.inAfterMs = clock.now() - began;
      },
      () => {
        met.left = true;
      },
    );
    return {
      met,
      leave: () => {
        if (met.entered?.ok === true) met.entered.leave();
      },
    };
  };
  return { come };
};
const UNPACED = { ...RULES, freePerHour: Number.POSITIVE_INFINITY };

describe('runs at once', () => {
  it('are as many as a platform is asked by, the others wait in the order they came', async () => {
    const { come } = gateOf(createPoliteness(clock, UNPACED));
    const all = Array.from({ length: 5 }, () => come());
    await clock.pass(0);
    expect(all.map(({ met }) => met.inAfterMs)).toEqual([0, 0, null, null, null]);
    await clock.pass(1_000);
    all[1]?.leave();
    all[1]?.leave();
    await clock.pass(1_000);
    expect(all.map(({ met }) => met.inAfterMs)).toEqual([0, 0, 1_000, null, null]);
    all[0]?.leave();
    all[2]?.leave();
    await clock.pass(0);
    expect(all.map(({ met }) => met.inAfterMs)).toEqual([0, 0, 1_000, 2_000, 2_000]);
  });

  it('whoever comes to a full queue, or has waited long enough, is told when to come again', async () => {
    const { come } = gateOf(createPoliteness(clock, UNPACED));
    const all = Array.from({ length: 6 }, () => come(5_000));
    await clock.pass(0);
    expect(all[5]?.met.entered).toEqual({ ok: false, retryAfter: 1 });
    await clock.pass(4_999);
    expect(all[2]?.met.entered).toBeNull();
    await clock.pass(1);
    expect(all.slice(2, 5).map(({ met }) => met.entered?.ok)).toEqual([false, false, false]);
  });

  it('whoever leaves the queue takes nobody’s turn', async () => {
    const { come } = gateOf(createPoliteness(clock, UNPACED));
    const visitor = new AbortController();
    const first = [come(), come()];
    const leaving = come(LONG_MS, visitor.signal);
    const last = come();
    visitor.abort();
    await clock.pass(0);
    first[0]?.leave();
    await clock.pass(0);
    expect([leaving.met.left, leaving.met.entered, last.met.inAfterMs]).toEqual([true, null, 0]);
    expect(come(LONG_MS, visitor.signal).met.entered).toBeNull();
  });
});

describe('the pace', () => {
  it('is free up to a number of starts an hour, and then keeps them apart', async () => {
    const { come } = gateOf();
    const inAfter: (number | null)[] = [];
    for (let count = 0; count < 6; count += 1) {
      const one = come();
      await clock.pass(RULES.gapMs);
      one.leave();
      inAfter.push(one.met.inAfterMs);
      if (count === 3) await clock.pass(0);
    }
    expect(inAfter).toEqual([0, 3_000, 6_000, 9_000, 12_000, 15_000]);
    const [soon, sooner] = [come(), come()];
    await clock.pass(2 * RULES.gapMs);
    expect([soon.met.inAfterMs, sooner.met.inAfterMs]).toEqual([18_000, 21_000]);
  });

  it('turns nobody away who can be served in time, and the others at once', async () => {
    const { come } = gateOf(createPoliteness(clock, { ...RULES, atOnce: 100 }));
    for (let count = 0; count < RULES.freePerHour; count += 1) come();
    await clock.pass(0);
    const [next, behind, tooLate] = [come(7_000), come(7_000), come(7_000)];
    await clock.pass(0);
    expect(tooLate.met.entered).toEqual({ ok: false, retryAfter: 9 });
    await clock.pass(6_000);
    expect([next.met.inAfterMs, behind.met.inAfterMs]).toEqual([3_000, 6_000]);
  });

  it('forgets starts after an hour', async () => {
    const { come } = gateOf();
    for (let count = 0; count < RULES.freePerHour; count += 1) {
      const one = come();
      await clock.pass(0);
      one.leave();
    }
    await clock.pass(HOUR_MS);
    const all = [come(), come()];
    await clock.pass(0);
    expect(all.map(({ met }) => met.inAfterMs)).toEqual([HOUR_MS, HOUR_MS]);
  });
});

describe('the engines’ own gates', () => {
  const { freePerHour, gapMs } = POLITENESS.native.instagram;
  const startMany = async (desk: ReturnType<typeof createEngineDesk>, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const one = gateOf(desk.of('native', 'instagram')).come();
      await clock.pass(0);
      one.leave();
    }
  };

  it('those that ask from this server’s address keep one pace, for each platform', async () => {
    const desk = createEngineDesk({ clock });
    await startMany(desk, freePerHour);
    const others = [
      gateOf(desk.of('yt-dlp', 'instagram')).come(),
      gateOf(desk.of('native', 'tiktok')).come(),
      gateOf(desk.of('provider', 'instagram')).come(),
    ];
    await clock.pass(gapMs);
    expect(others.map(({ met }) => met.inAfterMs)).toEqual([gapMs, 0, 0]);
  });

  it('tell how much of the hour is used up, where there is a bound, and keep nothing where there is none', async () => {
    const desk = createEngineDesk({ clock });
    await startMany(desk, 3);
    const paces = () =>
      Object.fromEntries(
        desk
          .records(['native', 'yt-dlp', 'provider'])
          .filter(({ platform }) => platform === 'instagram')
          .map(({ engine, pace }) => [engine, pace]),
      );
    const used = { starts: 3, free: freePerHour, gapMs };
    expect(paces()).toEqual({ native: used, 'yt-dlp': used, provider: null });
    await clock.pass(HOUR_MS);
    expect(paces()['native']).toEqual({ ...used, starts: 0 });
  });

  it('one engine that hangs keeps no other from its turn', async () => {
    const desk = createEngineDesk({ clock });
    for (let count = 0; count < POLITENESS.native.tiktok.atOnce; count += 1)
      gateOf(desk.of('native', 'tiktok')).come();
    const [stuck, other] = [
      gateOf(desk.of('native', 'tiktok')).come(),
      gateOf(desk.of('yt-dlp', 'tiktok')).come(),
    ];
    await clock.pass(0);
    expect([stuck.met.inAfterMs, other.met.inAfterMs]).toEqual([null, 0]);
  });
});
