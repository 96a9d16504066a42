import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN, startProcess } from '../process/running-process.ts';
import { type EmptyDatabase, sqlite } from './engines.ts';

const COPY = /^savelet\.db\.\d{8}T\d{9}Z\.before-003-counters$/;

let empty: EmptyDatabase;
let dataDir: string;
beforeEach(async () => {
  empty = await sqlite.create();
  ({ dataDir } = empty.config);
});
afterEach(() => empty.drop());

const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('savelet.db.'));
/** Runs statements on a file of the folder, as another program does. */
const run = (sql: string, name = 'savelet.db'): unknown[] => {
  const connection = new DatabaseSync(path.join(dataDir, name));
  try {
    return connection.prepare(sql).all();
  } finally {
    connection.close();
  }
};
const migrations = (name?: string) => run('select name from kysely_migration order by name', name).length;

/** Leaves the database as a version before the third migration does. */
const leaveOlder = async (title: string): Promise<void> => {
  const database = await empty.open();
  await database.write((trx) => trx.insertInto('site_state').values({ name: title, value: '' }).execute());
  await database.close();
  for (const sql of [
    'drop index counters_kind',
    'alter table counters rename to hourly_counts',
    'alter table hourly_counts rename column step to hour',
    'create index hourly_counts_kind on hourly_counts (kind, hour)',
    "delete from kysely_migration where name = '003-counters'",
  ])
    run(sql);
};

describe('before a migration', () => {
  it('a readable copy is kept for the owner alone, the last two of them, and none of a new database', async () => {
    for (const title of ['first', 'second', 'third']) {
      await leaveOlder(title);
      expect(copies().filter((name) => !COPY.test(name))).toEqual([]);
      await (await empty.open()).close();
      expect(migrations()).toBe(3);
      // The names have milliseconds.
      await pause(5);
    }
    expect(copies()).toHaveLength(2);
    for (const [at, name] of copies().toSorted().entries()) {
      expect(name).toMatch(COPY);
      expect(migrations(name)).toBe(2);
      expect(run("select count(*) as found from site_state where value = ''", name)).toEqual([
        { found: at + 2 },
      ]);
      if (process.platform !== 'win32') expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
    const again = await empty.open();
    await again.close();
    expect(copies()).toHaveLength(2);
  });

  it.runIf(process.platform === 'linux')('a copy that cannot be made stops the start', async () => {
    await leaveOlder('only');
    const one = await startProcess(MAIN, { DATA_DIR: dataDir }, { limit: '-S -f 100' });
    try {
      expect(await one.ended).toMatchObject({ code: 1 });
      expect(one.errors()).toMatch(
        /^Savelet could not start\.\nThe database needs an update, before which [^\n]+\n$/,
      );
    } finally {
      await one.remove();
    }
    expect(migrations()).toBe(2);
    expect(copies()).toEqual([]);
  });
});
