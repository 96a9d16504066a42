import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { LIVE_HIDDEN_CLOSE_MS } from '../../src/web/state/live-connection.ts';
import type { PublicSettings } from '../owner-settings.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { PublicPage } from './pages/public-page.ts';
import { LOGO, SOCIAL_LINK, untilMirrored } from './pages/site-probe.ts';

const UNTOUCHED = {
  title: 'Savelet',
  logo: null,
  socialLinks: [],
  content: '',
  maintenance: false,
  navbar: SITE_SETTINGS.navbar.default,
  contactEmail: null,
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
  // Runs before the page's own script, so that the page is hidden or visible from its first moment.
  await context.addInitScript(() => {
    let state: DocumentVisibilityState = 'visible';
    Object.defineProperties(document, {
      visibilityState: { get: () => state },
      hidden: { get: () => state === 'hidden' },
    });
    Object.assign(globalThis, {
      setVisibility(next: DocumentVisibilityState) {
        state = next;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  return async () => {
    await context.close();
    await product.settings.change(UNTOUCHED);
  };
});

/** Headless browsers keep every page visible, so this simulates the state and event of a hidden page. */
const show = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate(
    (next) => (globalThis as unknown as { setVisibility: (to: string) => void }).setVisibility(next),
    state,
  );
const isHidden = (page: Page): Promise<boolean> => page.evaluate(() => document.visibilityState === 'hidden');

/** Opens the page with a fake clock, waits for its first event, then hides it for an hour. */
const openHidden = async (): Promise<Page> => {
  const page = await context.newPage();
  await page.clock.install();
  await new PublicPage(page).open(product.origin);
  await page.clock.runFor(1_000);
  await untilMirrored(page);
  await show(page, 'hidden');
  await page.clock.fastForward(LIVE_HIDDEN_CLOSE_MS + 1);
  await page.clock.fastForward(60 * 60 * 1_000);
  await expect.poll(() => isHidden(page)).toBe(true);
  return page;
};

/**
 * Advances the clock by minutes until the page shows the change. One minute is enough unless the page was still
 * processing its last response; src/web tests prove this with a clock alone.
 */
const withinMinutes = async (page: Page, shown: (page: Page) => Promise<unknown>): Promise<void> => {
  for (let minute = 1; ; minute += 1) {
    page.setDefaultTimeout(minute === 1 ? 1_500 : 5_000);
    await page.clock.fastForward(59_000);
    try {
      await shown(page);
      return;
    } catch (error) {
      if (minute === 3) throw error;
    }
  }
};

/**
 * Each setting, and what a visitor must see on returning to the tab. The change does not wait for the tab to become
 * visible.
 */
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
  it('follows every setting, without reload, focus or polling', async () => {
    const page = await openHidden();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const [, change, shown] of CHANGES) {
      await product.settings.change(change);
      await shown(page);
    }
    await expect.poll(() => isHidden(page)).toBe(true);
    expect(asked.filter((path) => path === '/')).toEqual([]);
    expect(asked.filter((path) => path === '/api/site')).toHaveLength(CHANGES.length);
  });

  it('follows within a minute when the stream is blocked', async () => {
    await context.route('**/api/live', (route) => route.abort());
    const page = await openHidden();
    for (const [, change, shown] of CHANGES) {
      await product.settings.change(change);
      await withinMinutes(page, shown);
    }
    await expect.poll(() => isHidden(page)).toBe(true);
  });

  it('follows within a minute when tabs cannot use Web Locks', async () => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const page = await openHidden();
    for (const [, change, shown] of CHANGES) {
      await product.settings.change(change);
      await withinMinutes(page, shown);
    }
  });

  it('shares one stream with every other hidden page of its browser, and all of them follow', async () => {
    const pages = [await openHidden(), await openHidden(), await openHidden()];
    await expect.poll(() => product.openStreams()).toBe(1);
    for (const [, change, shown] of CHANGES) {
      await product.settings.change(change);
      for (const page of pages) await shown(page);
    }
    // The page that holds the stream closes, and the next one takes over.
    await pages[0]?.close();
    await expect.poll(() => product.openStreams()).toBe(1);
    await product.settings.change({ title: 'Passed on' });
    for (const page of pages.slice(1))
      await page.waitForFunction(() => document.title.startsWith('Passed on: '));
  });

  it('has its own stream again as soon as it is visible', async () => {
    const [one, two] = [await openHidden(), await openHidden()];
    await expect.poll(() => product.openStreams()).toBe(1);
    await show(two, 'visible');
    await expect.poll(() => product.openStreams()).toBe(2);
    await show(one, 'visible');
    await product.settings.change({ title: 'In sight' });
    for (const page of [one, two]) await page.getByRole('banner').getByText('In sight').waitFor();
    expect(product.openStreams()).toBe(2);
  });
});
