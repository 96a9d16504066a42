import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { axeViolations } from './pages/axe.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
let closed: InProcessProduct;
beforeAll(async () => {
  [browser, product, closed] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
    startInProcessProduct(() => ({ ENGINES: 'sample' })),
  ]);
  await closed.settings.change({ maintenance: true });
});
afterAll(() => Promise.all([browser?.close(), product?.stop(), closed?.stop()]));

const STATES = {
  idle: async (_visit: PublicPage) => {},
  result: async (visit: PublicPage) => {
    await visit.submit('https://www.tiktok.com/@mock.user/video/7400000000000000001');
    await visit.card.waitFor();
  },
  'a set': async (visit: PublicPage) => {
    await visit.submit('https://www.instagram.com/p/DMocksFive1/');
    await visit.card.waitFor();
  },
  error: async (visit: PublicPage) => {
    await visit.submit(faultLink('page-gone'));
    await visit.errorHeading.waitFor();
  },
  'a refused link': async (visit: PublicPage) => {
    await visit.submit('https://example.com/');
    await visit.message.getByText('Please enter a valid Instagram or TikTok URL').waitFor();
  },
  menu: async (visit: PublicPage) => {
    await visit.page.getByRole('button', { name: /menu/i }).click();
  },
};

const SIZES = { phone: { width: 390, height: 844 }, computer: { width: 1280, height: 860 } } as const;

const LOOKS = [
  { colorScheme: 'light', size: 'phone' },
  { colorScheme: 'dark', size: 'computer' },
] as const;
const [LIGHT, DARK] = LOOKS;

// The states of the page have been checked in each look as stories (states.matrix.test.ts); here the server's own page shows them.
it.each([
  ['idle', LIGHT],
  ['result', DARK],
  ['a set', LIGHT],
  ['error', DARK],
  ['a refused link', LIGHT],
  ['menu', { colorScheme: 'dark', size: 'phone' }],
] as const)('axe finds no violation: %s', async (name, { colorScheme, size }) => {
  const context = await browser.newContext({ colorScheme, viewport: SIZES[size], reducedMotion: 'reduce' });
  const visit = new PublicPage(await context.newPage());
  await visit.open(product.origin);
  await STATES[name](visit);
  await expect
    .poll(() => visit.page.evaluate(() => document.documentElement.dataset['theme']))
    .toBe(colorScheme);
  expect(await axeViolations(visit.page)).toEqual([]);
  await context.close();
});

/** Pages that the server answers with, besides the states of the home page. The status page and the page without scripts have own tests. */
const PAGES = {
  phone: ['/help', '/legal/privacy', '/legal/dmca', '/nowhere'],
  computer: ['/help', '/legal/terms', '/legal/copyright', '/%zz'],
} as const;

describe.each(LOOKS)('axe on the other pages, $colorScheme, on a $size', ({ colorScheme, size }) => {
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ colorScheme, viewport: SIZES[size], reducedMotion: 'reduce' });
    return context.newPage();
  };
  const wrongWith = async (page: Page): Promise<string[]> => {
    const theme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    return [
      ...(theme.includes(colorScheme) ? [] : [`theme ${theme}`]),
      ...(overflows ? ['is wider than the window'] : []),
      ...(await axeViolations(page)),
    ];
  };

  it('has no violation: help, legal pages, unknown paths', async () => {
    const page = await open();
    const wrong: Record<string, string[]> = {};
    for (const path of PAGES[size]) {
      await page.goto(`${product.origin}${path}`);
      wrong[path] = await wrongWith(page);
    }
    expect(wrong).toEqual(Object.fromEntries(PAGES[size].map((path) => [path, []])));
    await page.context().close();
  });

  it('has no violation: the home page during maintenance', async () => {
    const page = await open();
    expect((await page.goto(closed.origin))?.status()).toBe(503);
    await page.getByRole('button', { name: 'Refresh Page' }).waitFor();
    expect(await wrongWith(page)).toEqual([]);
    await page.context().close();
  });
});
