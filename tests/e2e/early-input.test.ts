import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

// What a visitor does before the page's scripts have arrived. Nothing of it may be lost.

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
/** Every script but those in the document. */
const SCRIPTS = /\/assets\/.*\.js$/;

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let visit: PublicPage;
let scripts: PromiseWithResolvers<void>;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  visit = new PublicPage(page);
  return () => context.close();
});

const state = () => page.evaluate(() => document.documentElement.dataset['hydrated']);

/** Opens the page and returns when its form is there, but no script: each waits for `sendScripts`. */
const openEarly = async (path = '/'): Promise<void> => {
  const sent = Promise.withResolvers<void>();
  scripts = sent;
  await page.route(SCRIPTS, async (route) => {
    await sent.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${product.origin}${path}`, { waitUntil: 'commit' });
  await visit.field.waitFor();
  expect(await state()).toBe(undefined);
};

const sendScripts = async (): Promise<void> => {
  expect(await state()).toBe(undefined);
  scripts.resolve();
};

describe('before any script has arrived', () => {
  it('previews what was typed and sent with Enter', async () => {
    await openEarly();
    await visit.field.fill(REEL);
    await visit.field.press('Enter');
    await sendScripts();
    await visit.card.waitFor();
    expect(await visit.field.inputValue()).toBe(REEL);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('brings no link back into the field that somebody is about to fill', async () => {
    await visit.open(product.origin);
    await visit.field.fill(REEL);
    await openEarly();
    await visit.field.focus();
    await sendScripts();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.keyboard.insertText('https://vm.tiktok.com/ZMab12/');
    expect(await visit.field.inputValue()).toBe('https://vm.tiktok.com/ZMab12/');
  });

  it('previews what was typed and sent with the button', async () => {
    await openEarly();
    await visit.field.pressSequentially(REEL);
    await visit.fetchButton.click();
    await sendScripts();
    await visit.card.waitFor();
  });

  it('keeps what was typed and the chosen type while the scripts arrive', async () => {
    await openEarly();
    await visit.field.pressSequentially('https://vm.tiktok.com/ZM');
    await page.locator('label:has([value="photos"])').click();
    await sendScripts();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await expect.poll(() => visit.field.inputValue()).toBe('https://vm.tiktok.com/ZM');
    await expect.poll(() => page.getByRole('radio', { name: 'Photos' }).isChecked()).toBe(true);
    // React knows it, too.
    await visit.field.press('End');
    await visit.field.pressSequentially('x');
    await expect.poll(() => visit.field.inputValue()).toBe('https://vm.tiktok.com/ZMx');
    await page.getByRole('button', { name: 'Clear link' }).click();
    await expect.poll(() => visit.field.inputValue()).toBe('');
  });

  it('previews what was pasted into the field, or beside it', async () => {
    for (const isField of [true, false]) {
      await openEarly();
      if (isField) await visit.field.focus();
      await page.evaluate(async (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      }, `Look at this: ${REEL} :)`);
      await sendScripts();
      await visit.card.waitFor();
      expect(await visit.field.inputValue()).toBe(REEL);
      await page.unroute(SCRIPTS);
    }
  });

  it('previews the clipboard after a press of Paste', async () => {
    await openEarly();
    await page.evaluate((text) => navigator.clipboard.writeText(text), REEL);
    await page.getByRole('button', { name: 'Paste link and fetch preview' }).click();
    // What the clipboard holds later does not count.
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await sendScripts();
    await visit.card.waitFor();
    expect(await visit.field.inputValue()).toBe(REEL);
  });

  it('opens a sample, a question and the theme that were pressed', async () => {
    await openEarly();
    const theme = await page.locator('html').getAttribute('data-theme');
    await page.getByRole('button', { name: /^Use .* theme$/ }).click();
    await visit.question('Do I need an account?').click();
    await page.getByRole('link', { name: 'a clip', exact: true }).click();
    await sendScripts();
    await visit.card.waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).not.toBe(theme);
    expect(await visit.question('Do I need an account?').getAttribute('aria-expanded')).toBe('true');
  });

  it('says what is missing after Enter in an empty field', async () => {
    await openEarly();
    await visit.field.press('Enter');
    await sendScripts();
    await expect.poll(() => visit.message.innerText()).toBe('Please enter an Instagram or TikTok URL');
    await expect.poll(() => visit.field.getAttribute('aria-invalid')).toBe('true');
  });

  it('focuses the field with the slash key', async () => {
    await openEarly();
    await page.keyboard.press('/');
    await sendScripts();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('link');
    expect(await visit.field.inputValue()).toBe('');
  });
});

describe('a page that nobody has used', () => {
  it.each([
    ['a laptop', { width: 1280, height: 860 }, 'link'],
    ['a phone', { width: 390, height: 844 }, ''],
  ])('focuses the field on %s only where that opens no keyboard', async (_name, size, focused) => {
    await page.setViewportSize(size);
    await visit.open(product.origin);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(focused);
  });

  it('names the theme switch for the theme', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await visit.open(product.origin);
    await page.getByRole('button', { name: /light/i }).waitFor();
  });
});

describe('when the code cannot be loaded', () => {
  const withoutCode = async (files: RegExp): Promise<void> => {
    await page.route(files, (route) => route.abort());
    await page.goto(product.origin, { waitUntil: 'commit' });
    await visit.field.waitFor();
  };

  it.each([
    ['the first script', /\/assets\/public-.*\.js$/],
    ["the page's code", /\/assets\/hydrate-page-.*\.js$/],
  ])('sends the form as it does without scripts: %s', async (_name, files) => {
    await withoutCode(files);
    await visit.field.fill(REEL);
    await visit.field.press('Enter');
    await page.waitForURL(`${product.origin}/preview`);
    await page.getByText('@mock.pictures').waitFor();
  });

  it.each([
    ['the first script', /\/assets\/public-.*\.js$/],
    ["the page's code", /\/assets\/hydrate-page-.*\.js$/],
  ])('follows a link that was pressed: %s', async (_name, files) => {
    const blocked = Promise.withResolvers<void>();
    await page.route(files, async (route) => {
      await blocked.promise;
      await route.abort();
    });
    await page.goto(product.origin, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'a clip', exact: true }).click();
    blocked.resolve();
    await page.waitForURL(`${product.origin}/?sample=clip`);
  });

  // A browser may keep the failure of a file for as long as the document lives.
  it.each([
    // Requested once in advance, with its styles, and once to run.
    ['that shows the result', /\/assets\/result-section-.*\.js$/, 2],
    ['that reads the answer', /\/assets\/preview-schema-.*\.js$/, 1],
  ])('shows the result at the next attempt when the code %s had failed', async (_name, files, times) => {
    await page.route(files, (route) => route.abort(), { times });
    await visit.open(product.origin);
    await visit.field.fill(REEL);
    await visit.field.press('Enter');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await visit.field.press('Enter');
    await visit.card.waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(() => location.href + document.referrer)).not.toContain('DMocksReel1');
  });

  it('shows the result with its styles when they had failed at the first touch', async () => {
    await page.route(/\/assets\/(download-block|result-section)-.*\.css$/, (route) => route.abort(), {
      times: 2,
    });
    await visit.open(product.origin);
    const failures = [0, 1].map(() => page.waitForEvent('requestfailed'));
    await visit.field.click();
    await Promise.all(failures);
    await visit.field.fill(REEL);
    await visit.field.press('Enter');
    const stage = visit.card.getByTestId('video-player');
    expect(await stage.evaluate((player) => getComputedStyle(player).overflow)).toBe('clip');
    expect(await visit.download.evaluate((block) => getComputedStyle(block).display)).toBe('grid');
  });
});
