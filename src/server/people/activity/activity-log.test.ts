import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../base/db/database.ts';
import { openDatabase } from '../../base/db/open-database.ts';
import { ACTIVITY_ENTRIES_MAX, readActivity, writeActivity } from './activity-log.ts';

let dataDir: string;
let database: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-activity-'));
  database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Writes entries whose subjects are the numbers from `from` to `to`. */
const write = (from: number, to: number) =>
  database.write((trx) =>
    writeActivity(
      trx,
      Array.from({ length: to - from + 1 }, (_, at) => ({
        actor: null,
        action: 'password_changed' as const,
        subject: String(from + at),
      })),
      0,
    ),
  );

describe('the activity log', () => {
  it('keeps its last entries up to the limit, and deletes only older ones', async () => {
    const half = ACTIVITY_ENTRIES_MAX / 2;
    await write(1, half);
    await write(half + 1, ACTIVITY_ENTRIES_MAX);
    const subjects = async () => {
      const rows = await database.query.selectFrom('activity').select('subject').orderBy('id').execute();
      return [rows.length, rows[0]?.subject, rows.at(-1)?.subject];
    };
    expect(await subjects()).toEqual([ACTIVITY_ENTRIES_MAX, '1', String(ACTIVITY_ENTRIES_MAX)]);
    await write(ACTIVITY_ENTRIES_MAX + 1, ACTIVITY_ENTRIES_MAX + 3);
    expect(await subjects()).toEqual([ACTIVITY_ENTRIES_MAX, '4', String(ACTIVITY_ENTRIES_MAX + 3)]);
    const { entries } = await readActivity(database);
    expect(entries[0]?.subject).toBe(String(ACTIVITY_ENTRIES_MAX + 3));
  });
});
