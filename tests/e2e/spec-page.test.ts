import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { enterPanel } from './pages/panel-entrance.ts';
import { PublicPage } from './pages/public-page.ts';
import { LOGO, SOCIAL_LINK, untilMirrored } from './pages/site-probe.ts';

/** The five keys and events of the specification, sections 3 and 4. */
const KEYS = {
  websiteTitle: 'websiteTitleChanged',
  websiteLogo: 'websiteLogoChanged',
  socialLinks: 'socialLinksChanged',
  maintenanceMode: 'maintenanceModeChanged',
  admin_settings: 'contentUpdated',
} as const;

/** What a page that knows nothing but the specification hears: `window` and `storage` events, with what the key holds then. */
type Heard = [how: 'window' | 'storage', key: string, text: string | null];

/** Collects them from now on. A page reads its keys before it listens: Chromium loses events that come while it first reads. */
const listen = (page: Page): Promise<void> =>
  page.evaluate((keys) => {
    for (const key of Object.keys(keys)) localStorage.getItem(key);
    const heard: [string, string, string | null][] = [];
    Object.assign(globalThis, { heard });
    for (const [key, event] of Object.entries(keys))
      addEventListener(event, () => heard.push(['window', key, localStorage.getItem(key)]));
    addEventListener('storage', ({ key }) => {
      if (key !== null && key in keys) heard.push(['storage', key, localStorage.getItem(key)]);
    });
  }, KEYS);

const heardBy = async (page: Page): Promise<Heard[]> => {
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
  return heard.sort(([, one], [, other]) => one.localeCompare(other));
};

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
});
afterEach(() => product.settings.change({ maintenance: false }));
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** A page of the same origin that holds no script of ours. */
const openSpecPage = async (context: BrowserContext): Promise<Page> => {
  await context.route('**/spec-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>spec</title>' }),
  );
  const page = await context.newPage();
  await page.goto(`${product.origin}/spec-page`);
  await listen(page);
  return page;
};

const all = (how: 'window' | 'storage', texts: Readonly<Record<keyof typeof KEYS, string>>): Heard[] =>
  Object.entries(texts)
    .map(([key, text]): Heard => [how, key, text])
    .sort(([, one], [, other]) => one.localeCompare(other));

describe('a page written to the specification', () => {
  it('hears each change of the server once, and reads what the specification says', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await new PublicPage(page).open(product.origin);
    await untilMirrored(page);
    await listen(page);
    const other = await openSpecPage(context);
    await product.settings.change({
      title: 'Harbour',
      logo: LOGO,
      socialLinks: [SOCIAL_LINK],
      maintenance: true,
      content: '<h2>Tides</h2><p>High water at noon.</p>',
    });
    const texts = {
      websiteTitle: 'Harbour',
      websiteLogo: LOGO,
      socialLinks: JSON.stringify([SOCIAL_LINK]),
      maintenanceMode: 'true',
      admin_settings: JSON.stringify({ content: '<h2>Tides</h2><p>High water at noon.</p>' }),
    };
    await page.getByRole('alertdialog').waitFor();
    await expect.poll(() => heardBy(other)).toEqual(all('storage', texts));
    await expect.poll(() => heardBy(page)).toEqual(all('window', texts));

    await Promise.all([listen(page), listen(other)]);
    await product.settings.change({ maintenance: false });
    await expect.poll(() => heardBy(other)).toEqual([['storage', 'maintenanceMode', 'false']]);
    await expect.poll(() => heardBy(page)).toContainEqual(['window', 'maintenanceMode', 'false']);
    await context.close();
  });

  it('hears what its owner saves in the panel: once in the saving tab, once in another, once in another browser', async () => {
    const panel = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
    const far = await browser.newContext();
    const visitor = await far.newPage();
    await new PublicPage(visitor).open(product.origin);
    await untilMirrored(visitor);
    await panel.field('Website title').fill('Saved here');
    const other = await openSpecPage(panel.context);
    await Promise.all([listen(panel.page), listen(visitor)]);
    await panel.save.click();
    await expect.poll(() => heardBy(panel.page)).toEqual([['window', 'websiteTitle', 'Saved here']]);
    await expect.poll(() => heardBy(visitor)).toEqual([['window', 'websiteTitle', 'Saved here']]);
    // A page by itself hears of storage alone; the panel may mirror the other keys for the first time with this save.
    const titles = async () => (await heardBy(other)).filter(([, key]) => key === 'websiteTitle');
    await expect.poll(titles).toEqual([['storage', 'websiteTitle', 'Saved here']]);
    // Nor does the save's own echo, which has come to all of them by the time another change has, raise it again.
    await product.settings.change({ maintenance: true });
    await expect.poll(() => heardBy(visitor)).toHaveLength(2);
    await expect.poll(() => heardBy(panel.page)).toHaveLength(2);
    await expect.poll(() => titles()).toHaveLength(1);
    await Promise.all([far.close(), panel.context.close()]);
  });
});
