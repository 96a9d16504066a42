import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { enterPanel } from './pages/panel-entrance.ts';
import { PublicPage } from './pages/public-page.ts';
import { LOGO, SOCIAL_LINK, untilMirrored } from './pages/site-probe.ts';

/** The five specified keys and events. */
const KEYS = {
  websiteTitle: 'websiteTitleChanged',
  websiteLogo: 'websiteLogoChanged',
  socialLinks: 'socialLinksChanged',
  maintenanceMode: 'maintenanceModeChanged',
  admin_settings: 'contentUpdated',
} as const;

/**
 * An event that a page can observe with only the specified API: `window` or `storage`, with the key's value at that
 * time.
 */
type Heard = [how: 'window' | 'storage', key: string, text: string | null];

/**
 * Records these events from now on. It reads the keys first, because Chromium loses events that arrive during the first
 * read.
 */
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

/** Opens a page of the same origin without the site's scripts. */
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

describe('a page that uses only the specified API', () => {
  it('receives each change of the server once, with the specified values', async () => {
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

  it('receives what the owner saves in the panel: once in the saving tab, once in another, once in another browser', async () => {
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
    // Such a page receives only storage events; with this save the panel may mirror the other keys for the first time.
    const titles = async () => (await heardBy(other)).filter(([, key]) => key === 'websiteTitle');
    await expect.poll(titles).toEqual([['storage', 'websiteTitle', 'Saved here']]);
    // The echo of the save, which has arrived everywhere by the time another change has, does not raise the event again
    // either.
    await product.settings.change({ maintenance: true });
    await expect.poll(() => heardBy(visitor)).toHaveLength(2);
    await expect.poll(() => heardBy(panel.page)).toHaveLength(2);
    await expect.poll(() => titles()).toHaveLength(1);
    await Promise.all([far.close(), panel.context.close()]);
  });
});
