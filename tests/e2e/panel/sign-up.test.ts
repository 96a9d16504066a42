import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { authForm } from '#messages/auth-form.ts';
import { text } from '#shared/messages/text.ts';
import { launchBrowser } from '../browser.ts';
import { FakePanelServer, OWNER, problem } from '../pages/fake-panel-server.ts';
import { PanelPage } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

const CALL = 'POST /api/auth/sign-up';
const WAITING = { ...OWNER, role: 'waiting' } as const;

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const open = async (fake: FakePanelServer, path = '/admin/signup'): Promise<PanelPage> => {
  const panel = await PanelPage.open(browser, `${product.origin}${path}`, fake);
  onTestFinished(async () => {
    expect(panel.faults).toEqual([]);
    await panel.context.close();
  });
  return panel;
};

const fill = async (panel: PanelPage, password = 'quiet heather', confirm = password) => {
  await panel.field('Full name').fill('Nadja Berg');
  await panel.field('Email').fill('nadja@example.org');
  await panel.field('Password').fill(password);
  await panel.field('Confirm password').fill(confirm);
};

describe('the sign-up form', () => {
  const fake = new FakePanelServer(null);
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/signup`, fake);
    return () => panel.context.close();
  });

  it('requires every field', async () => {
    await panel.button('Create account').click();
    for (const sentence of [
      'Enter your full name',
      'Invalid email address.',
      'Password must be at least 6 characters',
    ])
      await panel.text(sentence).waitFor();
    await panel.untilFocused('Full name');
    expect(await panel.field('Setup code').count()).toBe(0);
  });

  it('reports different passwords when the second field loses the focus, and on submit', async () => {
    await fill(panel, 'quiet heather', 'quiet moor');
    await panel.field('Confirm password').blur();
    await panel.text('Passwords do not match').waitFor();
    await panel.field('Confirm password').fill('quiet heather');
    await expect.poll(() => panel.text('Passwords do not match').count()).toBe(0);
    await panel.field('Password').fill('another heather');
    await panel.button('Create account').click();
    await panel.text('Passwords do not match').waitFor();
    expect(fake.calls).not.toContain(CALL);
  });

  it('reports a password that is too short', async () => {
    await fill(panel, 'moor5');
    await panel.button('Create account').click();
    await panel.text('Password must be at least 6 characters').waitFor();
    expect(fake.calls).not.toContain(CALL);
  });

  it.each([
    ['email_in_use', 'An account with this email already exists.', 'Email'],
    ['email_invalid', 'Invalid email address.', 'Email'],
    ['password_weak', 'Password is too weak.', 'Password'],
    ['password_short', 'Password must be at least 6 characters', 'Password'],
  ] as const)('shows the sentence for %s at its field', async (code, sentence, field) => {
    fake.next(CALL, problem(code));
    await fill(panel);
    await panel.button('Create account').click();
    await panel.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    await expect.poll(() => panel.field(field).getAttribute('aria-invalid')).toBe('true');
    await panel.untilFocused(field);
    await expect.poll(() => panel.field('Password').inputValue()).toBe('quiet heather');
  });

  it('says when to come back where sign-ups are limited', async () => {
    fake.next(CALL, problem('sign_ups_exceeded', { retryAfter: 2_500 }));
    await fill(panel);
    await panel.button('Create account').click();
    const sentence = 'Too many attempts to sign up. Try again in 42 min.';
    await panel.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  });

  it("shows the password's strength, and shows both passwords", async () => {
    await panel.field('Password').fill('quiet heather on the moor');
    await panel.text('Strong. At least 6 characters; longer is stronger.').waitFor();
    for (const name of ['Show password', 'Show password confirmation']) await panel.button(name).click();
    await expect.poll(() => panel.field('Confirm password').getAttribute('type')).toBe('text');
  });

  it('reads "Creating account..." while it waits, then confirms and leads into the panel', async () => {
    const answer = Promise.withResolvers<{ status: number; json: unknown }>();
    fake.next(CALL, answer.promise);
    await fill(panel);
    await panel.button('Create account').click();
    await panel.button('Creating account...').waitFor();
    fake.session = { ...fake.session, account: OWNER };
    answer.resolve({ status: 200, json: fake.session });
    await panel.toasted('Account created successfully!');
    await panel.heading('Overview').waitFor();
    expect(panel.faults).toEqual([]);
  });
});

describe('a response that does not reveal whether the address had an account', () => {
  it('replaces the form with its sentence and a link to sign in, by keyboard', async () => {
    const fake = new FakePanelServer(null);
    fake.next(CALL, { status: 202, json: { received: true, detail: text(authForm, 'signUpReceived') } });
    const panel = await open(fake);
    await fill(panel);
    await panel.field('Confirm password').press('Enter');
    const notice = panel.page.getByRole('status').filter({ hasText: text(authForm, 'signUpReceived') });
    await notice.waitFor();
    await expect.poll(() => notice.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await panel.button('Create account').count()).toBe(0);
    await panel.page.keyboard.press('Tab');
    await panel.untilFocused('Sign in');
    await panel.page.keyboard.press('Enter');
    await panel.heading('Sign in').waitFor();
  });
});

describe('the setup code', () => {
  it('is removed from the URL at once and sent along; a wrong one is rejected with its sentence', async () => {
    const fake = new FakePanelServer(null, { ownerless: true });
    fake.next(CALL, problem('setup_code_wrong'));
    const panel = await open(fake, '/admin/signup?setup=moor-7731');
    await panel.heading('Create the owner account').waitFor();
    expect(panel.page.url()).toBe(`${product.origin}/admin/signup`);
    await expect.poll(() => panel.field('Setup code').inputValue()).toBe('moor-7731');
    await panel.text('Filled in from your setup link.').waitFor();
    await panel.field('Setup code').fill('moor-7732');
    await panel.text('Filled in from your setup link.').waitFor({ state: 'detached' });
    await panel.field('Setup code').fill('moor-7731');
    await panel.text('Filled in from your setup link.').waitFor();
    await fill(panel);
    await panel.button('Create account').click();
    await panel
      .text('This setup code is not valid. Use the link that the server printed when it last started.')
      .waitFor();
    await panel.untilFocused('Setup code');
    expect(await panel.text('Filled in from your setup link.').count()).toBe(0);
    await panel.button('Create account').click();
    await panel.heading('Overview').waitFor();
    expect(fake.bodies).toContainEqual({
      name: 'Nadja Berg',
      email: 'nadja@example.org',
      password: 'quiet heather',
      setupCode: 'moor-7731',
    });
  });
});

describe('closed sign-ups', () => {
  it('are stated, without a form', async () => {
    const panel = await open(new FakePanelServer(null, { signUp: 'closed' }));
    await panel.text('This site does not accept new accounts.').waitFor();
    expect(await panel.button('Create account').count()).toBe(0);
  });

  it('are part of the advice on a forgotten password', async () => {
    const panel = await open(new FakePanelServer(null, { signUp: 'closed' }), '/admin/login');
    await panel.text('Forgot your password?').click();
    await panel
      .text(
        'With any other account, ask the owner to remove it and to allow new accounts for a while, then sign up again.',
      )
      .waitFor();
  });

  it('show the form for the setup code while there is no owner', async () => {
    const panel = await open(new FakePanelServer(null, { signUp: 'closed', ownerless: true }));
    await panel.text('This site does not accept new accounts.').waitFor();
    await panel.field('Setup code').waitFor();
  });
});

describe('a waiting account', () => {
  it('sees its name, Logout and the sentence, and none of the settings', async () => {
    const fake = new FakePanelServer(WAITING);
    const panel = await open(fake, '/admin/general');
    await panel.text('Nadja Berg').waitFor();
    await panel.text("Your account is waiting for the owner's approval.").waitFor();
    await panel.text('Once you are approved, the panel opens here. You can leave this page open.').waitFor();
    expect(await panel.field('Setup code').count()).toBe(0);
    expect(fake.calls).not.toContain('GET /api/admin/settings');
    await panel.button('Logout').click();
    await panel.heading('Sign in').waitFor();
    await panel.toasted('Logged out successfully');
  });

  it('becomes the owner with the setup code while there is none', async () => {
    const fake = new FakePanelServer(WAITING, { ownerless: true });
    fake.next('POST /api/auth/claim', problem('setup_code_wrong'));
    const panel = await open(fake, '/admin');
    await panel.button('Become the owner').click();
    await panel.text('Enter the setup code').waitFor();
    await panel.field('Setup code').fill('moor');
    await panel.button('Become the owner').click();
    await panel
      .text('This setup code is not valid. Use the link that the server printed when it last started.')
      .waitFor();
    await panel.field('Setup code').fill(' moor-7731 ');
    await panel.button('Become the owner').click();
    await panel.heading('Overview').waitFor();
    expect(fake.bodies).toContainEqual({ setupCode: 'moor-7731' });
  });
});
