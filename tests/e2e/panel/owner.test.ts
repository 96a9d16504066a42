import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { PanelPage } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

const EMAIL = 'nadja@example.org';
const PASSWORD = 'quiet heather moor';

let browser: Browser;
let product: Product;
/** Two browser contexts of the same owner. */
let first: PanelPage;
let second: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const saved = (panel: PanelPage) => panel.bar.getByText('Saved', { exact: true }).waitFor();

// One story in order: each test begins where the previous one ended.
describe('an owner of a new site', () => {
  it("creates the account through the link in the server's log, and leaves no code in the URL", async () => {
    const link = () => /http\S+\/admin\/signup\?setup=\S+/u.exec(product.output())?.[0];
    await expect.poll(link).toBeDefined();
    first = await PanelPage.open(browser, link()!);
    await first.field('Full name').fill('Nadja Berg');
    expect(first.page.url()).not.toContain('setup');
    await first.field('Email').fill(EMAIL);
    await first.field('Password').fill(PASSWORD);
    await first.field('Confirm password').fill(PASSWORD);
    await first.button('Create account').click();
    await first.heading('Overview').waitFor();
    await first.text('Nadja Berg').waitFor();
    await first.text('Administrator').waitFor();
  });

  it('signs in in another browser, after a mistake in each field', async () => {
    second = await PanelPage.open(browser, `${product.origin}/admin`);
    const signIn = async (email: string, password: string) => {
      await second.field('Email').fill(email);
      await second.field('Password').fill(password);
      await second.button('Sign in').click();
    };
    await signIn('nobody@example.org', PASSWORD);
    await second.text('No account found with this email.').waitFor();
    await signIn(EMAIL, 'quiet heather');
    await second.text('Incorrect password.').waitFor();
    await signIn(EMAIL, PASSWORD);
    await second.heading('Overview').waitFor();
  });

  it("sees a saved title in the other browser, on the open public page and under the browser's key", async () => {
    const visitor = await browser.newContext();
    const page = await visitor.newPage();
    await page.goto(product.origin);
    for (const { page: tab } of [first, second])
      await tab.getByRole('link', { name: 'General Settings' }).click();
    await first.field('Website title').fill('Moorland');
    await first.save.click();
    await saved(first);
    await expect.poll(() => second.field('Website title').inputValue()).toBe('Moorland');
    await expect.poll(() => page.title(), { timeout: 10_000 }).toContain('Moorland');
    for (const { page: tab } of [first, second])
      await expect.poll(() => tab.evaluate(() => localStorage.getItem('websiteTitle'))).toBe('Moorland');
    await visitor.close();
  });

  it('decides which title wins when both browsers change it', async () => {
    await second.field('Website title').fill('Heather');
    await first.field('Website title').fill('Gorse');
    await first.save.click();
    await saved(first);
    await second.conflict
      .getByText(/^You changed the website title in another window, today, \d\d:\d\d\.$/u)
      .waitFor();
    await second.text('Other window, website title: Gorse').waitFor();
    await second.text('This window, website title: Heather').waitFor();
    await expect.poll(() => second.field('Website title').inputValue()).toBe('Heather');
    await second.button('Keep this one').click();
    await second.save.click();
    await saved(second);
    await expect.poll(() => first.field('Website title').inputValue()).toBe('Heather');
  });

  it('saves automatically what the other browser did not change', async () => {
    await second.context.setOffline(true);
    await first.page.getByRole('switch', { name: 'Maintenance mode' }).click();
    await first.button('Turn on').click();
    await first.save.click();
    await first.text('Maintenance').waitFor();
    await second.context.setOffline(false);
    await second.field('Website title').fill('Bracken');
    await second.save.click();
    await saved(second);
    await second.text('Maintenance').waitFor();
    expect(await second.conflict.count()).toBe(0);
  });

  it('gives the site a logo, and removes it again', async () => {
    await first.page.getByTestId('logo-file').setInputFiles('src/web/static/icon-192.png');
    await first.bar.getByText('Unsaved changes in Logo').waitFor();
    await first.save.click();
    await saved(first);
    const stored = () => second.page.evaluate(() => localStorage.getItem('websiteLogo'));
    await expect.poll(stored).toMatch(/^data:image\//u);
    await first.button('Remove').click();
    await first.save.click();
    await expect.poll(stored).toBeNull();
  });

  it('logs out in one browser and stays in the other', async () => {
    await second.button('Logout').click();
    await second.heading('Sign in').waitFor();
    await first.page.reload();
    await first.heading('General Settings').waitFor();
    expect([...first.faults, ...second.faults]).toEqual([]);
  });
});
