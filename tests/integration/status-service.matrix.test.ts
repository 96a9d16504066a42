import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statusReportSchema } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import { DatabaseConnectionError } from '../../src/server/base/db/database-fault.ts';
import { createStatusService } from '../../src/server/health/status/status-service.ts';
import { createWorkCounts } from '../../src/server/health/status/work-counts.ts';
import { createWorkLog } from '../../src/server/health/status/work-log.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';

const SILENT = pino({ level: 'silent' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 10, 21, 12);

describe.each(engines)('the status on $kind', (engine) => {
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

  /** Creates a status service as one process has it. */
  const instance = (own = database) => {
    const counts = createWorkCounts(own, SILENT, now);
    const work = createWorkLog(now, counts.outcome);
    const service = createStatusService({ database: own, work, counts, log: pino({ level: 'silent' }), now });
    const preview = (ok: boolean, engineName: 'native' | null = null, platform = 'tiktok' as const) =>
      work.preview({
        platform,
        engine: engineName,
        ms: 400,
        outcome: ok ? { ok } : { ok, code: 'rate_limited' },
      });
    return { counts, work, service, preview };
  };

  it('counts every engine and platform by the hour: calls, successes, codes and times; nothing else', async () => {
    const { counts, preview, work } = instance();
    preview(true, 'native');
    preview(false, 'native');
    preview(true);
    work.preview({ platform: 'instagram', engine: 'native', ms: 9, outcome: { ok: false, code: 'gone' } });
    work.preview({
      platform: 'instagram',
      engine: 'native',
      ms: 9,
      outcome: { ok: false, code: 'no_media' },
    });
    work.download({ firstByteMs: 80, outcome: { ok: true } });
    await counts.flush();
    const rows = await database.query
      .selectFrom('hourly_counts')
      .select(['kind', 'platform', 'engine', 'outcome', 'count', 'hour'])
      .orderBy('kind')
      .orderBy('platform')
      .orderBy('engine')
      .orderBy('outcome')
      .execute();
    expect(new Set(rows.map(({ hour }) => hour))).toEqual(new Set([NOON]));
    expect(
      rows.map(({ kind, platform, engine: name, outcome, count }) =>
        [kind, platform, name, outcome, count].join(' '),
      ),
    ).toEqual([
      'judged downloads  worked 1',
      'judged instagram native worked 1',
      'judged tiktok  worked 1',
      'judged tiktok native failed 1',
      'judged tiktok native worked 1',
      'run instagram native gone 1',
      'run instagram native no_media 1',
      'run tiktok native ok 1',
      'run tiktok native rate_limited 1',
      expect.stringMatching(/^run_ms downloads {2}\d+ 1$/u),
      expect.stringMatching(/^run_ms tiktok {2}\d+ 1$/u),
      expect.stringMatching(/^run_ms tiktok native \d+ 1$/u),
    ]);
  });

  it('survives a restart, and is the same for every instance', async () => {
    const one = instance();
    for (let count = 0; count < 4; count += 1) one.preview(true, 'native');
    one.preview(true);
    one.counts.recordCheck('tiktok', true);
    await one.counts.close();
    clock += 5 * MINUTE_MS;
    const other = instance(await empty.open());
    const report = statusReportSchema.parse(await other.service.report());
    expect(report.previews.tiktok).toMatchObject({
      state: 'working',
      lastSeen: new Date(NOON).toISOString(),
    });
    expect(report.engines).toMatchObject([{ engine: 'native', platform: 'tiktok', state: 'working' }]);
    expect(report.past.previews.tiktok.shares.at(-1)).toBe(100);
    expect(report.past.engines).toMatchObject([{ engine: 'native', platform: 'tiktok' }]);
    expect(report.tested).toEqual({ ...byPlatform(() => null), tiktok: new Date(NOON).toISOString() });
    expect((await instance().service.report()).past).toEqual(report.past);
  });

  it('adds up what several instances counted, and keeps the latest time whoever writes last', async () => {
    const [one, other] = [instance(), instance(await empty.open())];
    one.preview(true);
    clock += 10 * MINUTE_MS;
    other.preview(false);
    await other.counts.flush();
    await one.counts.flush();
    const { previews, past } = await instance().service.report();
    expect(past.previews.tiktok.shares.at(-1)).toBe(50);
    expect(previews.tiktok.lastSeen).toBe(new Date(clock).toISOString());
  });

  it('ignores what a fast clock has counted, and continues without it', async () => {
    const wrong = instance();
    clock += 400 * DAY_MS;
    for (let count = 0; count < 3; count += 1) wrong.preview(false);
    await wrong.counts.flush();
    clock = NOON;
    const { previews, incidents } = await instance().service.report();
    expect([previews.tiktok, incidents]).toEqual([{ state: 'unknown', medianMs: null, lastSeen: null }, []]);
    const one = instance();
    one.preview(true);
    await one.counts.flush();
    expect((await instance().service.report()).previews.tiktok).toMatchObject({
      state: 'working',
      lastSeen: new Date(NOON).toISOString(),
    });
  });

  it('remembers thirty days and their incidents', async () => {
    const { counts, preview, service } = instance();
    for (let count = 0; count < 3; count += 1) preview(false);
    clock += HOUR_MS;
    preview(true);
    await counts.flush();
    clock += 28 * DAY_MS;
    const { days, past, incidents } = await service.report();
    expect(past.previews.tiktok.states[days.indexOf('2026-11-21')]).toBe('failing');
    expect(incidents).toEqual([
      {
        part: 'tiktok',
        from: new Date(NOON).toISOString(),
        until: new Date(NOON + HOUR_MS).toISOString(),
        over: true,
      },
    ]);
    clock += 2 * DAY_MS;
    const later = await service.report();
    expect(later.days).not.toContain('2026-11-21');
    expect(later.incidents).toEqual([]);
  });

  /** Wraps the database and calls `before` ahead of every query. */
  const wrapDatabase = (before: () => void): Database => ({
    ...database,
    query: new Proxy(database.query, {
      get(target, name) {
        if (name === 'selectFrom') before();
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === 'function' ? (found.bind(target) as unknown) : found;
      },
    }),
  });

  it('shows a day as the state says, as soon as a state changes', async () => {
    const { preview, service } = instance();
    preview(true);
    const today = async () => {
      const { previews, past } = await service.report();
      return [previews.tiktok.state, past.previews.tiktok.states.at(-1)];
    };
    expect(await today()).toEqual(['working', 'working']);
    clock += 1_000;
    for (let count = 0; count < 3; count += 1) preview(false);
    expect(await today()).toEqual(['failing', 'failing']);
  });

  it('claims nothing about a platform that only refused stories were requested from', async () => {
    const { work, service, preview } = instance();
    const refused = { ok: false, code: 'failed', reason: 'story_needs_session' } as const;
    for (const engineName of ['native', null] as const)
      work.preview({ platform: 'tiktok', engine: engineName, ms: 1, outcome: refused });
    const first = await service.report();
    expect([first.previews.tiktok, first.past.previews.tiktok.shares.at(-1)]).toEqual([
      { state: 'unknown', medianMs: null, lastSeen: null },
      null,
    ]);
    expect([first.engines, first.past.engines]).toEqual([[], []]);
    for (let count = 0; count < 3; count += 1) preview(false);
    const { previews, past } = await service.report();
    expect([previews.tiktok.state, past.previews.tiktok.states.at(-1)]).toEqual(['failing', 'failing']);
    expect(past.previews.tiktok.shares.at(-1)).toBe(0);
  });

  it('queries the database at most once a minute while no state changes', async () => {
    let reads = 0;
    const { service } = instance(
      wrapDatabase(() => {
        reads += 1;
      }),
    );
    await Promise.all(Array.from({ length: 50 }, () => service.report()));
    const once = reads;
    expect(once).toBeGreaterThan(0);
    clock += MINUTE_MS - 1;
    await service.report();
    expect(reads).toBe(once);
    clock += 1;
    await service.report();
    expect(reads).toBe(2 * once);
    // A clock that is set back does not delay the next query.
    clock -= HOUR_MS;
    await service.report();
    expect(reads).toBe(3 * once);
  });

  it('serves the last known status while the database does not answer', async () => {
    const { preview, counts } = instance();
    preview(true);
    await counts.flush();
    let away = false;
    const { service } = instance(
      wrapDatabase(() => {
        if (away) throw new DatabaseConnectionError();
      }),
    );
    const before = await service.report();
    expect(before.past.previews.tiktok.states.at(-1)).toBe('working');
    away = true;
    clock += 2 * MINUTE_MS;
    expect((await service.report()).past).toEqual(before.past);
    clock += HOUR_MS;
    expect((await service.report()).previews.tiktok.state).toBe('unknown');
  });
});
