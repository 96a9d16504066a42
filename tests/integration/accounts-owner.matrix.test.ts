import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import {
  type AccountBrowser,
  accountIn,
  emailOf,
  openBrowser,
  openOwner,
  PASSWORD,
} from './account-browser.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const CLAIMS = 50;
/** Fewer than the hash queue holds. */
const CONCURRENCY = 10;

describe.each(engines)('the owner on $kind', (engine) => {
  let empty: EmptyDatabase;
  let test: TestApp;
  const start = (limits = createGenerousLimits(TEST_SECRET)): Promise<TestApp> => {
    const { dataDir, databaseUrl } = empty.config;
    const environment = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 });
    return createTestApp(environment, undefined, { hasher, limits });
  };
  beforeEach(async () => {
    empty = await engine.create();
    test = await start();
  });
  afterEach(async () => {
    await test.app.close();
    await empty.drop();
  });

  const many = async (count: number): Promise<AccountBrowser[]> => {
    const browsers = Array.from({ length: count }, () => openBrowser(test));
    for (let at = 0; at < count; at += CONCURRENCY)
      await Promise.all(
        browsers.slice(at, at + CONCURRENCY).map((browser, n) => browser.signUp(`User${at + n}`)),
      );
    return browsers;
  };
  /** A lost race is an expected outcome and logs no error; pino's 50 is `error`, 60 `fatal`. */
  const errorLines = (): string[] =>
    test
      .log()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
  const idOf = async (browser: AccountBrowser): Promise<string> =>
    accountIn(await browser.call('GET', '/api/auth/session')).id;
  const roles = async (): Promise<string[]> =>
    (await test.database.query.selectFrom('accounts').select('role').execute())
      .map(({ role }) => role)
      .sort();

  const storedSetupCodes = (): Promise<unknown[]> =>
    test.database.query.selectFrom('site_state').select('name').where('name', '=', 'setup_code').execute();

  it('sees the accounts by role, and within a role the oldest first, so that a new one moves no button', async () => {
    const owner = await openOwner(test);
    const years = { Newest: '2026', Oldest: '2024', Middle: '2025' };
    for (const [name, year] of Object.entries(years)) {
      const { id } = accountIn(await openBrowser(test).signUp(name));
      const created_at = `${year}-03-01T09:00:00.000Z`;
      await test.database.query.updateTable('accounts').set({ created_at }).where('id', '=', id).execute();
      if (name === 'Middle')
        await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
    }
    const { body } = await owner.call('GET', '/api/admin/accounts');
    const accounts = body['accounts'] as { name: string; role: string }[];
    expect(accounts.slice(1).map(({ name }) => name)).toEqual(['Middle', 'Oldest', 'Newest']);
    expect(accounts[0]?.role).toBe('owner');
  });

  it('is one account, however many claim the site at once', async () => {
    const setupCode = await test.accounts.issueSetupCode();
    const browsers = await many(CLAIMS);
    const before = browsers.map((browser) => browser.jar.get('sid'));
    const answers = await Promise.all(
      browsers.map((browser) => browser.call('POST', '/api/auth/claim', { setupCode })),
    );
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'owner_exists')).toHaveLength(CLAIMS - 1);
    expect((await roles()).filter((role) => role === 'owner')).toHaveLength(1);
    const winner = codes.indexOf(200);
    // Becoming the owner replaces the session id.
    expect(browsers[winner]!.jar.get('sid')).not.toBe(before[winner]);
    expect((await browsers[winner]!.call('GET', '/api/admin/accounts')).status).toBe(200);
    expect(await storedSetupCodes()).toEqual([]);
  });

  it('is one account, however many sign up with the code at once; the others leave nothing behind', async () => {
    const setupCode = await test.accounts.issueSetupCode();
    expect(await storedSetupCodes()).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: CONCURRENCY }, (_none, n) =>
        openBrowser(test).signUp(`Claimer${n}`, { setupCode }),
      ),
    );
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([
      200,
      ...Array<string>(CONCURRENCY - 1).fill('owner_exists'),
    ]);
    expect(errorLines()).toEqual([]);
    expect(await roles()).toEqual(['owner']);
    expect(await storedSetupCodes()).toEqual([]);
  });

  it('is one account for concurrent sign-ups with the same address', async () => {
    const answers = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => openBrowser(test).signUp('Twin')),
    );
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([
      200,
      ...Array<string>(CONCURRENCY - 1).fill('email_in_use'),
    ]);
    expect(errorLines()).toEqual([]);
  });

  it('approves, demotes and removes accounts', async () => {
    const owner = await openOwner(test);
    const [other] = (await many(1)) as [AccountBrowser];
    const id = await idOf(other);
    const change = (role: string) => owner.call('PUT', `/api/admin/accounts/${id}/role`, { role });
    expect((await change('administrator')).status).toBe(204);
    expect((await other.call('GET', '/api/admin/overview')).status).toBe(200);
    expect((await change('waiting')).status).toBe(204);
    expect(await other.call('GET', '/api/admin/overview')).toMatchObject({ code: 'account_waiting' });
    expect(await change('owner')).toMatchObject({ code: 'body_invalid' });
    expect((await owner.call('DELETE', `/api/admin/accounts/${id}`)).status).toBe(204);
    expect(await other.call('GET', '/api/auth/sessions')).toMatchObject({ code: 'signed_out' });
    expect(await owner.call('DELETE', `/api/admin/accounts/${id}`)).toMatchObject({
      code: 'account_unknown',
    });
    const ownId = await idOf(owner);
    expect(await owner.call('DELETE', `/api/admin/accounts/${ownId}`)).toMatchObject({
      code: 'role_forbidden',
    });
    const { body } = await owner.call('GET', '/api/admin/activity');
    const entries = body['entries'] as { action: string; actor: string; subject: string }[];
    expect(entries.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
      ['account_declined', 'Olga', 'User0'],
      ['account_demoted', 'Olga', 'User0'],
      ['account_approved', 'Olga', 'User0'],
      ['account_created', 'User0', 'User0'],
      ['owner_claimed', 'Olga', 'Olga'],
    ]);
  });

  it('rejects malformed ids of accounts, sessions and versions with 400, without a database query', async () => {
    const owner = await openOwner(test);
    const calls = [
      ['PUT', '/api/admin/accounts/a%00/role', { role: 'waiting' }],
      ['DELETE', '/api/admin/accounts/a%00', undefined],
      ['POST', '/api/admin/accounts/a%00/owner', { password: PASSWORD }],
      ['DELETE', '/api/admin/accounts/a%00/sessions', undefined],
      ['DELETE', '/api/auth/sessions/a%00', undefined],
    ] as const;
    for (const [method, path, body] of calls)
      expect([path, (await owner.call(method, path, body)).status]).toEqual([path, 400]);
    expect(test.log()).not.toContain('request fault');
  });

  it('hands the site over after confirming the password', async () => {
    const owner = await openOwner(test);
    const [other] = (await many(1)) as [AccountBrowser];
    const path = `/api/admin/accounts/${await idOf(other)}/owner`;
    expect(await owner.call('POST', path, { password: 'not this one' })).toMatchObject({
      code: 'password_wrong',
    });
    expect((await owner.call('POST', path, { password: PASSWORD })).status).toBe(204);
    expect(await roles()).toEqual(['administrator', 'owner']);
    expect(await owner.call('GET', '/api/admin/accounts')).toMatchObject({ code: 'role_forbidden' });
    expect((await other.call('GET', '/api/admin/accounts')).status).toBe(200);
  });

  it('changes nothing with a request that passed the guard just before the site was handed over', async () => {
    await test.app.close();
    const limits = createGenerousLimits(TEST_SECRET);
    const swap = (from: string, role: string) =>
      test.database.query.updateTable('accounts').set({ role }).where('role', '=', from).execute();
    let isLate = false;
    test = await start({
      ...limits,
      // The guard's last check, after that of the role.
      async adminWrite(id) {
        if (isLate) await swap('owner', 'administrator');
        return limits.adminWrite(id);
      },
    });
    const owner = await openOwner(test);
    const [other] = (await many(1)) as [AccountBrowser];
    const path = `/api/admin/accounts/${await idOf(other)}`;
    for (const [method, late, body] of [
      ['PUT', '/api/admin/sign-up', { mode: 'open' }],
      ['PUT', `${path}/role`, { role: 'administrator' }],
      ['POST', `${path}/owner`, { password: PASSWORD }],
      ['DELETE', `${path}/sessions`, undefined],
      ['DELETE', path, undefined],
    ] as const) {
      isLate = true;
      expect([late, (await owner.call(method, late, body)).code]).toEqual([late, 'role_forbidden']);
      isLate = false;
      expect(await roles()).toEqual(['administrator', 'waiting']);
      await swap('administrator', 'owner');
    }
    expect((await owner.call('GET', '/api/admin/accounts')).body['signUp']).toMatchObject({
      mode: 'approval',
    });
    expect((await other.call('GET', '/api/auth/sessions')).status).toBe(200);
  });

  it('sets the sign-up mode in the panel, which takes precedence over the environment variable', async () => {
    const owner = await openOwner(test);
    const choose = (mode: string) => owner.call('PUT', '/api/admin/sign-up', { mode });
    expect((await owner.call('GET', '/api/admin/accounts')).body['signUp']).toEqual({
      mode: 'approval',
      chosenInPanel: false,
      variableSet: false,
    });
    expect((await choose('closed')).status).toBe(204);
    expect(await openBrowser(test).signUp('Late')).toMatchObject({ status: 403, code: 'sign_up_closed' });
    expect((await choose('open')).status).toBe(204);
    expect(accountIn(await openBrowser(test).signUp('Free'))).toMatchObject({ role: 'administrator' });
    expect((await owner.call('GET', '/api/admin/accounts')).body['signUp']).toEqual({
      mode: 'open',
      chosenInPanel: true,
      variableSet: false,
    });
  });

  it('finds only hashes of sessions and passwords in the database, and only readable names of browsers', async () => {
    const browser = openBrowser(test);
    await browser.signUp('Nadia');
    const rows = await test.database.query.selectFrom('sessions').selectAll().execute();
    const token = decodeURIComponent(browser.jar.get('sid')!).split('.')[0]!;
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ user_agent: 'Firefox on Linux', ip_address: '' });
    expect(rows[0]!.token).not.toContain(token);
    const [credential] = await test.database.query.selectFrom('credentials').selectAll().execute();
    expect(credential!.password).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    for (const secret of [token, PASSWORD, emailOf('Nadia')]) expect(test.log()).not.toContain(secret);
  });
});
