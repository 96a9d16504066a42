import { execFile } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../src/server/accounts/password-hasher.ts';
import { accountIn, openBrowser } from './account-browser.ts';
import { engines } from './database/engines.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const OWNER = path.resolve(import.meta.dirname, '../../src/server/owner.ts');

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe.each(engines)('the owner command on $kind, while the server runs', (engine) => {
  let test: TestApp;
  let environment: Record<string, string>;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const empty = await engine.create();
    drop = () => empty.drop();
    const { dataDir, databaseUrl } = empty.config;
    environment = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    const hasher = createPasswordHasher();
    test = await createTestApp(environment, undefined, { hasher });
  });
  afterAll(async () => {
    await test.app.close();
    await drop();
  });

  const command = (...args: string[]): Promise<Said> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment };
      execFile(process.execPath, [OWNER, ...args], { env }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  const passwordIn = ({ out }: Said): string => /password {2}(\S+)/.exec(out)?.[1] ?? '';

  it('makes the owner, gives another password, and ends the sessions', async () => {
    const made = await command('--email', 'Rita@mail.example', '--name', 'Rita');
    expect(made).toMatchObject({ code: 0, err: '' });
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
    ],
    ['no address', [], 'npm run owner -- --email'],
    ['no e-mail address', ['--email', 'rita'], 'npm run owner -- --email'],
    ['an unknown option', ['--mail', 'rita@mail.example'], 'npm run owner -- --email'],
  ])('refuses %s', async (_what, args, words) => {
    const said = await command(...args);
    expect(said.code).toBe(1);
    expect(said.out).toBe('');
    expect(said.err).toContain(words);
    expect(said.err).not.toContain('    at ');
  });
});
