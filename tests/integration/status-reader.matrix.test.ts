import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statusReportSchema } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import { DatabaseConnectionError } from '../../src/server/base/db/database-fault.ts';
import { createCounters } from '../../src/server/health/counters/counters.ts';
import { createOutcomeRecorder } from '../../src/server/health/counters/outcomes.ts';
import { createStatusReader, STATUS_READ_MS } from '../../src/server/health/status/status-reader.ts';
import { failed } from '../../src/server/platforms/failures.ts';
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

  /** Creates counters and a reader as one process has them. */
  const instance = (own = database) => {
    const counters = createCounters(own, SILENT, now);
    const outcomes = createOutcomeRecorder({ counters, now });
    const reader = createStatusReader({
      counters,
      lastCheck: async () => null,
      lastScheduledChecks: async () => byPlatform(() => ({ lastAt: null, worked: null, isCounted: false })),
      platformSwitches: () => byPlatform(() => true),
      log: SILENT,
      now,
    });
    const preview = (ok: boolean, engineName: 'native' | null = null, platform = 'tiktok' as const) =>
      outcomes.countRun({
        platform,
        engine: engineName,
        ms: 400,
        outcome: ok ? { ok } : failed('rate_limited'),
      });
    return { counters, outcomes, reader, preview };
  };

  it('counts every engine and platform by the minute: successes, failures with causes, and times; nothing else', async () => {
    const { counters, preview, outcomes } = instance();
    preview(true, 'native');
    preview(false, 'native');
    preview(true);
    outcomes.countRun({ platform: 'instagram', engine: 'native', ms: 9, outcome: failed('gone') });
    outcomes.countRun({
      platform: 'instagram',
      engine: 'native',
      ms: 9,
      outcome: failed('no_media'),
    });
    outcomes.countDownload({ platform: null, firstByteMs: 80, outcome: { ok: true, bytes: 9 } });
    await counters.flush();
    const rows = await database.query
      .selectFrom('counters')
      .select(['kind', 'platform', 'engine', 'outcome', 'count', 'step'])
      .orderBy('kind')
      .orderBy('platform')
      .orderBy('engine')
      .orderBy('outcome')
      .execute();
    expect(new Set(rows.map(({ step }) => step))).toEqual(new Set([NOON]));
    expect(
      rows.map(({ kind, platform, engine: name, outcome, count }) =>
        [kind, platform, name, outcome, count].join(' '),
      ),
    ).toEqual([
      'cause instagram native no_media 1',
      'cause tiktok native limited 1',
      'judged downloads  worked 1',
      'judged instagram native worked 1',
      'judged tiktok  worked 1',
      'judged tiktok native failed 1',
      'judged tiktok native worked 1',
      expect.stringMatching(/^run_ms downloads {2}\d+ 1$/u),
      expect.stringMatching(/^run_ms tiktok {2}\d+ 1$/u),
      expect.stringMatching(/^run_ms tiktok native \d+ 1$/u),
    ]);
  });

  it('survives a restart, and is the same for every instance', async () => {
    const one = instance();
    for (let count = 0; count < 4; count += 1) one.preview(true, 'native');
    one.preview(true);
    one.counters.recordSeen('test', 'tiktok');
    await one.counters.close();
    clock += 5 * MINUTE_MS;
    const other = instance(await empty.open());
    const report = statusReportSchema.parse(await other.reader.report());
    expect(report.previews.tiktok).toMatchObject({
      state: 'working',
      lastSeen: new Date(NOON).toISOString(),
    });
    expect(report.engines).toMatchObject([{ engine: 'native', platform: 'tiktok', state: 'working' }]);
    expect(report.past.previews.tiktok.shares.at(-1)).toBe(100);
    expect(report.past.engines).toMatchObject([{ engine: 'native', platform: 'tiktok' }]);
    expect(report.tested).toEqual({ ...byPlatform(() => null), tiktok: new Date(NOON).toISOString() });
    expect((await instance().reader.report()).past).toEqual(report.past);
  });

  it('shows every instance the same state within seconds', async () => {
    const [one, other] = [instance(), instance(await empty.open())];
    for (let count = 0; count < 12; count += 1) one.preview(true, 'native');
    for (let count = 0; count < 12; count += 1) other.preview(true);
    const stateOf = async ({ reader }: typeof one) => {
      const { previews, engines: shown, causes } = await reader.report();
      return { previews, shown, causes };
    };
    await Promise.all([one.counters.flush(), other.counters.flush()]);
    expect((await stateOf(other)).previews.tiktok.state).toBe('working');
    expect(await stateOf(one)).toEqual(await stateOf(other));
    clock += MINUTE_MS;
    // Only one of them sees the failures.
    for (let count = 0; count < 12; count += 1)
      for (const name of ['native', null] as const) one.preview(false, name);
    await one.counters.flush();
    clock += STATUS_READ_MS;
    expect(await stateOf(other)).toMatchObject({
      previews: { tiktok: { state: 'failing' } },
      shown: [{ engine: 'native', state: 'failing' }],
      causes: { tiktok: 'limited' },
    });
    expect(await stateOf(one)).toEqual(await stateOf(other));
  });

  it('adds up what several instances counted, and keeps the latest time whoever writes last', async () => {
    const [one, other] = [instance(), instance(await empty.open())];
    one.preview(true);
    clock += 10 * MINUTE_MS;
    other.preview(false);
    await other.counters.flush();
    await one.counters.flush();
    const { previews, past } = await instance().reader.report();
    expect(past.previews.tiktok.shares.at(-1)).toBe(50);
    expect(previews.tiktok.lastSeen).toBe(new Date(clock).toISOString());
  });

  it('ignores what a fast clock has counted, and continues without it', async () => {
    const wrong = instance();
    clock += 400 * DAY_MS;
    for (let count = 0; count < 3; count += 1) wrong.preview(false);
    await wrong.counters.flush();
    clock = NOON;
    const { previews, incidents } = await instance().reader.report();
    expect([previews.tiktok, incidents]).toEqual([{ state: 'unknown', medianMs: null, lastSeen: null }, []]);
    const one = instance();
    one.preview(true);
    await one.counters.flush();
    expect((await instance().reader.report()).previews.tiktok).toMatchObject({
      state: 'working',
      lastSeen: new Date(NOON).toISOString(),
    });
  });

  it('remembers thirty days and their incidents', async () => {
    const { counters, preview, reader } = instance();
    for (let count = 0; count < 3; count += 1) preview(false);
    clock += HOUR_MS;
    preview(true);
    await counters.flush();
    clock += 28 * DAY_MS;
    const { days, past, incidents } = await reader.report();
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
    const later = await reader.report();
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
    const { preview, reader } = instance();
    preview(true);
    const today = async () => {
      const { previews, past } = await reader.report();
      return [previews.tiktok.state, past.previews.tiktok.states.at(-1)];
    };
    expect(await today()).toEqual(['working', 'working']);
    clock += 1_000;
    for (let count = 0; count < 3; count += 1) preview(false);
    expect(await today()).toEqual(['failing', 'failing']);
  });

  it('claims nothing about a platform that only refused stories were requested from', async () => {
    const { outcomes, reader, preview } = instance();
    const refused = failed('story_needs_session');
    for (const engineName of ['native', null] as const)
      outcomes.countRun({ platform: 'tiktok', engine: engineName, ms: 1, outcome: refused });
    const first = await reader.report();
    expect([first.previews.tiktok, first.past.previews.tiktok.shares.at(-1)]).toEqual([
      { state: 'unknown', medianMs: null, lastSeen: null },
      null,
    ]);
    expect([first.engines, first.past.engines]).toEqual([[], []]);
    for (let count = 0; count < 3; count += 1) preview(false);
    const { previews, past } = await reader.report();
    expect([previews.tiktok.state, past.previews.tiktok.states.at(-1)]).toEqual(['failing', 'failing']);
    expect(past.previews.tiktok.shares.at(-1)).toBe(0);
  });

  it('queries the database at most every few seconds', async () => {
    let reads = 0;
    const { reader } = instance(
      wrapDatabase(() => {
        reads += 1;
      }),
    );
    await Promise.all(Array.from({ length: 50 }, () => reader.report()));
    const once = reads;
    expect(once).toBeGreaterThan(0);
    clock += STATUS_READ_MS - 1;
    await reader.report();
    expect(reads).toBe(once);
    clock += 1;
    await reader.report();
    const twice = reads;
    // The past is not read again so soon.
    expect(twice).toBe(once * 1.5);
    // A clock that is set back does not delay the next query.
    clock -= HOUR_MS;
    await reader.report();
    expect(reads).toBe(twice + once);
  });

  it('serves the last known status while the database does not answer', async () => {
    const { preview, counters } = instance();
    preview(true);
    await counters.flush();
    let away = false;
    const waiting = instance(
      wrapDatabase(() => {
        if (away) throw new DatabaseConnectionError();
      }),
    );
    const { reader } = waiting;
    const before = await reader.report();
    expect(before.past.previews.tiktok.states.at(-1)).toBe('working');
    away = true;
    clock += 2 * MINUTE_MS;
    expect((await reader.report()).past).toEqual(before.past);
    // What is not written yet counts too.
    for (let count = 0; count < 3; count += 1) waiting.preview(false);
    expect((await waiting.reader.report()).previews.tiktok.state).toBe('failing');
    clock += HOUR_MS + MINUTE_MS;
    expect((await reader.report()).previews.tiktok.state).toBe('unknown');
  });
});
