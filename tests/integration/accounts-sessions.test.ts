import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import {
  type AccountBrowser,
  accountIn,
  emailOf,
  openBrowser,
  openOwner,
  PASSWORD,
} from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1';
const HOUR_MS = 60 * 60 * 1_000;

describe('sessions', () => {
  let test: TestApp;
  let name: string;
  let browser: AccountBrowser;
  let accounts = 0;
  beforeAll(async () => {
    test = await createTestApp({}, undefined, { hasher: createPasswordHasher(CHEAP) });
    await openOwner(test);
  });
  afterAll(() => test.app.close());
  beforeEach(async () => {
    accounts += 1;
    name = `Person${accounts}`;
    browser = openBrowser(test);
    await browser.signUp(name);
  });

  const isIn = async (one: AccountBrowser): Promise<boolean> =>
    (await one.call('GET', '/api/auth/session')).body['account'] !== null;
  const another = async (userAgent = PHONE): Promise<AccountBrowser> => {
    const other = openBrowser(test, { userAgent });
    await other.signIn(name);
    return other;
  };
  const age = (column: 'created_at' | 'expires_at', ms: number) =>
    test.database.query
      .updateTable('sessions')
      .set({ [column]: new Date(Date.now() - ms).toISOString() })
      .where('user_id', 'in', (query) =>
        query.selectFrom('accounts').select('id').where('email', '=', emailOf(name)),
      )
      .execute();

  it('are listed, and ended one by one or all except the current one', async () => {
    const phone = await another();
    const third = await another();
    const list = async () =>
      (await browser.call('GET', '/api/auth/sessions')).body['sessions'] as {
        id: string;
        browser: string;
        current: boolean;
      }[];
    const sessions = await list();
    expect(sessions.map((session) => session.browser).sort()).toEqual([
      'Firefox on Linux',
      'Safari on iPhone',
      'Safari on iPhone',
    ]);
    expect(sessions.filter(({ current }) => current).map((session) => session.browser)).toEqual([
      'Firefox on Linux',
    ]);
    const phones = await phone.call('GET', '/api/auth/sessions');
    const own = (phones.body['sessions'] as typeof sessions).find(({ current }) => current)!;
    expect((await browser.call('DELETE', `/api/auth/sessions/${own.id}`)).status).toBe(204);
    expect(await isIn(phone)).toBe(false);
    expect(await browser.call('DELETE', `/api/auth/sessions/${own.id}`)).toMatchObject({
      code: 'session_unknown',
    });
    expect((await browser.call('DELETE', '/api/auth/sessions')).status).toBe(204);
    expect(await isIn(third)).toBe(false);
    expect(await isIn(browser)).toBe(true);
  });

  it('of other accounts cannot be seen or ended', async () => {
    const stranger = openBrowser(test);
    await stranger.signUp(`${name}b`);
    const { body } = await browser.call('GET', '/api/auth/sessions');
    const [{ id }] = body['sessions'] as [{ id: string }];
    expect(await stranger.call('DELETE', `/api/auth/sessions/${id}`)).toMatchObject({
      code: 'session_unknown',
    });
    expect(await isIn(browser)).toBe(true);
  });

  it('end after an hour without a request, and after half a day in any case', async () => {
    await age('expires_at', 1_000);
    expect(await isIn(browser)).toBe(false);
    await browser.signIn(name);
    await age('created_at', 12 * HOUR_MS + 1_000);
    expect(await isIn(browser)).toBe(false);
  });

  it('are extended by use', async () => {
    await age('expires_at', -50 * 60 * 1_000);
    const answer = await browser.call('GET', '/api/auth/session');
    expect(answer.setCookies.join()).toMatch(/^sid=.*Max-Age=3600/);
    const [row] = await test.database.query
      .selectFrom('sessions')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .limit(1)
      .execute();
    expect(Date.parse(row!.expires_at)).toBeGreaterThan(Date.now() + 55 * 60 * 1_000);
  });

  it('are limited to ten per account: the oldest ends', async () => {
    for (let more = 0; more < 10; more += 1) await another();
    expect(await isIn(browser)).toBe(false);
  });

  it('get a new id at each sign-in, and the previous session ends', async () => {
    const former = browser.jar.get('sid')!;
    await browser.signIn(name);
    expect(browser.jar.get('sid')).not.toBe(former);
    const old = openBrowser(test);
    old.jar.set('sid', former);
    expect(await isIn(old)).toBe(false);
  });

  it('all end except the current one when the password changes', async () => {
    const phone = await another();
    const before = browser.jar.get('sid');
    const change = (current: string, next: string) =>
      browser.call('POST', '/api/auth/password', { current, next });
    expect(await change('not this one', 'green kettle 43')).toMatchObject({
      status: 401,
      code: 'password_wrong',
    });
    expect(await change(PASSWORD, 'short')).toMatchObject({ code: 'password_short' });
    expect(await change(PASSWORD, 'password1')).toMatchObject({ code: 'password_weak' });
    expect(accountIn(await change(PASSWORD, 'green kettle 43'))).toMatchObject({ name });
    expect(browser.jar.get('sid')).not.toBe(before);
    expect([await isIn(browser), await isIn(phone)]).toEqual([true, false]);
    expect(await phone.signIn(name)).toMatchObject({ code: 'password_wrong' });
    expect((await phone.signIn(name, 'green kettle 43')).status).toBe(200);
  });

  it('cannot be forged or altered', async () => {
    const forged = openBrowser(test);
    for (const sid of [
      'x',
      'x.y',
      `${browser.jar.get('sid')!.slice(0, -6)}AAAA%3D`,
      '%',
      `${'a'.repeat(32)}.${'b'.repeat(43)}=`,
    ]) {
      forged.jar.set('sid', sid);
      expect([sid, await isIn(forged)]).toEqual([sid, false]);
    }
  });
});

describe('cookies', () => {
  it.each([
    ['https', { PUBLIC_URL: 'https://save.example' }, '__Host-sid', '__Host-dev', true],
    ['http', {}, 'sid', 'dev', false],
  ])('have the right attributes over %s', async (_scheme, environment, session, device, secure) => {
    const test = await createTestApp(environment, undefined, { hasher: createPasswordHasher(CHEAP) });
    const browser = openBrowser(test);
    const { setCookies } = await browser.signUp('Carl');
    const attributes = (name: string): string[] =>
      setCookies
        .find((line) => line.startsWith(`${name}=`))!
        .split('; ')
        .slice(1)
        .sort();
    const secured = secure ? ['Secure'] : [];
    expect(setCookies).toHaveLength(2);
    expect(attributes(session)).toEqual(
      ['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', ...secured].sort(),
    );
    expect(attributes(device)).toEqual(
      ['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Strict', ...secured].sort(),
    );
    const out = await browser.call('POST', '/api/auth/sign-out');
    expect(out.setCookies).toHaveLength(1);
    expect(out.setCookies[0]).toMatch(new RegExp(`^${session}=; Max-Age=0; Path=/; HttpOnly;`));
    // Never "storage": that would also delete the public page's settings, which share the origin.
    expect(out.headers['clear-site-data']).toBe('"cache"');
    await test.app.close();
  });
});

describe('a password hashed at a lower cost', () => {
  it('is rehashed on the next sign-in', async () => {
    const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'savelet-rehash-'));
    const start = (memoryKib: number) =>
      createTestApp({ DATA_DIR }, undefined, { hasher: createPasswordHasher({ ...CHEAP, memoryKib }) });
    const stored = async ({ database }: TestApp) =>
      (await database.query.selectFrom('credentials').select('password').execute())[0]!.password!;
    const old = await start(64);
    await openBrowser(old).signUp('Rosa');
    expect(await stored(old)).toContain('$m=64,');
    await old.app.close();
    const dearer = await start(128);
    expect((await openBrowser(dearer).signIn('Rosa', 'not this one')).code).toBe('password_wrong');
    expect(await stored(dearer)).toContain('$m=64,');
    expect((await openBrowser(dearer).signIn('Rosa')).status).toBe(200);
    const rehashed = await stored(dearer);
    expect(rehashed).toContain('$m=128,');
    expect((await openBrowser(dearer).signIn('Rosa')).status).toBe(200);
    expect(await stored(dearer)).toBe(rehashed);
    await dearer.app.close();
    await rm(DATA_DIR, { recursive: true });
  });
});
