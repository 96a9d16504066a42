import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLimits } from '../../src/server/limits/account-limits.ts';
import type { Quotas } from '../../src/server/limits/quotas.ts';
import { createPasswordHasher, currentHashKind } from '../../src/server/people/password-hasher.ts';
import { ACCOUNTS_WAITING_MAX } from '../../src/server/people/waiting-list.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import {
  type AccountBrowser,
  accountIn,
  emailOf,
  openBrowser,
  openOwner,
  PASSWORD,
} from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };
const RECEIVED = {
  received: true,
  detail: 'Request received. If this email had no account, one was created. Sign in to continue.',
};
const HOUR_MS = 60 * 60 * 1_000;

let test: TestApp;
afterEach(() => test.app.close());

/** Creates a browser on its own network. */
const from = (network: number): AccountBrowser =>
  openBrowser(test, { address: `198.51.${100 + Math.floor(network / 250)}.${(network % 250) + 1}` });

const open = async (environment: Record<string, string> = {}, quotas?: Partial<Quotas>): Promise<void> => {
  const limits = quotas === undefined ? createLimits(TEST_SECRET) : createGenerousLimits(TEST_SECRET, quotas);
  const hasher = createPasswordHasher(CHEAP);
  test = await createTestApp(environment, undefined, { hasher, limits });
};

const outcome = ({ status, code }: Awaited<ReturnType<AccountBrowser['signIn']>>): string =>
  `${status} ${code ?? ''}`.trim();

const roles = async (): Promise<string[]> =>
  (await test.database.query.selectFrom('accounts').select('role').execute()).map(({ role }) => role);

describe('a flood of sign-ins from unknown browsers', () => {
  it("rejects none of 8 sign-ins of an owner's known browser", { timeout: 60_000 }, async () => {
    // The real cost of a hash, and rate limits high enough to let the whole flood through.
    test = await createTestApp({}, undefined, { limits: createGenerousLimits(TEST_SECRET) });
    const owner = await openOwner(test);
    const codes = new Map<string, number>();
    let flooding = true;
    const worker = async (network: number): Promise<void> => {
      while (flooding) {
        const browser = from(network);
        // Sign-up costs a hash, too. The cookie of a waiting account reserves no place in the hash queue.
        const answer = await (network % 3 === 0
          ? browser.signUp(`Flood${network}x${codes.size}`)
          : browser.signIn(network % 3 === 1 ? 'Olga' : 'Nobody', 'not this one'));
        codes.set(outcome(answer), (codes.get(outcome(answer)) ?? 0) + 1);
        // A rejected request is retried at once. The pause lets other requests run.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const workers = Array.from({ length: 60 }, (_none, n) => worker(n));
    try {
      await expect.poll(() => codes.get('503 overloaded') ?? 0, { timeout: 20_000 }).toBeGreaterThan(20);
      const answers: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        owner.jar.delete('sid');
        answers.push(outcome(await owner.signIn('Olga')));
      }
      expect(answers).toEqual(Array<string>(8).fill('200'));
    } finally {
      flooding = false;
      await Promise.all(workers);
    }
  });

  it('takes no reserved place in the hash queue: those are for administrators and for the setup code', async () => {
    let kinds: string[] = [];
    const hasher = createPasswordHasher(CHEAP);
    test = await createTestApp({}, undefined, {
      hasher: {
        ...hasher,
        hash: (password) => {
          kinds.push(currentHashKind());
          return hasher.hash(password);
        },
        verify: (stored, password) => {
          kinds.push(currentHashKind());
          return hasher.verify(stored, password);
        },
      },
    });
    const kindsOf = async (work: Promise<unknown>): Promise<string[]> => {
      kinds = [];
      await work;
      return [...new Set(kinds)];
    };
    const setupCode = (await test.accounts.issueSetupCode()) ?? '';
    const owner = openBrowser(test);
    expect(await kindsOf(owner.signUp('Olga', { setupCode }))).toEqual(['reserved']);
    const waiting = from(1);
    expect(await kindsOf(waiting.signUp('Wanda'))).toEqual(['open']);
    // The cookie of a waiting account reserves nothing, because anybody can sign up.
    expect(await kindsOf(waiting.signIn('Wanda', 'not this one'))).toEqual(['open']);
    expect(await kindsOf(waiting.signIn('Olga', 'not this one'))).toEqual(['open']);
    expect(await kindsOf(owner.signIn('Wanda', 'not this one'))).toEqual(['open']);
    expect(await kindsOf(owner.signIn('Olga', 'not this one'))).toEqual(['reserved']);
    const next = 'green kettle 43';
    const change = (browser: AccountBrowser) =>
      browser.call('POST', '/api/auth/password', { current: PASSWORD, next });
    expect(await kindsOf(change(waiting))).toEqual(['open']);
    expect(await kindsOf(change(owner))).toEqual(['reserved']);
    const { id } = accountIn(await waiting.call('GET', '/api/auth/session'));
    const handOver = owner.call('POST', `/api/admin/accounts/${id}/owner`, { password: next });
    expect(await kindsOf(handOver)).toEqual(['reserved']);
    expect((await roles()).toSorted()).toEqual(['administrator', 'owner']);
  });
});

describe('answers that reveal whether an address has an account', () => {
  it('are limited to three an hour per network, sign-in and sign-up together', async () => {
    await open();
    await from(1).signUp('Taken');
    const browser = from(2);
    expect(outcome(await browser.signIn('Nobody'))).toBe('401 account_not_found');
    for (let count = 0; count < 2; count += 1)
      expect(outcome(await browser.signUp('Taken'))).toBe('409 email_in_use');
    const taken = await browser.signUp('Taken');
    expect(taken).toMatchObject({
      status: 429,
      code: 'sign_ups_exceeded',
      detail: 'Too many attempts to sign up.',
    });
    expect(Number(taken.headers['retry-after'])).toBeGreaterThan(3_500);
    // A free address gets the same answer, and no account is created.
    expect(await browser.signUp('Free')).toMatchObject({ status: 429, detail: taken.detail });
    // A wrong password gets the answer of an unknown address, and the right one still signs in.
    for (const name of ['Nobody', 'Taken'])
      expect(await browser.signIn(name, 'not this one')).toMatchObject({
        status: 429,
        code: 'attempts_exceeded',
        detail: 'Too many failed attempts. Please try again later.',
      });
    expect(outcome(await browser.signIn('Taken'))).toBe('200');
    expect(await roles()).toEqual(['waiting']);
    expect(outcome(await from(3).signUp('Free'))).toBe('200');
  });

  it('are limited to thirty an hour for all networks; after that sign-up reveals nothing and stays open', async () => {
    await open();
    await from(0).signUp('Taken');
    const ask = async (network: number): Promise<string[]> => {
      const browser = from(network);
      const told = [outcome(await browser.signIn('Nobody'))];
      for (let count = 0; count < 2; count += 1) told.push(outcome(await browser.signUp('Taken')));
      return told;
    };
    const networks = Array.from({ length: 10 }, (_none, n) => n + 1);
    const told = (await Promise.all(networks.map(ask))).flat();
    expect(told.filter((one) => /email_in_use|account_not_found/.test(one))).toHaveLength(30);
    expect(await ask(50)).toEqual(['429 attempts_exceeded', '202', '202']);
    expect(outcome(await from(51).signIn('Taken', 'not this one'))).toBe('429 attempts_exceeded');
    const [taken, free] = [await from(100).signUp('Taken'), await from(101).signUp('Free')];
    expect([taken.body, free.body]).toEqual([RECEIVED, RECEIVED]);
    expect(outcome(await from(101).signIn('Free'))).toBe('200');
  });

  it('are not counted for a browser the account knows, nor with the setup code', async () => {
    await open();
    const setupCode = (await test.accounts.issueSetupCode()) ?? '';
    const browser = from(1);
    await browser.signUp('Taken');
    for (let count = 0; count < 4; count += 1)
      expect(outcome(await browser.signUp('Taken'))).toBe('409 email_in_use');
    for (let count = 0; count < 4; count += 1)
      expect(outcome(await from(2).signUp('Taken', { setupCode }))).toBe('409 email_in_use');
    // They have used none of the network's share, and do not need it.
    for (let count = 0; count < 3; count += 1)
      expect(outcome(await from(2).signUp('Taken'))).toBe('409 email_in_use');
    expect(outcome(await from(2).signUp('Taken'))).toBe('429 sign_ups_exceeded');
    expect(outcome(await from(2).signUp('Taken', { setupCode }))).toBe('409 email_in_use');
  });
});

describe('AUTH_DETAIL=uniform', () => {
  it('answers a taken and a free address alike, and signs nobody in', async () => {
    await open({ AUTH_DETAIL: 'uniform' }, {});
    const owner = await openOwner(test);
    await owner.call('GET', '/api/auth/session');
    const known = from(1);
    const ask = async (browser: AccountBrowser, name: string) => {
      const since = performance.now();
      const { status, body, setCookies, headers } = await browser.signUp(name);
      const names = Object.keys(headers).toSorted();
      return { status, body, setCookies, names, steps: Math.floor((performance.now() - since) / 500) };
    };
    const [free, taken] = [await ask(known, 'Nina'), await ask(known, 'Nina')];
    expect(free).toMatchObject({ status: 202, body: RECEIVED, setCookies: [] });
    expect(free.steps).toBeGreaterThanOrEqual(1);
    expect({ ...taken, steps: 0 }).toEqual({ ...free, steps: 0 });
    expect(await ask(from(2), 'Olga')).toMatchObject({ status: 202, body: RECEIVED });
    expect(accountIn(await known.signIn('Nina'))).toMatchObject({ name: 'Nina', role: 'waiting' });
    // Signing in has made this browser known to the account; the answer stays the same.
    expect(await ask(known, 'Nina')).toMatchObject({ status: 202, body: RECEIVED });
    expect((await roles()).toSorted()).toEqual(['owner', 'waiting']);
    const { body } = await owner.call('GET', '/api/admin/activity');
    const entries = body['entries'] as { action: string; subject: string; after: string }[];
    expect(entries.filter(({ action }) => action === 'account_created')).toMatchObject([
      { subject: 'Nina', after: 'waiting' },
    ]);
  });

  it('creates one account per address for concurrent sign-ups, and hashes a password for each of them', async () => {
    const hasher = createPasswordHasher(CHEAP);
    const hash = vi.fn<typeof hasher.hash>((password) => hasher.hash(password));
    const limits = createGenerousLimits(TEST_SECRET);
    test = await createTestApp({ AUTH_DETAIL: 'uniform' }, undefined, {
      hasher: { ...hasher, hash },
      limits,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, (_none, n) => from(n).signUp('Twin')));
    expect(new Set(answers.map(outcome))).toEqual(new Set(['202']));
    expect(await roles()).toEqual(['waiting']);
    expect(outcome(await from(20).signUp('Twin'))).toBe('202');
    expect(hash).toHaveBeenCalledTimes(11);
  });

  it('counts a taken address like a free one, so that the limit reveals nothing', async () => {
    await open({ AUTH_DETAIL: 'uniform' }, { signUpTotal: { limit: 2, seconds: 3_600 } });
    for (const network of [1, 2]) expect(outcome(await from(network).signUp('Nina'))).toBe('202');
    expect(outcome(await from(3).signUp('Ole'))).toBe('429 sign_ups_exceeded');
    expect(await roles()).toEqual(['waiting']);
  });

  it('still rejects faults that do not depend on the address', async () => {
    await open({ AUTH_DETAIL: 'uniform' }, {});
    const setupCode = (await test.accounts.issueSetupCode()) ?? '';
    expect(outcome(await from(1).signUp('Nina', { password: 'password1' }))).toBe('400 password_weak');
    expect(outcome(await from(1).signUp('Nina', { setupCode: 'not it' }))).toBe('403 setup_code_wrong');
    const owner = from(2);
    expect(accountIn(await owner.signUp('Olga', { setupCode }))).toMatchObject({ role: 'owner' });
    await owner.call('PUT', '/api/admin/sign-up', { mode: 'closed' });
    expect(outcome(await from(3).signUp('Nina'))).toBe('403 sign_up_closed');
  });
});

describe('a burst of sign-ups from many networks', () => {
  /** Inserts accounts as sign-ups leave them, created `age` milliseconds ago. */
  const fill = async (count: number, age: number, role: 'waiting' | 'administrator' = 'waiting') => {
    const at = (n: number) => new Date(Date.now() - age + n).toISOString();
    const rows = Array.from({ length: count }, (_none, n) => ({
      ...{ id: `${role} ${age} ${n}`, name: `${role} ${n}`, email: `${role}${age}.${n}@mail.example`, role },
      ...{ email_verified: 0, created_at: at(n), updated_at: at(n), last_sign_in_at: at(n) },
    }));
    await test.database.query.insertInto('accounts').values(rows).execute();
  };
  const ids = async (): Promise<string[]> =>
    (await test.database.query.selectFrom('accounts').select('id').execute()).map(({ id }) => id);

  it('fills the account list only for its own network: it evicts its own accounts', async () => {
    await open();
    await openOwner(test);
    await fill(3, 90 * 24 * HOUR_MS, 'administrator');
    await fill(10, 48 * HOUR_MS);
    await fill(ACCOUNTS_WAITING_MAX, 10 * HOUR_MS);
    const visitors = [from(1), from(2), from(3)];
    for (const [n, visitor] of visitors.entries())
      expect(accountIn(await visitor.signUp(`Visitor${n}`))).toMatchObject({ role: 'waiting' });
    const left = await ids();
    expect(left.filter((id) => id.startsWith(`waiting ${48 * HOUR_MS}`))).toHaveLength(10);
    expect(left.filter((id) => id.startsWith('administrator'))).toHaveLength(3);
    const waiting = (await roles()).filter((role) => role === 'waiting');
    expect(waiting).toHaveLength(ACCOUNTS_WAITING_MAX);
    for (const [n, visitor] of visitors.entries())
      expect(outcome(await visitor.signIn(`Visitor${n}`))).toBe('200');
  });

  it('fills the account list for nobody else with AUTH_DETAIL=uniform, either', async () => {
    await open({ AUTH_DETAIL: 'uniform' }, {});
    await fill(ACCOUNTS_WAITING_MAX, 10 * HOUR_MS);
    for (const network of [1, 2])
      expect(outcome(await from(network).signUp(`Visitor${network}`))).toBe('202');
    expect(await roles()).toHaveLength(ACCOUNTS_WAITING_MAX);
    for (const network of [1, 2])
      expect(outcome(await from(network).signIn(`Visitor${network}`))).toBe('200');
  });

  it('does not close sign-up: an attempt that fails with a server error is not counted', async () => {
    const hasher = createPasswordHasher(CHEAP);
    let faults = 3;
    test = await createTestApp({}, undefined, {
      limits: createGenerousLimits(TEST_SECRET, { signUpTotal: { limit: 1, seconds: 3_600 } }),
      hasher: {
        ...hasher,
        async hash(password) {
          faults -= 1;
          if (faults >= 0) throw new Error('no memory for a hash');
          return hasher.hash(password);
        },
      },
    });
    for (let network = 0; network < 3; network += 1)
      expect(outcome(await from(network).signUp('Nina'))).toBe('500 internal');
    expect(outcome(await from(4).signUp('Nina'))).toBe('200');
    expect(outcome(await from(5).signUp('Ole'))).toBe('429 sign_ups_exceeded');
  });

  it('does not close sign-up: attempts that create nothing do not count against other networks', async () => {
    await open({}, { signUpTotal: { limit: 5, seconds: 3_600 } });
    for (let network = 0; network < 20; network += 1)
      await from(network).signUp('Weak', { password: 'password1' });
    expect(outcome(await from(100).signUp('Nina'))).toBe('200');
    // One network may create half of the hour's accounts; the rest is for other networks.
    for (let count = 0; count < 4; count += 1) await from(100).signUp(`Many${count}`);
    expect(outcome(await from(100).signUp('Many9'))).toBe('429 sign_ups_exceeded');
    expect(outcome(await from(101).signUp('Ole'))).toBe('200');
    expect(test.log()).not.toContain(emailOf('Ole'));
  });
});
