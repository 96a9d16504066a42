import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAIN, type RunningProcess, startProcess } from './running-process.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder = '';
let taken: net.Server;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-settings-'));
  chmodSync(folder, 0o755);
  writeFileSync(at('file'), 'a file');
  for (const name of ['secret-fifo', 'closed']) mkdirSync(at(name));
  chmodSync(at('closed'), 0o500);
  if (process.platform !== 'win32') execFileSync('mkfifo', [at('secret-fifo/secret')]);
  taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(() => {
  taken?.close();
  rmSync(folder, { recursive: true, force: true });
});

const takenPort = (): string => String((taken.address() as AddressInfo).port);

const startOf = async (environment: Record<string, string>, uid?: number): Promise<RunningProcess> => {
  const one = await startProcess(MAIN, environment, uid === undefined ? {} : { uid });
  await Promise.race([one.ended, one.origin().catch(() => undefined)]);
  return one;
};

type Row = readonly [what: string, environment: () => Record<string, string>, sentence: string | RegExp];

/** One row for each place where a start can fail. The sentences of all settings are tested in src/server/config. */
const ROWS: readonly Row[] = [
  ['a port in use', () => ({ PORT: takenPort() }), /PORT: another program already listens on port \d+\./],
  ['a host that does not exist', () => ({ HOST: 'http://127.0.0.1' }), 'HOST: there is no such address.'],
  [
    'a data folder that is a file',
    () => ({ DATA_DIR: at('file') }),
    'DATA_DIR must be a folder: something else',
  ],
  ['a mistake in a name', () => ({ LOGLEVEL: 'debug' }), 'LOGLEVEL: did you mean LOG_LEVEL?'],
];
const FIFO_ROWS: readonly Row[] = [
  [
    'a FIFO as secret',
    () => ({ DATA_DIR: at('secret-fifo') }),
    'DATA_DIR: "secret" in it is not a regular file.',
  ],
];

const expectRefusal = async (one: RunningProcess, sentence: string | RegExp): Promise<void> => {
  try {
    expect(await one.ended).toMatchObject({ code: 1, signal: null });
    expect(one.errors()).toMatch(/^Savelet could not start\.\n/);
    expect(one.errors()).toMatch(sentence);
    expect(one.errors()).not.toMatch(/^ {4}at /m);
  } finally {
    await one.remove();
  }
};

describe('the start fails with a sentence, without a stack trace,', () => {
  it.each(ROWS)('%s', async (_what, environment, sentence) => {
    await expectRefusal(await startOf(environment()), sentence);
  });

  it.runIf(process.platform !== 'win32').each(FIFO_ROWS)('%s', async (_what, environment, sentence) => {
    await expectRefusal(await startOf(environment()), sentence);
  });

  it.runIf(process.platform !== 'win32')('for a data folder that is not writable', async () => {
    // Root may write everywhere.
    const one = await startOf({ DATA_DIR: at('closed') }, isRoot ? NOBODY : undefined);
    await expectRefusal(
      one,
      /DATA_DIR cannot be used by the user this process runs as \(id \d+\)\. Give that user/,
    );
  });

  it
    .runIf(process.platform !== 'win32')
    .each(['savelet.db', 'savelet.db-wal', 'savelet.db-shm', 'savelet.lock'])(
    'for a file %s that is not writable',
    async (name) => {
      const data = at(`closed-${name}`);
      mkdirSync(data);
      writeFileSync(path.join(data, name), '', { mode: 0o400 });
      if (isRoot) for (const file of [data, path.join(data, name)]) chownSync(file, NOBODY, NOBODY);
      const one = await startOf({ DATA_DIR: data }, isRoot ? NOBODY : undefined);
      await expectRefusal(
        one,
        `DATA_DIR: "${name}" in it cannot be written by the user this process runs as (id ${isRoot ? NOBODY : process.getuid?.()}). Give that user`,
      );
      expect(one.output()).not.toContain('ready');
    },
  );

  it('but not for files of a database that is not used', async () => {
    const data = at('unused');
    mkdirSync(data);
    writeFileSync(path.join(data, 'savelet.db'), '', { mode: 0o400 });
    if (isRoot) for (const file of [data, path.join(data, 'savelet.db')]) chownSync(file, NOBODY, NOBODY);
    const environment = { DATA_DIR: data, DATABASE_URL: 'postgres://nobody@127.0.0.1/none' };
    const one = await startProcess(MAIN, environment, isRoot ? { uid: NOBODY } : {});
    try {
      await vi.waitFor(() => expect(one.output()).toContain('the database cannot be reached yet'), 10_000);
    } finally {
      await one.remove();
    }
  });
});
