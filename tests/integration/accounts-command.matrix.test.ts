import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabase } from '../../src/server/base/db/open-database.ts';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import { accountIn, openBrowser } from './account-browser.ts';
import { engines } from './database/engines.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const OWNER = path.resolve(import.meta.dirname, '../../src/server/owner.ts');

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (environment: Record<string, string>, args: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment };
    execFile(process.execPath, [OWNER, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

describe.each(engines)('the owner command on $kind, while the server runs', (engine) => {
  let test: TestApp;
  let environment: Record<string, string>;
  let database: RegExp;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const empty = await engine.create();
    drop = () => empty.drop();
    const { dataDir, databaseUrl } = empty.config;
    environment = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    // A path, or host and database name, without user and password.
    database =
      databaseUrl === null
        ? new RegExp(`^Database: ${dataDir}/savelet\\.db\n`)
        : new RegExp(`^Database: PostgreSQL [^@]+/${new URL(databaseUrl).pathname.slice(1)}\n`);
    const hasher = createPasswordHasher();
    test = await createTestApp(environment, undefined, { hasher });
  });
  afterAll(async () => {
    await test.app.close();
    await drop();
  });

  const command = (...args: string[]): Promise<Said> => run(environment, args);
  const passwordIn = ({ out }: Said): string => /password {2}(\S+)/.exec(out)?.[1] ?? '';

  it('creates the owner, then sets a new password and ends all sessions', async () => {
    const made = await command('--email', 'Rita@mail.example', '--name', 'Rita');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(database);
    const browser = openBrowser(test);
    expect(accountIn(await browser.signIn('rita', passwordIn(made)))).toMatchObject({
      name: 'Rita',
      role: 'owner',
    });
    expect((await browser.call('GET', '/api/auth/session')).body).toMatchObject({ ownerless: false });

    const reset = await command('--email', 'rita@mail.example');
    expect(reset.out).toContain('The owner has a new password');
    expect((await browser.call('GET', '/api/auth/session')).body).toMatchObject({ account: null });
    expect((await browser.signIn('rita', passwordIn(made))).code).toBe('password_wrong');
    expect((await browser.signIn('rita', passwordIn(reset))).status).toBe(200);
  });

  it.each([
    [
      'another address than the owner’s',
      ['--email', 'other@mail.example'],
      'the owner of this site is rita@mail.example',
      true,
    ],
    ['no address', [], 'npm run owner -- --email', false],
    ['no e-mail address', ['--email', 'rita'], 'npm run owner -- --email', false],
    ['an unknown option', ['--mail', 'rita@mail.example'], 'npm run owner -- --email', false],
  ])('rejects %s', async (_what, args, words, opened) => {
    const said = await command(...args);
    expect(said.code).toBe(1);
    if (opened) expect(said.out).toMatch(database);
    else expect(said.out).toBe('');
    expect(said.err).toContain(words);
    expect(said.err).not.toContain('    at ');
  });
});

describe('the owner command without a database', () => {
  const ARGUMENTS = ['--email', 'rita@mail.example'];
  const isRefused = async (environment: Record<string, string>, words: string) => {
    const said = await run(environment, ARGUMENTS);
    expect(said).toMatchObject({ code: 1, out: '' });
    expect(said.err).toContain(words);
    expect(said.err).not.toContain('    at ');
  };

  it('creates no database and names the path where it looked', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-owner-'));
    const dataDir = path.join(folder, 'data');
    await isRefused({ DATA_DIR: dataDir }, `There is no database at ${dataDir}/savelet.db.`);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it.each(engines)('creates no tables in an empty database on $kind', async (engine) => {
    const empty = await engine.create();
    const { dataDir, databaseUrl } = empty.config;
    if (databaseUrl === null) await writeFile(path.join(dataDir, 'savelet.db'), '');
    await isRefused(
      databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl },
      'This database has no tables of Savelet.',
    );
    await empty.drop();
  });

  it('names a server without its user and password', async () => {
    const databaseUrl = 'postgres://ann:secret@db.example:5433/site?sslmode=disable';
    expect(await describeDatabase({ databaseUrl, dataDir: '' })).toBe('PostgreSQL db.example:5433/site');
  });
});
