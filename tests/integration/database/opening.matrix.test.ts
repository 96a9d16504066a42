import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../../src/server/base/config/start-error.ts';
import { openDatabase } from '../../../src/server/base/db/open-database.ts';
import { type EmptyDatabase, engines } from './engines.ts';
import { startDatabaseProcess } from './start-database-process.ts';

const SILENT = pino({ level: 'silent' });

describe.each(engines)('opening a database on $kind', (engine) => {
  let empty: EmptyDatabase;
  beforeEach(async () => {
    empty = await engine.create();
  });
  afterEach(() => empty.drop());

  it('creates the tables once, and preserves their rows', async () => {
    const first = await empty.open();
    await first.query.insertInto('site_state').values({ name: 'a', value: 'b' }).execute();
    await first.close();
    const second = await empty.open();
    expect(await second.query.selectFrom('site_state').selectAll().execute()).toEqual([
      { name: 'a', value: 'b' },
    ]);
  });

  it('creates the tables once when several processes start together', async () => {
    const starting = [1, 2, 3].map(() => startDatabaseProcess('open', empty.config));
    expect(await Promise.all(starting.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    const { query } = await empty.open();
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
    expect(rows).toEqual([{ name: '001-first-tables' }, { name: '002-last-seen' }, { name: '003-counters' }]);
  });

  it('refuses a database that a newer version has used, with an explanation', async () => {
    const { query } = await empty.open();
    await sql`insert into kysely_migration (name, timestamp) values ('999-from-afar', ${new Date().toISOString()})`.execute(
      query,
    );
    const opening = empty.open();
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(/newer version.*999-from-afar/);
  });
});

describe('opening a file', () => {
  const folders: string[] = [];
  const folder = async () => {
    const made = await mkdtemp(path.join(os.tmpdir(), 'savelet-open-'));
    folders.push(made);
    return made;
  };
  afterAll(() => Promise.all(folders.map((made) => rm(made, { recursive: true, force: true }))));

  it('creates it readable by its owner only', async () => {
    const dataDir = path.join(await folder(), 'not', 'yet');
    const database = await openDatabase({ databaseUrl: null, dataDir }, SILENT);
    const modeOf = async (name: string) => (await stat(path.join(dataDir, name))).mode & 0o777;
    expect(await modeOf('.')).toBe(0o700);
    for (const name of ['savelet.db', 'savelet.db-wal', 'savelet.db-shm'])
      expect(await modeOf(name)).toBe(0o600);
    await database.close();
  });

  it('that is not a database, or cannot be reached, stops the start without a stack trace', async () => {
    const dataDir = await folder();
    await writeFile(path.join(dataDir, 'savelet.db'), 'this is no database at all'.repeat(100));
    await expect(openDatabase({ databaseUrl: null, dataDir }, SILENT)).rejects.toThrow(
      /^The database in DATA_DIR could not be opened: file is not a database\.$/,
    );
    const file = path.join(await folder(), 'a-file');
    await writeFile(file, '');
    await chmod(file, 0o600);
    await expect(openDatabase({ databaseUrl: null, dataDir: file }, SILENT)).rejects.toThrow(
      /^DATA_DIR must be a folder: a file is in its place/,
    );
  });

  it('does not happen when a server is configured, which then must be reachable', async () => {
    const databaseUrl = 'postgres://ann:secret@127.0.0.1:9/site';
    const opening = openDatabase({ databaseUrl, dataDir: await folder() }, SILENT);
    await expect(opening).rejects.toThrow(
      /^The database of DATABASE_URL could not be opened: ECONNREFUSED\.$/,
    );
  });
});
