import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { type EmptyDatabase, engines } from './engines.ts';
import { startDatabaseProcess } from './start-database-process.ts';

/** How often the saving process is killed; the reliability run sets more. */
const RUNS = Number(process.env['RELIABILITY_RUNS'] ?? 10);
/** A run takes this long on a slow machine. */
const RUN_MAX_MS = 6_000;
/** Saves take some milliseconds: this meets every moment of one. */
const KILL_WITHIN_MS = 40;

describe.concurrent.each(engines)('a process killed while it saves settings on $kind', (engine) => {
  let empty: EmptyDatabase;
  beforeAll(async () => {
    empty = await engine.create();
    await (await empty.open()).close();
  });
  afterAll(() => empty.drop());

  /** Lets a process save until it is killed at some moment; gives the revisions it had acknowledged. */
  const saveUntilKilled = async (): Promise<number[]> => {
    const { child, ended, started, lines } = startDatabaseProcess('save', empty.config);
    await started();
    await pause(Math.random() * KILL_WITHIN_MS);
    child.kill('SIGKILL');
    expect(await ended).toBeNull();
    return lines().map(Number);
  };

  /** Fails unless every revision is whole, follows the one before, and has its one line in the log. Gives the last. */
  const checkAll = async (database: Database, from: number): Promise<number> => {
    const revisions = await database.query
      .selectFrom('settings_revisions')
      .selectAll()
      .where('revision', '>', from)
      .orderBy('revision')
      .execute();
    for (const [at, { revision, stored }] of revisions.entries()) {
      expect(revision).toBe(from + at + 1);
      expect(JSON.parse(stored)).toMatchObject({ title: `Title ${revision}`, end: revision });
    }
    const last = from + revisions.length;
    const log = await database.query.selectFrom('activity').select('after').orderBy('id').execute();
    expect(log.map(({ after }) => Number(after))).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    return last;
  };

  it(
    `has lost nothing it acknowledged, and left nothing half done (${RUNS} kills)`,
    async () => {
      let last = 0;
      let unacknowledged = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const acknowledged = await saveUntilKilled();
        const database = await empty.open();
        const from = last;
        last = await checkAll(database, from);
        // It may have been killed between the end of a save and its acknowledgement, in no other place.
        expect(acknowledged).toEqual(Array.from(acknowledged, (_, at) => from + at + 1));
        expect([0, 1]).toContain(last - from - acknowledged.length);
        unacknowledged += last - from - acknowledged.length;
        if (database.kind === 'sqlite') {
          const { rows } = await sql`pragma integrity_check`.execute(database.query);
          expect(rows).toEqual([{ integrity_check: 'ok' }]);
        }
        await database.close();
      }
      expect(last).toBeGreaterThanOrEqual(RUNS);
      expect(unacknowledged).toBeLessThanOrEqual(RUNS);
    },
    RUNS * RUN_MAX_MS,
  );
});
