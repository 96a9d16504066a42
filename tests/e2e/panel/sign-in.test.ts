import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { FakePanelServer, OWNER, problem } from '../pages/fake-panel-server.ts';
import { PanelPage } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

const CALL = 'POST /api/auth/sign-in';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const open = async (fake: FakePanelServer, path = '/admin/login'): Promise<PanelPage> => {
  const panel = await PanelPage.open(browser, `${product.origin}${path}`, fake);
  onTestFinished(async () => {
    expect(panel.faults).toEqual([]);
    await panel.context.close();
  });
  return panel;
};

const signIn = async (panel: PanelPage, email = 'nadja@example.org', password = 'heather') => {
  await panel.field('Email').fill(email);
  await panel.field('Password').fill(password);
  await panel.button('Sign in').click();
};

describe('signing in', () => {
  it('leads to the requested page, with a confirmation', async () => {
    const fake = new FakePanelServer(null);
    const panel = await open(fake, '/admin/activity');
    await panel.heading('Sign in').waitFor();
    expect(panel.path).toBe('/admin/login');
    await expect.poll(() => panel.page.title()).toBe('Sign in · Savelet');
    await signIn(panel);
    await panel.toasted('Login successful!');
    await expect.poll(() => panel.path).toBe('/admin/activity');
    expect(fake.bodies).toContainEqual({ email: 'nadja@example.org', password: 'heather' });
  });

  it('is skipped for a signed-in account', async () => {
    const panel = await open(new FakePanelServer(OWNER));
    await panel.heading('Overview').waitFor();
    expect(panel.path).toBe('/admin/overview');
  });
});

describe('the sign-in form', () => {
  const fake = new FakePanelServer(null);
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/login`, fake);
    return () => panel.context.close();
  });

  it('requires both fields before it calls the server', async () => {
    await signIn(panel, 'nobody', '');
    await panel.text('Invalid email address.').waitFor();
    await panel.text('Enter your password').waitFor();
    await panel.untilFocused('Email');
    expect(fake.calls).not.toContain(CALL);
  });

  it.each([
    ['account_not_found', 'No account found with this email.', 'Email'],
    ['password_wrong', 'Incorrect password.', 'Password'],
    ['email_invalid', 'Invalid email address.', 'Email'],
    ['attempts_exceeded', 'Too many failed attempts. Please try again later.', null],
    ['overloaded', 'This server is busy. Please try again in a moment.', null],
  ] as const)(
    'shows the sentence for %s, keeps the input and focuses the password',
    async (code, sentence, marked) => {
      fake.next(CALL, problem(code));
      await signIn(panel);
      await panel.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
      await expect.poll(() => panel.field('Email').inputValue()).toBe('nadja@example.org');
      await expect.poll(() => panel.field('Password').inputValue()).toBe('heather');
      await panel.untilFocused('Password');
      for (const field of ['Email', 'Password'])
        await expect
          .poll(() => panel.field(field).getAttribute('aria-invalid'))
          .toBe(field === marked ? 'true' : null);
      await panel.field('Password').fill('another');
      await expect.poll(() => panel.text(sentence).count()).toBe(0);
    },
  );

  it('has its own sentence where the server has none', async () => {
    fake.next(CALL, { status: 500, body: 'oops' });
    await signIn(panel);
    await panel.text('Login failed. Please try again.').waitFor();
  });

  it('reports that the server cannot be reached', async () => {
    fake.next(CALL, 'unreachable');
    await signIn(panel);
    await panel
      .text('Network error: Unable to fetch data. Please check your internet connection and try again.')
      .waitFor();
  });

  it('reads "Signing in..." while it waits, and is sent once', async () => {
    const before = fake.calls.length;
    const answer = Promise.withResolvers<ReturnType<typeof problem>>();
    fake.next(CALL, answer.promise);
    await signIn(panel);
    await panel.button('Signing in...').waitFor();
    await panel.field('Password').press('Enter');
    answer.resolve(problem('password_wrong'));
    await panel.text('Incorrect password.').waitFor();
    expect(fake.calls.slice(before)).toEqual([CALL]);
  });

  it('shows and hides the password', async () => {
    const toggle = panel.button('Show password');
    await toggle.click();
    await expect.poll(() => panel.field('Password').getAttribute('type')).toBe('text');
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
    await toggle.click();
    await expect.poll(() => panel.field('Password').getAttribute('type')).toBe('password');
  });

  it('reports that there is no network', async () => {
    await panel.context.setOffline(true);
    await panel.text("You're offline.").waitFor();
    await expect.poll(() => panel.button('Sign in').getAttribute('aria-disabled')).toBe('true');
    await panel.context.setOffline(false);
    await expect.poll(() => panel.text("You're offline.").count()).toBe(0);
  });

  it('has links to sign-up and to the page, and no errors', async () => {
    await expect
      .poll(() => panel.page.getByRole('link', { name: 'Back to home' }).getAttribute('href'))
      .toBe('/');
    await panel.page.getByRole('link', { name: 'Create one' }).click();
    await panel.heading('Create an account').waitFor();
    await panel.page.getByRole('link', { name: 'Sign in' }).click();
    await panel.heading('Sign in').waitFor();
    expect(panel.faults).toEqual([]);
  });
});
