import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIn, emailOf, openBrowser, openOwner, PASSWORD } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const MISLEADING = 'Use letters of one alphabet in your name, and no invisible characters.';

describe('sign-in and sign-up', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.app.close());

  it('reports that there is no owner yet, and creates the owner with the setup code', async () => {
    const browser = openBrowser(test);
    expect((await browser.call('GET', '/api/auth/session')).body).toEqual({
      account: null,
      signUp: 'approval',
      ownerless: true,
    });
    await test.accounts.issueSetupCode();
    expect(await browser.signUp('Eve', { setupCode: 'not the code' })).toMatchObject({
      status: 403,
      code: 'setup_code_wrong',
    });
    const owner = await openOwner(test);
    const session = await owner.call('GET', '/api/auth/session');
    expect(accountIn(session)).toMatchObject({ name: 'Olga', email: emailOf('Olga'), role: 'owner' });
    expect(session.body).toMatchObject({ ownerless: false });
    const codes = test.database.query
      .selectFrom('site_state')
      .select('name')
      .where('name', '=', 'setup_code');
    expect(await codes.execute()).toEqual([]);
    expect(await test.accounts.issueSetupCode()).toBeNull();
  });

  it('signs up a waiting account, signs it out and signs it in again', async () => {
    const browser = openBrowser(test);
    expect(accountIn(await browser.signUp('Wanda'))).toMatchObject({ role: 'waiting' });
    expect(await browser.call('POST', '/api/auth/sign-out')).toMatchObject({
      status: 200,
      body: { account: null },
    });
    expect(browser.jar.has('sid')).toBe(false);
    expect((await browser.call('GET', '/api/auth/session')).body).toMatchObject({ account: null });
    expect(accountIn(await browser.signIn('Wanda'))).toMatchObject({ name: 'Wanda', role: 'waiting' });
    expect(await browser.call('GET', '/api/admin/accounts')).toMatchObject({
      status: 403,
      code: 'account_waiting',
    });
  });

  it.each([
    [
      'no such account',
      { email: 'nobody@mail.example', password: PASSWORD },
      401,
      'No account found with this email.',
    ],
    ['a wrong password', { email: emailOf('Olga'), password: 'something else' }, 401, 'Incorrect password.'],
    ['a malformed address', { email: 'olga', password: PASSWORD }, 400, 'Invalid email address.'],
    ['a missing password', { email: emailOf('Olga') }, 400, 'The request body is not valid.'],
    [
      'an unknown field',
      { email: emailOf('Olga'), password: PASSWORD, role: 'owner' },
      400,
      'The request body is not valid.',
    ],
  ])('rejects a sign-in with %s', async (_what, body, status, detail) => {
    expect(await openBrowser(test).call('POST', '/api/auth/sign-in', body)).toMatchObject({ status, detail });
  });

  it.each([
    [
      'a taken address',
      { email: emailOf('Olga').toUpperCase() },
      409,
      'An account with this email already exists.',
    ],
    ['a malformed address', { email: 'new@' }, 400, 'Invalid email address.'],
    ['a short password', { password: 'a1b2c' }, 400, 'Password must be at least 6 characters'],
    ['a common password', { password: 'password1' }, 400, 'Password is too weak.'],
    [
      'its own address as the password',
      { email: 'kettledrum@mail.example', password: 'kettledrum77' },
      400,
      'Password is too weak.',
    ],
    [
      'the setup code once there is an owner',
      { setupCode: 'whatever it was' },
      409,
      'This site already has an owner, so the setup code no longer works.',
    ],
    ['a name with a line break', { name: 'Nina\nOwner' }, 400, MISLEADING],
    ['a name with a bidi override', { name: 'Nina\u202e' }, 400, MISLEADING],
    ['a name with a NUL', { name: 'Ni\0na' }, 400, MISLEADING],
    ['a name with a zero-width space', { name: 'Ni\u200bna' }, 400, MISLEADING],
    ['a name with half a character', { name: 'Nina\ud83d' }, 400, MISLEADING],
    ['a name with a Cyrillic letter among Latin ones', { name: 'Ninа' }, 400, MISLEADING],
    ['a role', { role: 'owner' }, 400, 'The request body is not valid.'],
  ])('rejects a sign-up with %s', async (_what, body, status, detail) => {
    const answer = await openBrowser(test).signUp('Nina', body);
    expect(answer).toMatchObject({ status, detail });
    expect(answer.setCookies).toEqual([]);
  });

  it('composes the name of a new account, and lets an account in whose name is from before the rules', async () => {
    const browser = openBrowser(test);
    expect(accountIn(await browser.signUp('Elise', { name: ' E\u0301lise  Noe\u0308l ' }))).toMatchObject({
      name: 'Élise Noël',
    });
    const name = 'El\u200bise Оwner';
    await test.database.query
      .updateTable('accounts')
      .set({ name })
      .where('email', '=', emailOf('Elise'))
      .execute();
    expect(accountIn(await openBrowser(test).signIn('Elise'))).toMatchObject({ name });
  });
});
