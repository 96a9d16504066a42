import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase, openServerDatabase } from '../../../src/server/db/open-database.ts';
import { createLogger } from '../../../src/server/observability/logger.ts';
import { type AccountBrowser, openBrowser, openOwner } from '../account-browser.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { startDatabaseProcess } from './start-database-process.ts';

const run = promisify(execFile);
const SILENT = pino({ level: 'silent' });
const ROOT = path.resolve(import.meta.dirname, '../../..');

let folder: string;
const fileOf = (suffix = '') => path.join(folder, 'data', `savelet.db${suffix}`);
const backupFile = () => path.join(folder, 'backup.db');
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-overwritten-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Overwrites the file the way an operator would: another process writes into the existing file. */
const copyOver = () => run('cp', [backupFile(), fileOf()]);

const makeOther = async (): Promise<void> => {
  const dataDir = path.join(folder, 'other');
  const database = await openDatabase({ databaseUrl: null, dataDir }, SILENT);
  await database.query.insertInto('site_state').values({ name: 'who', value: 'other' }).execute();
  await database.close();
  await run('cp', [path.join(dataDir, 'savelet.db'), backupFile()]);
};

const makeBackup = async (): Promise<void> => {
  const source = new DatabaseSync(fileOf());
  await backup(source, backupFile());
  source.close();
};

const integrityOf = (file: string): unknown => {
  const database = new DatabaseSync(file);
  try {
    return Object.values(database.prepare('pragma integrity_check').get() ?? {});
  } finally {
    database.close();
  }
};

describe('a database file that is overwritten in place', () => {
  let test: TestApp;
  let owner: AccountBrowser;
  beforeEach(async () => {
    test = await createTestApp({ ENGINES: 'sample', DATA_DIR: path.join(folder, 'data') });
    owner = await openOwner(test);
  });
  afterEach(() => test.app.close());

  const save = (title: string) =>
    owner.call('PATCH', '/api/admin/settings', {
      revision: test.settings.current().revision,
      change: { title, content: `<p>${'word '.repeat(5_000)}</p>` },
    });
  const errors = (): string[] =>
    test
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  const ways: readonly [string, (() => Promise<unknown>) | null, () => Promise<unknown>][] = [
    ['by another database', makeOther, copyOver],
    ['by an older backup', makeBackup, copyOver],
    [
      'by an older backup without a cut before',
      makeBackup,
      async () => run('dd', ['conv=notrunc', `if=${backupFile()}`, `of=${fileOf()}`]),
    ],
    ['by a part of it', null, () => truncate(fileOf(), 5_000)],
    ['by nothing', null, () => truncate(fileOf(), 0)],
    ['by something else', null, () => run('sh', ['-c', `yes garbage | head -c 100000 > ${fileOf()}`])],
  ];
  const states = [
    { log: 'all in the write-ahead log', checkpoint: null },
    { log: 'all in the file', checkpoint: 'truncate' },
    { log: 'a checkpoint behind', checkpoint: 'passive' },
  ] as const;
  const cases = ways.flatMap(([what, before, overwrite]) =>
    (before === null ? states.slice(0, 1) : states).map((state) => ({ what, before, overwrite, ...state })),
  );

  it.each(cases)(
    '$what, $log: rejects saves, is degraded, and leaves the new content unchanged',
    async ({ before, overwrite, checkpoint }) => {
      expect((await save('Before')).status).toBe(200);
      await before?.();
      expect((await save('After')).status).toBe(200);
      if (checkpoint !== null)
        await sql`pragma wal_checkpoint(${sql.raw(checkpoint)})`.execute(test.database.query);
      if (checkpoint === 'passive') expect((await save('Later')).status).toBe(200);
      await overwrite();
      const put = await readFile(fileOf());

      for (const title of ['Lost', 'Lost too'])
        expect(await save(title)).toMatchObject({ status: 503, code: 'database_replaced' });
      expect(await openBrowser(test).signIn('Olga')).toMatchObject({ code: 'database_replaced' });
      const ready = await test.app.inject('/readyz');
      expect([ready.statusCode, ready.json()]).toMatchObject([200, { degraded: ['database_replaced'] }]);
      expect(errors()).toEqual([
        'the database file was overwritten under the running server: saves are refused until the server is restarted',
      ]);
      await test.app.close();
      expect(await readFile(fileOf())).toEqual(put);
      // Pending data that the next start would write into the file is moved aside, and not lost.
      expect(await readdir(path.dirname(fileOf()))).toEqual([
        'savelet.db',
        'savelet.db-wal.replaced',
        'savelet.lock',
      ]);
    },
  );

  it('and not checked before shutdown: the shutdown does not write to it, and the next start uses the backup', async () => {
    expect((await save('Kept')).status).toBe(200);
    await makeBackup();
    for (let count = 0; count < 5; count += 1) expect((await save(`Newer ${count}`)).status).toBe(200);
    await copyOver();
    await test.app.close();
    expect(integrityOf(fileOf())).toEqual(['ok']);
    const again = await createTestApp({ ENGINES: 'sample', DATA_DIR: path.join(folder, 'data') });
    expect((await again.app.inject('/api/site')).json()).toMatchObject({ title: 'Kept' });
    await again.app.close();
  });

  it('stays rejected when another process checkpoints the rest of the log into it', async () => {
    expect((await save('Before')).status).toBe(200);
    await truncate(fileOf(), 5_000);
    expect((await save('Lost')).status).toBe(503);
    await run(process.execPath, [
      '-e',
      `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('pragma wal_checkpoint')`,
      fileOf(),
    ]).catch(() => undefined);
    expect((await save('Lost')).status).toBe(503);
  });
});

describe('what is not mistaken for overwriting', () => {
  let lines: string[];
  let database: Database;
  beforeEach(async () => {
    lines = [];
    const log = createLogger('warn', { write: (line) => lines.push(line) });
    database = await openServerDatabase({ databaseUrl: null, dataDir: path.join(folder, 'data') }, log);
  });
  afterEach(() => database.close());

  let count = 0;
  const write = (bytes = 20_000) => {
    count += 1;
    return database.query
      .insertInto('site_state')
      .values({ name: `row ${count}`, value: 'x'.repeat(bytes) })
      .execute();
  };
  const checkpoint = (mode: string) => sql`pragma wal_checkpoint(${sql.raw(mode)})`.execute(database.query);
  const sizeOfFile = async () => (await stat(fileOf())).size;
  const expectFine = async () => {
    await write();
    await database.ping();
    expect(lines).toEqual([]);
  };

  it("the server's writes past the automatic checkpoint, checkpoints of every mode, VACUUM, and the smaller file after it", async () => {
    const atFirst = await sizeOfFile();
    for (let round = 0; round < 150; round += 1) await write(100_000);
    const full = await sizeOfFile();
    expect(full).toBeGreaterThan(atFirst + 1_000_000);
    for (const mode of ['passive', 'full', 'restart', 'truncate']) {
      await expectFine();
      await checkpoint(mode);
      await expectFine();
    }
    await database.query.deleteFrom('site_state').where('name', 'like', 'row %').execute();
    await sql`vacuum`.execute(database.query);
    await expectFine();
    await checkpoint('truncate');
    expect(await sizeOfFile()).toBeLessThan(full / 2);
    await expectFine();
  });

  it('a backup that reads it, a copy of it, and a change of its times alone', async () => {
    await write();
    await makeBackup();
    await expectFine();
    await run('cp', [fileOf(), backupFile()]);
    await expectFine();
    await utimes(fileOf(), new Date(), new Date(0));
    await expectFine();
    await run('touch', [fileOf()]);
    await expectFine();
  });

  it('the owner command beside the server', async () => {
    const command = run(
      process.execPath,
      [path.join(ROOT, 'src/server/owner.ts'), '--email', 'olga@mail.example'],
      { env: { ...process.env, DATA_DIR: path.dirname(fileOf()) } },
    );
    let isRunning = true;
    void command.finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      await write(10);
      await turn();
    }
    expect((await command).stdout).toContain('The owner account was created.');
    await expectFine();
    await checkpoint('truncate');
    await expectFine();
  });

  it('another process that writes, checkpoints in every mode and vacuums while the server writes', async () => {
    const other = startDatabaseProcess('checkpoint', { databaseUrl: null, dataDir: path.dirname(fileOf()) });
    await other.started();
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      await write(50_000);
      await database.ping();
      await turn();
    }
    other.child.kill('SIGKILL');
    await other.ended;
    expect(other.lines().length).toBeGreaterThan(10);
    await expectFine();
    await database.close();
    expect(integrityOf(fileOf())).toEqual(['ok']);
    expect(lines).toEqual([]);
  });

  it('a checkpoint that a kill interrupted before the start', async () => {
    await database.close();
    const killed = startDatabaseProcess('checkpoint', { databaseUrl: null, dataDir: path.dirname(fileOf()) });
    await killed.started();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await stat(fileOf('-wal'))).size).toBeGreaterThan(0);
    const log = createLogger('warn', { write: (line) => lines.push(line) });
    database = await openServerDatabase({ databaseUrl: null, dataDir: path.dirname(fileOf()) }, log);
    await expectFine();
    await writeFile(fileOf(), 'garbage');
    await expect(database.ping()).rejects.toThrow('overwritten');
  });
});
