import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/server/base/db/database.ts';
import { DatabaseConnectionError } from '../../src/server/base/db/database-fault.ts';
import { createWorkCounts } from '../../src/server/health/status/work-counts.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';

const SILENT = pino({ level: 'silent' });

const HOUR_MS = 60 * 60 * 1_000;
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

  const today = async (of = createWorkCounts(database, SILENT, now)) => (await of.overview()).days.at(-1);

  it('survive a restart', async () => {
    const counts = createWorkCounts(database, SILENT, now);
    counts.preview({ platform: 'instagram', ms: 120, failure: null });
    counts.preview({ platform: 'instagram', ms: 80, failure: 'private' });
    counts.download({ platform: 'tiktok', ok: true, bytes: 2_000 });
    counts.download({ platform: 'tiktok', ok: false, bytes: 0 });
    await counts.close();
    const { days, today: todayDetails } = await createWorkCounts(database, SILENT, now).overview();
    expect(days.at(-1)).toMatchObject({ previews: 2, previewsFailed: 1, downloads: 2, downloadsFailed: 1 });
    expect(todayDetails.failures).toEqual({ private: 1, download: 1 });
    expect(todayDetails.bytes).toBe(2_000);
    expect(todayDetails.medianPreviewMs).toBeGreaterThanOrEqual(120);
    expect(todayDetails.medianPreviewMs).toBeLessThan(160);
  });

  it('of two instances add up', async () => {
    const one = createWorkCounts(database, SILENT, now);
    const other = createWorkCounts(await empty.open(), SILENT, now);
    for (let at = 0; at < 20; at += 1) {
      (at % 2 === 0 ? one : other).download({ platform: 'tiktok', ok: true, bytes: 10 });
      await Promise.all([one.flush(), other.flush()]);
    }
    expect(await today()).toMatchObject({ downloads: 20 });
  });

  it('exclude the built-in samples', async () => {
    const counts = createWorkCounts(database, SILENT, now);
    counts.preview({ platform: 'sample', ms: 1, failure: null });
    expect(await today(counts)).toMatchObject({ previews: 0 });
  });

  it('are deleted after ninety days', async () => {
    const counts = createWorkCounts(database, SILENT, now);
    counts.download({ platform: 'tiktok', ok: true, bytes: 1 });
    await counts.flush();
    clock += 91 * DAY_MS;
    counts.download({ platform: 'tiktok', ok: true, bytes: 1 });
    await counts.flush();
    expect(await database.query.selectFrom('hourly_counts').select('hour').execute()).toEqual([
      { hour: clock },
    ]);
  });

  it('are not lost while the database does not answer', async () => {
    let away = true;
    const shaky: Database = {
      ...database,
      query: database.query,
      write: (work) => (away ? Promise.reject(new DatabaseConnectionError()) : database.write(work)),
    };
    const counts = createWorkCounts(shaky, SILENT, now);
    counts.download({ platform: 'tiktok', ok: true, bytes: 5 });
    await counts.flush();
    counts.download({ platform: 'tiktok', ok: true, bytes: 5 });
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
    const counts = createWorkCounts(shaky, log, now);
    const countOnce = async (): Promise<void> => {
      counts.download({ platform: 'tiktok', ok: true, bytes: 5 });
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
    const counted = columns.find(({ name }) => name === 'hourly_counts');
    expect(counted?.columns.map(({ name }) => name)).toEqual([
      'hour',
      'kind',
      'platform',
      'engine',
      'outcome',
      'count',
      'bytes',
    ]);
  });
});
