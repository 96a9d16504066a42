import { describe, expect, it, type TestContext } from 'vitest';
import { createLimits } from '../../src/server/limits/account-limits.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import { emailOf, openBrowser, openOwner, PASSWORD } from './account-browser.ts';
import { startGuessingAttack } from './accounts-guessing.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

// Concurrent, because every rejection takes half a second.
describe.concurrent('account limits', () => {
  const startApp = async (
    onTestFinished: TestContext['onTestFinished'],
    ...parts: Parameters<typeof createTestApp>
  ): Promise<TestApp> => {
    const test = await createTestApp(...parts);
    onTestFinished(() => test.app.close());
    return test;
  };
  const startAttack = async (onTestFinished: TestContext['onTestFinished']) => {
    const attack = await startGuessingAttack();
    onTestFinished(() => attack.close());
    return attack;
  };

  it('allow a botnet one password check per network beyond twenty, and still let the owner in', async ({
    onTestFinished,
  }) => {
    const attack = await startAttack(onTestFinished);
    const before = attack.hashed();
    const codes = await attack.guess(300, 40);
    expect(attack.hashed() - before).toBe(40);
    expect(codes).toEqual({ password_wrong: 40, attempts_exceeded: 260 });
    attack.owner.jar.delete('sid');
    expect((await attack.owner.signIn('Olga')).status).toBe(200);
    const { body } = await attack.owner.call('GET', '/api/admin/activity');
    const told = (body['entries'] as { action: string }[]).filter(
      ({ action }) => action === 'sign_in_blocked',
    );
    expect(told).toHaveLength(1);
  });

  it.for([
    ['19 guesses from five networks', 19, 5],
    ['200 guesses from 50 networks', 200, 50],
  ] as const)(
    'let the owner in from another network after %s',
    async ([, guesses, networks], { onTestFinished }) => {
      const attack = await startAttack(onTestFinished);
      const { test } = attack;
      await attack.guess(guesses, networks);
      const address = '192.0.2.77';
      expect((await openBrowser(test, { address }).signIn('Olga', 'not this one')).code).toBe(
        'password_wrong',
      );
      const refused = await openBrowser(test, { address }).signIn('Olga');
      if (guesses > 20)
        expect(refused).toMatchObject({
          status: 429,
          code: 'attempts_exceeded',
          detail: 'Too many failed attempts. Please try again later.',
        });
      if (guesses > 20) expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect((await openBrowser(test, { address: '192.0.2.78' }).signIn('Olga')).status).toBe(200);
    },
  );

  it('make a network wait after five failures, and reset the count after a correct password', async ({
    onTestFinished,
  }) => {
    const test = await startApp(onTestFinished, {}, undefined, { limits: createLimits(TEST_SECRET) });
    await openOwner(test);
    const browser = openBrowser(test, { address: '192.0.2.1' });
    for (let failures = 0; failures < 4; failures += 1)
      expect((await browser.signIn('Olga', 'not this one')).code).toBe('password_wrong');
    expect((await browser.signIn('Olga')).status).toBe(200);
    const another = openBrowser(test, { address: '192.0.2.1' });
    expect((await another.signIn('Olga', 'not this one')).code).toBe('password_wrong');
    const other = openBrowser(test, { address: '192.0.2.2' });
    for (let failures = 0; failures < 5; failures += 1)
      expect((await other.signIn('Olga', 'not this one')).code).toBe('password_wrong');
    const refused = await other.signIn('Olga');
    expect(refused).toMatchObject({ status: 429, code: 'attempts_exceeded' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('reveal to a network at most three times that an address has no account', async ({ onTestFinished }) => {
    const test = await startApp(onTestFinished, {}, undefined, {
      limits: createGenerousLimits(TEST_SECRET, { exactAnswers: { limit: 3, seconds: 3_600 } }),
    });
    const owner = await openOwner(test);
    const browser = openBrowser(test);
    const codes: (string | null)[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) codes.push((await browser.signIn(name)).code);
    expect(codes).toEqual([
      ...Array<string>(3).fill('account_not_found'),
      ...Array<string>(2).fill('attempts_exceeded'),
    ]);
    // After that, a wrong password differs from an unknown address in nothing, except for a browser that the account knows.
    const answers = [await browser.signIn('Olga', 'not this one'), await browser.signIn('f')];
    for (const { status, detail, headers } of answers)
      expect([status, detail, headers['retry-after']]).toEqual([
        429,
        'Too many failed attempts. Please try again later.',
        undefined,
      ]);
    expect((await owner.signIn('Olga', 'not this one')).detail).toBe('Incorrect password.');
    expect((await browser.signIn('Olga')).status).toBe(200);
  });

  it('say "Incorrect password." while exact answers are left', async ({ onTestFinished }) => {
    const test = await startApp(onTestFinished, {}, undefined, {
      limits: createGenerousLimits(TEST_SECRET, { exactAnswers: { limit: 1, seconds: 3_600 } }),
    });
    await openOwner(test);
    const browser = openBrowser(test);
    for (let count = 0; count < 3; count += 1)
      expect((await browser.signIn('Olga', 'not this one')).detail).toBe('Incorrect password.');
  });

  it('reveal nothing with AUTH_DETAIL=uniform', async ({ onTestFinished }) => {
    const test = await startApp(onTestFinished, { AUTH_DETAIL: 'uniform' });
    expect((await openBrowser(test).signIn('nobody')).detail).toBe('Incorrect password.');
  });

  it('count sign-ups and guesses of the setup code per network', async ({ onTestFinished }) => {
    const test = await startApp(onTestFinished, {}, undefined, { limits: createLimits(TEST_SECRET) });
    const browser = openBrowser(test);
    for (let count = 0; count < 5; count += 1)
      expect((await browser.signUp(`Many${count}`)).status).toBe(200);
    const refused = await browser.signUp('Many5');
    expect(refused).toMatchObject({
      status: 429,
      code: 'sign_ups_exceeded',
      detail: 'Too many attempts to sign up.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    const elsewhere = openBrowser(test, { address: '2001:db8:1:2ff::1' });
    for (let count = 0; count < 10; count += 1)
      expect(await elsewhere.signUp('Guess', { setupCode: `guess ${count}` })).toMatchObject({
        code: 'setup_code_wrong',
      });
    const household = openBrowser(test, { address: '2001:db8:1:201::7' });
    expect(await household.signUp('Guess', { setupCode: 'guess' })).toMatchObject({
      code: 'attempts_exceeded',
    });
  });

  it('count writes per account and calls per network', async ({ onTestFinished }) => {
    const test = await startApp(onTestFinished, {}, undefined, {
      limits: createGenerousLimits(TEST_SECRET, {
        adminWrites: { limit: 2, seconds: 60 },
        calls: { limit: 6, seconds: 60 },
      }),
    });
    const owner = await openOwner(test);
    const write = () => owner.call('DELETE', '/api/auth/sessions');
    expect([(await write()).status, (await write()).status]).toEqual([204, 204]);
    expect(await write()).toMatchObject({ status: 429, code: 'rate_limited' });
    const ask = () => owner.call('GET', '/api/auth/session');
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(await ask()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect((await openBrowser(test, { address: '192.0.2.9' }).call('GET', '/api/auth/session')).status).toBe(
      200,
    );
  });

  it('allow only a few password attempts where a signed-in account must confirm its password', async ({
    onTestFinished,
  }) => {
    const test = await startApp(onTestFinished, {}, undefined, {
      limits: createGenerousLimits(TEST_SECRET, { knownBrowser: { limit: 2, seconds: 900 } }),
    });
    const owner = await openOwner(test);
    const change = (current: string) =>
      owner.call('POST', '/api/auth/password', { current, next: 'green kettle 43' });
    expect([(await change('no')).code, (await change('no')).code]).toEqual([
      'password_wrong',
      'password_wrong',
    ]);
    expect(await change(PASSWORD)).toMatchObject({ status: 429, code: 'attempts_exceeded' });
  });
});

it('treat a browser as known only for the account it has signed in to', async () => {
  const test = await createTestApp({}, undefined, {
    limits: createGenerousLimits(TEST_SECRET, { signInAccount: { limit: 1, seconds: 3_600 } }),
  });
  await openBrowser(test).signUp('Vera');
  const mallory = openBrowser(test);
  await mallory.signUp('Mallory');
  expect((await mallory.signIn('Vera', 'not this one')).code).toBe('password_wrong');
  expect((await mallory.signIn('Vera', 'not this one')).code).toBe('attempts_exceeded');
  mallory.jar.set('dev', `${mallory.jar.get('dev')!.slice(0, -4)}AAAA`);
  expect((await mallory.signIn('Vera')).code).toBe('attempts_exceeded');
  expect(test.log()).not.toContain(emailOf('Vera'));
  await test.app.close();
});
