import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { daysOfPeriod, GB_BYTES, sentOn, type TrafficBudget } from '#shared/contract/traffic.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import { createCounters } from '../../src/server/health/counters/counters.ts';
import { createOutcomeRecorder } from '../../src/server/health/counters/outcomes.ts';
import { createTrafficGuard } from '../../src/server/health/traffic/traffic-guard.ts';
import { readActivity } from '../../src/server/people/activity/activity-log.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';

const SILENT = pino({ level: 'silent' });
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The last day but one of a month. */
const NOON = Date.UTC(2026, 10, 29, 12);
const POSTS = {
  instagram: 'https://www.instagram.com/p/C0invented01/',
  tiktok: 'https://www.tiktok.com/@an.invented.one/video/7400000000000009999',
  sample: '/?sample=clip',
};
const never = new AbortController().signal;

describe.each(engines)('the traffic on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let clock = NOON;
  const now = () => clock;
  beforeEach(async () => {
    clock = NOON;
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(() => empty.drop());

  /** Opens the traffic as one process has it. */
  const instance = () => {
    const counters = createCounters(database, SILENT, now);
    const outcomes = createOutcomeRecorder({ counters, now });
    const guard = createTrafficGuard({ database, counters, log: SILENT, now });
    const alerts: string[] = [];
    const accepts = { alerts: true };
    const send = async (event: string, at: string, sentence: string) => {
      alerts.push(`${event} ${at} ${sentence}`);
      return accepts.alerts;
    };
    return {
      guard,
      alerts,
      accepts,
      flush: counters.flush,
      sends: async (platform: keyof typeof POSTS, bytes: number) => {
        outcomes.countSentBytes({ post: POSTS[platform], purpose: 'media' } as never, bytes);
        await counters.flush();
      },
      plan: (budget: TrafficBudget) => guard.save(budget, { id: 'mara', name: 'Mara' }),
      run: () => guard.runDue(send, never),
    };
  };

  it('is added up from two instances, by day in UTC and platform, and kept for ninety days', async () => {
    const [one, other] = [instance(), instance()];
    await Promise.all([
      one.sends('tiktok', 1_000),
      other.sends('tiktok', 500),
      other.sends('instagram', 7),
      one.sends('sample', 2),
    ]);
    clock = Date.UTC(2026, 10, 29, 23, 59, 59, 999);
    await other.sends('tiktok', 1);
    clock += 1;
    await one.sends('tiktok', 40);
    const { days } = await other.guard.state();
    expect(days).toHaveLength(90);
    expect(days.slice(-2)).toEqual([
      { day: '2026-11-29', bytes: { instagram: 7, tiktok: 1_501, sample: 2 } },
      { day: '2026-11-30', bytes: { instagram: 0, tiktok: 40, sample: 0 } },
    ]);
    expect(daysOfPeriod(days, 'month').reduce((total, day) => total + sentOn(day), 0)).toBe(1_550);
    // Hours later the minutes of other counters are added up; a day stays as it is.
    clock += 5 * HOUR_MS;
    await one.sends('tiktok', 2);
    expect((await one.guard.state()).days.at(-1)?.bytes.tiktok).toBe(42);
    clock = NOON + 89 * DAY_MS;
    await one.sends('tiktok', 3);
    expect((await one.guard.state()).days[0]).toMatchObject({ day: '2026-11-29', bytes: { tiktok: 1_501 } });
    clock += DAY_MS;
    await one.sends('tiktok', 4);
    const stored = await database.query.selectFrom('counters').select('step').execute();
    expect(new Date(Math.min(...stored.map(({ step }) => step))).toISOString()).toBe(
      '2026-11-30T00:00:00.000Z',
    );
  });

  it('contains what is not written yet, and nothing of the post', async () => {
    const one = instance();
    void one.sends('tiktok', 9);
    expect((await one.guard.state()).days.at(-1)?.bytes.tiktok).toBe(9);
    await one.flush();
    const rows = await database.query.selectFrom('counters').selectAll().execute();
    expect(rows).toEqual([
      {
        step: NOON - 12 * HOUR_MS,
        kind: 'sent',
        platform: 'tiktok',
        engine: '',
        outcome: '',
        count: 1,
        bytes: 9,
      },
    ]);
  });

  it('warns once at 80%, refuses downloads at 100%, and goes on with the next day', async () => {
    const [one, other] = [instance(), instance()];
    await one.plan({ day: 1, month: null });
    const near = Math.ceil(0.8 * GB_BYTES);
    await one.sends('tiktok', near - 1);
    await one.run();
    expect(one.alerts).toEqual([]);
    await one.sends('instagram', 1);
    await Promise.all([one.run(), other.run()]);
    await other.run();
    expect([...one.alerts, ...other.alerts]).toEqual([
      "traffic-near 2026-11-29-1 80% of today's traffic budget is used: 819.20 MB of 1.00 GB. At 100% new downloads are refused until 30 November 2026 at 00:00 UTC.",
    ]);
    await other.sends('tiktok', GB_BYTES - near - 1);
    await one.run();
    expect(one.guard.downloadsPausedUntil()).toBeNull();
    await other.sends('tiktok', 1);
    other.alerts.length = 0;
    one.alerts.length = 0;
    await Promise.all([one.run(), other.run()]);
    await one.run();
    expect([...one.alerts, ...other.alerts]).toEqual([
      "traffic-spent 2026-11-29-1 Today's traffic budget is spent: 1.00 GB of 1.00 GB. New downloads are refused until 30 November 2026 at 00:00 UTC.",
    ]);
    expect(other.guard.downloadsPausedUntil()).toBe('2026-11-30T00:00:00.000Z');
    expect((await other.guard.state()).reached).toMatchObject([{ period: 'day', level: 'spent' }]);
    clock = Date.UTC(2026, 10, 30);
    expect(other.guard.downloadsPausedUntil()).toBeNull();
    expect((await other.guard.state()).reached).toEqual([]);
    await other.sends('tiktok', near);
    await one.run();
    expect(one.alerts.at(-1)).toMatch(/^traffic-near 2026-11-30-1 /u);
  });

  it('of a month is refused until its end, however little a day has', async () => {
    const one = instance();
    await one.sends('tiktok', 2 * GB_BYTES);
    await one.plan({ day: 1.5, month: 2 });
    expect(one.guard.downloadsPausedUntil()).toBe('2026-12-01T00:00:00.000Z');
    await one.run();
    // The day's sentence would promise downloads for tomorrow.
    expect(one.alerts.map((alert) => alert.split(' ', 2))).toEqual([['traffic-spent', '2026-11-2']]);
    expect((await one.guard.state()).reached).toMatchObject([{ period: 'month', level: 'spent' }]);
    clock += DAY_MS;
    expect(one.guard.downloadsPausedUntil()).toBe('2026-12-01T00:00:00.000Z');
    clock = Date.UTC(2026, 11, 1);
    expect(one.guard.downloadsPausedUntil()).toBeNull();
    expect((await one.guard.state()).reached).toEqual([]);
  });

  it('sends an alert again that was not accepted, with the same id, and a new one for a new limit', async () => {
    const [one, other] = [instance(), instance()];
    await one.sends('tiktok', GB_BYTES);
    await one.plan({ day: 1, month: null });
    one.accepts.alerts = false;
    await one.run();
    clock += 9 * 60_000;
    await Promise.all([one.run(), other.run()]);
    expect([one.alerts.length, other.alerts.length]).toEqual([1, 0]);
    clock += 60_000;
    await other.run();
    expect(other.alerts).toEqual(one.alerts);
    clock += HOUR_MS;
    await Promise.all([one.run(), other.run()]);
    expect([one.alerts.length, other.alerts.length]).toEqual([1, 1]);
    await other.plan({ day: 1.2, month: null });
    await other.run();
    expect(other.alerts.at(-1)).toMatch(/^traffic-near 2026-11-29-1\.2 83% /u);
    await other.plan({ day: 1.25, month: null });
    await Promise.all([one.run(), other.run()]);
    expect(one.alerts.concat(other.alerts).filter((alert) => / 80% /u.test(alert))).toEqual([
      expect.stringMatching(/^traffic-near 2026-11-29-1\.25 80% /u),
    ]);
    expect((await readActivity(database)).entries[0]).toMatchObject({
      actor: 'Mara',
      action: 'traffic_budgeted',
      before: '1.2 GB a day',
      after: '1.25 GB a day',
    });
  });

  it('sends no alert about a limit that changes while it measures', async () => {
    const [one, other] = [instance(), instance()];
    await one.sends('tiktok', GB_BYTES);
    await one.plan({ day: 1, month: null });
    const { write } = database;
    const changing = vi.spyOn(database, 'write').mockImplementationOnce(async (work) => {
      await other.plan({ day: 2, month: null });
      return write(work);
    });
    await one.run();
    expect(changing).toHaveBeenCalledTimes(2);
    expect(one.alerts).toEqual([]);
  });

  it('is seen by an instance within seconds, which keeps it while the database is away', async () => {
    const [one, other] = [instance(), instance()];
    await one.sends('tiktok', GB_BYTES);
    expect(other.guard.downloadsPausedUntil()).toBeNull();
    await one.plan({ day: 1, month: null });
    clock += 5_000;
    other.guard.downloadsPausedUntil();
    await expect.poll(() => other.guard.downloadsPausedUntil()).toBe('2026-11-30T00:00:00.000Z');
    await database.close();
    clock += HOUR_MS;
    other.guard.downloadsPausedUntil();
    await expect(other.guard.state()).rejects.toThrow();
    expect(other.guard.downloadsPausedUntil()).toBe('2026-11-30T00:00:00.000Z');
  });
});
