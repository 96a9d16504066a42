import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import type { PublicSettings } from '../owner-settings.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { emulateVisibility, setVisibility } from './pages/page-visibility.ts';
import { PublicPage } from './pages/public-page.ts';
import { LOGO, SOCIAL_LINK } from './pages/site-probe.ts';

const UNTOUCHED = {
  title: 'Savelet',
  logo: null,
  socialLinks: [],
  content: '',
  maintenance: false,
  navbar: SITE_SETTINGS.navbar.default,
  contactEmail: null,
  filenameTemplate: SITE_SETTINGS.filenameTemplate.default,
  madeFiles: true,
} as const satisfies PublicSettings;

let browser: Browser;
let product: InProcessProduct;
let context: BrowserContext;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  await emulateVisibility(context);
  return async () => {
    await context.close();
    await product.settings.change(UNTOUCHED);
  };
});

const open = async (): Promise<Page> => {
  const page = await context.newPage();
  await new PublicPage(page).open(product.origin);
  return page;
};

/** Each setting, and what a visitor sees on returning to the tab. */
const CHANGES: readonly [string, Partial<PublicSettings>, (page: Page) => Promise<unknown>][] = [
  [
    'title',
    { title: 'Harbour' },
    (page) => page.waitForFunction(() => document.title.startsWith('Harbour: ')),
  ],
  ['logo', { logo: LOGO }, (page) => page.locator(`header img[src="${LOGO}"]`).waitFor()],
  [
    'social links',
    { socialLinks: [SOCIAL_LINK] },
    (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Reddit' }).waitFor(),
  ],
  [
    'content',
    { content: '<h2>Tides</h2><p>High water at noon.</p>' },
    (page) => page.getByRole('region', { name: 'Tides' }).getByText('High water at noon.').waitFor(),
  ],
  ['maintenance', { maintenance: true }, (page) => page.getByRole('alertdialog').waitFor()],
  [
    'maintenance, over',
    { maintenance: false },
    (page) => page.getByRole('alertdialog').waitFor({ state: 'detached' }),
  ],
];

describe('a page in the background', () => {
  it.each(['open', 'blocked'])(
    'shows every change at once when it is shown again, with its stream %s',
    async (stream) => {
      if (stream === 'blocked') await context.route('**/api/live', (route) => route.abort());
      const page = await open();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      for (const [, change, shown] of CHANGES) {
        await setVisibility(page, 'hidden');
        await product.settings.change(change);
        await setVisibility(page, 'visible');
        await shown(page);
      }
      expect(asked.filter((path) => path === '/')).toEqual([]);
    },
  );

  it('has no stream, however many there are', async () => {
    const pages = [await open(), await open(), await open()];
    await expect.poll(() => product.openStreams()).toBe(3);
    for (const page of pages) await setVisibility(page, 'hidden');
    await expect.poll(() => product.openStreams()).toBe(0);
    await setVisibility(pages[1] as Page, 'visible');
    await expect.poll(() => product.openStreams()).toBe(1);
    await product.settings.change({ title: 'In sight' });
    await pages[1]?.getByRole('banner').getByText('In sight').waitFor();
    // The page that is shown writes to the storage, which the hidden ones follow.
    for (const page of pages) await page.waitForFunction(() => document.title.startsWith('In sight: '));
  });
});
