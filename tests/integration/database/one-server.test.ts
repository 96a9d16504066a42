import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDatabaseMissing } from '../../../src/server/base/config/data-directory.ts';
import { StartError } from '../../../src/server/base/config/start-error.ts';
import { openDatabase, openServerDatabase } from '../../../src/server/base/db/open-database.ts';
import type { DatabaseConfig } from './engines.ts';
import { startDatabaseProcess } from './start-database-process.ts';

const SILENT = pino({ level: 'silent' });
const REFUSAL = /^Another Savelet server is running on this DATA_DIR\./;

let config: DatabaseConfig;
beforeEach(async () => {
  config = { databaseUrl: null, dataDir: await mkdtemp(path.join(os.tmpdir(), 'savelet-one-')) };
});
afterEach(() => rm(config.dataDir, { recursive: true, force: true }));

it('rejects a second server on the folder of another process, until that process ends in any way', async () => {
  const first = startDatabaseProcess('serve', config);
  await first.started();
  const second = openServerDatabase(config, SILENT);
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(REFUSAL);
  // A rejected attempt must not free the lock of the first server.
  await expect(openServerDatabase(config, SILENT)).rejects.toThrow(REFUSAL);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await openServerDatabase(config, SILENT);
  await third.ping();
  await third.close();
});

it('lets commands use the database beside the server', async () => {
  const server = await openServerDatabase(config, SILENT);
  const command = await openDatabase(config, SILENT, { mayCreate: false });
  await command.write((trx) => trx.insertInto('site_state').values({ name: 'a', value: 'b' }).execute());
  await command.close();
  // Closing the command's connection must not look like a change of the files.
  await server.write((trx) => trx.insertInto('site_state').values({ name: 'c', value: 'd' }).execute());
  await server.ping();
  await server.close();
});

it('keeps its locks on the database after a command in the same process has opened and closed it', async () => {
  const server = await openServerDatabase(config, SILENT);
  await (await openDatabase(config, SILENT)).close();
  // Without the locks, this process would consider itself the last one and remove the write-ahead log.
  expect(await startDatabaseProcess('open', config).ended).toBe(0);
  await server.write((trx) => trx.insertInto('site_state').values({ name: 'a', value: 'b' }).execute());
  await server.ping();
  await server.close();
});

it('frees the folder when the server closes, and when it could not open the database', async () => {
  const server = await openServerDatabase(config, SILENT);
  await expect(openServerDatabase(config, SILENT)).rejects.toThrow(REFUSAL);
  await server.close();
  expect(await readdir(config.dataDir)).toEqual(['savelet.db', 'savelet.lock']);
  await writeFile(path.join(config.dataDir, 'savelet.db'), 'this is no database at all'.repeat(100));
  for (const _attempt of [1, 2])
    await expect(openServerDatabase(config, SILENT)).rejects.toThrow(/file is not a database/);
});

it('explains a lock file that is not a database', async () => {
  await writeFile(path.join(config.dataDir, 'savelet.lock'), 'something else'.repeat(100));
  const opening = openServerDatabase(config, SILENT);
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow(
    'DATA_DIR: "savelet.lock" in it cannot be used: file is not a database. Delete it; it holds nothing.',
  );
  const inFile = { ...config, dataDir: path.join(config.dataDir, 'savelet.lock') };
  await expect(openServerDatabase(inFile, SILENT)).rejects.toThrow(/^DATA_DIR must be a folder/);
});

it('distinguishes a folder that lost its database from a new folder', async () => {
  expect(await isDatabaseMissing(config)).toBe(false);
  await writeFile(path.join(config.dataDir, 'secret'), 'kept');
  expect(await isDatabaseMissing(config)).toBe(true);
  expect(await isDatabaseMissing({ ...config, databaseUrl: 'postgres://db.internal/site' })).toBe(false);
  await (await openDatabase(config, SILENT)).close();
  expect(await isDatabaseMissing(config)).toBe(false);
});
