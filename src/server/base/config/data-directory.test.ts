import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataDirectoryError, prepareDataDirectory } from './data-directory.ts';
import { loadMasterSecret } from './master-secret.ts';
import { explainListenError, StartError } from './start-error.ts';

let folder = '';
const at = (name: string): string => path.join(folder, name);
const prepare = (name: string) =>
  prepareDataDirectory({ dataDir: at(name), databaseUrl: null, secret: null });
const faultOf = (code: string): Error => Object.assign(new Error('a fault'), { code });

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-data-'));
  writeFileSync(at('file'), 'a file');
  for (const name of ['empty', 'short', 'folder-as-secret']) mkdirSync(at(name));
  mkdirSync(at('folder-as-secret/secret'));
  writeFileSync(at('empty/secret'), '\n');
  writeFileSync(at('short/secret'), 'abc');
  symlinkSync(at('nowhere/at/all'), at('dangling'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('prepareDataDirectory', () => {
  it('creates the folder for its owner alone, and accepts an existing one', async () => {
    await prepare('new/data');
    await prepare('new/data');
    expect(statSync(at('new/data')).mode & 0o077).toBe(0);
  });

  it.each([
    ['file', 'DATA_DIR must be a folder: something else is in its place.'],
    ['file/data', 'DATA_DIR must be a folder: a file is in its place, or in the place of a folder above it.'],
    ['folder-as-secret', 'DATA_DIR: "secret" in it is not a regular file.'],
  ])('rejects %s', async (name, sentence) => {
    await expect(prepare(name)).rejects.toThrow(new StartError(sentence));
  });

  it('rejects a dangling link', async () => {
    await expect(prepare('dangling')).rejects.toThrow(/^DATA_DIR /);
  });

  it.runIf(process.platform !== 'win32').each(['secret', 'savelet.db', 'savelet.db-wal', 'savelet.db-shm'])(
    'rejects a FIFO in the place of %s without waiting for a writer',
    async (name) => {
      const directory = `fifo-${name}`;
      mkdirSync(at(directory));
      execFileSync('mkfifo', [at(`${directory}/${name}`)]);
      await expect(prepare(directory)).rejects.toThrow(`DATA_DIR: "${name}" in it is not a regular file.`);
    },
  );

  it('accepts a folder in which another process is closing the database', async () => {
    mkdirSync(at('closing'));
    for (let count = 0; count < 60; count += 1) {
      writeFileSync(at('closing/savelet.db-shm'), '');
      const preparing = prepare('closing');
      // Removes the file at a different step of the preparation each time.
      for (let steps = 0; steps < count % 10; steps += 1) await stat(folder);
      rmSync(at('closing/savelet.db-shm'));
      await preparing;
    }
  });

  it('needs no folder when nothing is stored in it', async () => {
    const elsewhere = { databaseUrl: 'postgres://db', secret: 'a secret from elsewhere' };
    await expect(prepareDataDirectory({ dataDir: at('file'), ...elsewhere })).resolves.toBeUndefined();
  });

  it.each([
    [
      'EACCES',
      `DATA_DIR cannot be used by the user this process runs as (id ${process.getuid?.()}). Give that user the folder and all files in it (chown -R), or run the server as the user who owns them.`,
    ],
    [
      'EROFS',
      'DATA_DIR is on a file system that cannot be written. Mount it for writing, or set DATA_DIR to a folder elsewhere.',
    ],
    ['ENOSPC', 'DATA_DIR is on a full disk. Free some space, then start again.'],
    ['EIO', 'DATA_DIR cannot be used: EIO.'],
  ])('explains %s', (code, sentence) => {
    expect(dataDirectoryError(faultOf(code)).message).toBe(sentence);
  });
});

describe('loadMasterSecret', () => {
  it.each(['empty', 'short'])('rejects a secret that is %s', async (name) => {
    const problem = name === 'empty' ? 'empty' : 'too short';
    await expect(loadMasterSecret({ secret: null, dataDir: at(name) })).rejects.toThrow(
      `DATA_DIR: "secret" in it is ${problem}. Restore it from a backup, or delete it to have a new one made`,
    );
  });
});

describe('explainListenError', () => {
  it.each([
    ['EADDRINUSE', 'PORT: another program already listens on port 80.'],
    ['EACCES', 'PORT: this user may not listen on port 80.'],
    ['ENOTFOUND', 'HOST: there is no such address.'],
    ['EADDRNOTAVAIL', 'HOST: this machine does not have that address.'],
  ])('explains %s', (code, words) => {
    const explained = explainListenError(faultOf(code), { port: 80 });
    expect(explained).toBeInstanceOf(StartError);
    expect(explained).toHaveProperty('message', expect.stringContaining(words));
  });

  it('returns other errors unchanged', () => {
    const fault = faultOf('ENOMEM');
    expect(explainListenError(fault, { port: 80 })).toBe(fault);
  });
});
