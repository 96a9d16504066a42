import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/base/db/database.ts';
import { type EmptyDatabase, repeatedEngines } from './engines.ts';
import { numbered, openNumbered } from './numbered-saves.ts';
import { startDatabaseProcess } from './start-database-process.ts';

/** How often the saving process is killed; the reliability run sets a higher number. */
const RUNS = Number(process.env['RELIABILITY_RUNS'] ?? 4);
/** The longest one run takes on a slow machine. */
const RUN_MAX_MS = 8_000;
/**
 * Upper limit of the random delay before the kill. A save takes some milliseconds, so the kills hit every moment of
 * one.
 */
const KILL_WITHIN_MS = 40;

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at + 1);

describe.concurrent.each(repeatedEngines)('a process killed while it saves settings on $kind', (engine) => {
  let empty: EmptyDatabase;
  beforeAll(async () => {
    empty = await engine.create();
    await (await empty.open()).close();
  });
  afterAll(() => empty.drop());

  /** Lets a process save until it is killed at a random moment. Returns the revisions it had acknowledged. */
  const saveUntilKilled = async (): Promise<number[]> => {
    const { child, ended, started, lines } = startDatabaseProcess('save', empty.config);
    await started();
    await pause(Math.random() * KILL_WITHIN_MS);
    child.kill('SIGKILL');
    expect(await ended).toBeNull();
    return lines().map(Number);
  };

  /** Checks that the current settings and all stored revisions are complete. Returns the current revision. */
  const checkSettings = async (database: Database): Promise<number> => {
    const settings = await openNumbered(database);
    const { revision, title, content, maintenance } = settings.current();
    expect({ title, content, maintenance }).toEqual(numbered(revision));
    for (const stored of await settings.revisions()) {
      const { site } = (await settings.revision(stored.revision)) ?? {};
      expect(site).toMatchObject(numbered(stored.revision));
      expect(stored.changed).toHaveLength(3);
    }
    return revision;
  };

  /** Checks that the log has exactly one entry per changed setting of each revision, and no other new entry. */
  const checkLog = async ({ query }: Database, from: number, to: number, after: number): Promise<number> => {
    const lines = await query
      .selectFrom('activity')
      .select(['id', 'subject', 'after'])
      .where('id', '>', after)
      .orderBy('id')
      .execute();
    expect(lines).toHaveLength((to - from) * 3);
    expect(lines.filter(({ subject }) => subject === 'title').map((line) => line.after)).toEqual(
      upTo(from, to).map((revision) => numbered(revision).title),
    );
    return lines.at(-1)?.id ?? after;
  };

  it(
    `has lost nothing it acknowledged, and left nothing half done (${RUNS} kills)`,
    async () => {
      let last = 0;
      let lastLine = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const acknowledged = await saveUntilKilled();
        const database = await empty.open();
        const from = last;
        last = await checkSettings(database);
        lastLine = await checkLog(database, from, last, lastLine);
        // At most the last save lacks its acknowledgement: the kill may have come between the commit and the
        // acknowledgement.
        expect(acknowledged).toEqual(upTo(from, from + acknowledged.length));
        expect([0, 1]).toContain(last - from - acknowledged.length);
        if (database.kind === 'sqlite') {
          const { rows } = await sql`pragma integrity_check`.execute(database.query);
          expect(rows).toEqual([{ integrity_check: 'ok' }]);
        }
        await database.close();
      }
      expect(last).toBeGreaterThanOrEqual(RUNS);
    },
    RUNS * RUN_MAX_MS,
  );
});
