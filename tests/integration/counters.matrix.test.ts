import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/server/base/db/database.ts';
import { DatabaseConnectionError } from '../../src/server/base/db/database-fault.ts';
import { createCounters } from '../../src/server/health/counters/counters.ts';
import { createOutcomeRecorder } from '../../src/server/health/counters/outcomes.ts';
import { readOverview } from '../../src/server/health/status/read-overview.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';

const SILENT = pino({ level: 'silent' });

/** How the previews here were answered, which the counters leave out. */
const ANSWERED = { engine: 'native', isShared: false } as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 10, 21, 12);

describe.each(engines)('counters on $kind', (engine) => {
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

  /** Opens the counters as one process has them. */
  const open = (own = database, log = SILENT) => {
    const counters = createCounters(own, log, now);
    const { countPreview, countDownload } = createOutcomeRecorder({ counters, now });
    return {
      ...counters,
      preview: countPreview,
      download: (platform: 'tiktok', ok: boolean, bytes = 0) =>
        countDownload({
          platform,
          firstByteMs: 5,
          outcome: ok ? { ok, bytes } : { ok, code: 'media_failed' },
        }),
      overview: () => readOverview(counters, now()),
    };
  };
  const today = async (of = open()) => (await of.overview()).days.at(-1);

  it('survive a restart', async () => {
    const counts = open();
    counts.preview({ platform: 'instagram', ...ANSWERED, ms: 120, failure: null });
    counts.preview({ platform: 'instagram', ...ANSWERED, ms: 80, failure: 'private' });
    counts.download('tiktok', true, 2_000);
    counts.download('tiktok', false, 0);
    await counts.close();
    const { days, today: todayDetails } = await open().overview();
    expect(days.at(-1)).toMatchObject({ previews: 2, previewsFailed: 1, downloads: 2, downloadsFailed: 1 });
    expect(todayDetails.failures).toEqual({ private: 1, download: 1 });
    expect(todayDetails.bytes).toBe(2_000);
    expect(todayDetails.medianPreviewMs).toBeGreaterThanOrEqual(120);
    expect(todayDetails.medianPreviewMs).toBeLessThan(160);
  });

  it('of two instances add up', async () => {
    const one = open();
    const other = open(await empty.open());
    for (let at = 0; at < 20; at += 1) {
      (at % 2 === 0 ? one : other).download('tiktok', true, 10);
      await Promise.all([one.flush(), other.flush()]);
    }
    expect(await today()).toMatchObject({ downloads: 20 });
  });

  it('exclude the built-in samples', async () => {
    const counts = open();
    counts.preview({ platform: 'sample', ...ANSWERED, ms: 1, failure: null });
    expect(await today(counts)).toMatchObject({ previews: 0 });
  });

  it('are deleted after ninety days', async () => {
    const counts = open();
    counts.download('tiktok', true, 1);
    await counts.flush();
    clock += 91 * DAY_MS;
    counts.download('tiktok', true, 1);
    await counts.flush();
    expect(await database.query.selectFrom('counters').select('step').distinct().execute()).toEqual([
      { step: clock },
    ]);
  });

  it('are of minutes, and of hours from the hour after the next on', async () => {
    const counters = open();
    const other = open(await empty.open());
    const stored = () =>
      database.query
        .selectFrom('counters')
        .select(['step', 'count', 'bytes'])
        .where('kind', '=', 'download')
        .orderBy('step')
        .execute();
    for (let minute = 0; minute < 3; minute += 1) {
      counters.download('tiktok', true, 10);
      other.download('tiktok', true, 1);
      await Promise.all([counters.flush(), other.flush()]);
      clock += MINUTE_MS;
    }
    expect(await stored()).toEqual(
      [0, 1, 2].map((minute) => ({ step: NOON + minute * MINUTE_MS, count: 2, bytes: 11 })),
    );
    clock = NOON + 2 * HOUR_MS;
    counters.preview({ platform: 'tiktok', ...ANSWERED, ms: 5, failure: null });
    await counters.flush();
    expect(await stored()).toEqual([{ step: NOON, count: 6, bytes: 33 }]);
    expect(await today()).toMatchObject({ downloads: 6, previews: 1 });
    expect(
      await database.query.selectFrom('counters').select('kind').where('kind', '=', 'run_ms').execute(),
    ).toEqual([]);
  });

  it('of an earlier version, which are of hours, are added to', async () => {
    const hourly = { kind: 'preview', platform: 'tiktok', engine: '', outcome: 'ok', bytes: 0 };
    await database.query
      .insertInto('counters')
      .values({ ...hourly, step: NOON, count: 40 })
      .execute();
    const counters = open();
    clock += 20 * MINUTE_MS;
    counters.preview({ platform: 'tiktok', ...ANSWERED, ms: 5, failure: null });
    await counters.flush();
    clock += 2 * HOUR_MS;
    counters.preview({ platform: 'tiktok', ...ANSWERED, ms: 5, failure: null });
    await counters.flush();
    expect(
      await database.query
        .selectFrom('counters')
        .select(['step', 'count'])
        .where('kind', '=', 'preview')
        .orderBy('step')
        .execute(),
    ).toEqual([
      { step: NOON, count: 41 },
      { step: clock, count: 1 },
    ]);
  });

  it('are not lost while the database does not answer', async () => {
    let away = true;
    const shaky: Database = {
      ...database,
      query: database.query,
      write: (work) => (away ? Promise.reject(new DatabaseConnectionError()) : database.write(work)),
    };
    const counts = open(shaky);
    counts.download('tiktok', true, 5);
    await counts.flush();
    counts.download('tiktok', true, 5);
    await counts.flush();
    expect(await today()).toMatchObject({ downloads: 0 });
    away = false;
    await counts.close();
    expect(await today()).toMatchObject({ downloads: 2 });
  });

  it('log that they cannot be written, once per kind of fault, and that they can again', async () => {
    const logged: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    let fault: Error | null = new DatabaseConnectionError();
    const shaky: Database = {
      ...database,
      write: (work) => (fault === null ? database.write(work) : Promise.reject(fault)),
    };
    const counts = open(shaky, log);
    const countOnce = async (): Promise<void> => {
      counts.download('tiktok', true, 5);
      await counts.flush();
    };
    await countOnce();
    await countOnce();
    fault = new TypeError('a mistake of ours');
    await countOnce();
    await countOnce();
    fault = null;
    await countOnce();
    await countOnce();
    const lines = logged.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'the counters could not be written'],
      [50, 'the counters could not be written'],
      [30, 'the counters are written again'],
    ]);
    expect(logged[1]).toContain('TypeError');
    expect(await today()).toMatchObject({ downloads: 6 });
    await counts.close();
  });

  it('contain no visitor, link or post', async () => {
    const columns = await database.query.introspection.getTables();
    const counted = columns.find(({ name }) => name === 'counters');
    expect(counted?.columns.map(({ name }) => name)).toEqual([
      'step',
      'kind',
      'platform',
      'engine',
      'outcome',
      'count',
      'bytes',
    ]);
  });
});
