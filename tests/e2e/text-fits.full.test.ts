import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { SECTION_IDS, sectionPath } from '#shared/section-ids.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { doubleText, layoutFaults } from './pages/layout-faults.ts';
import { enterPanel } from './pages/panel-entrance.ts';
import { untilStill } from './pages/stillness.ts';

const PHONE = { width: 390, height: 844 };
const SMALL = { width: 320, height: 640 };
const LAPTOP = { width: 1280, height: 860 };
/** The longest allowed name of an account, without a place to break. */
const NAME = 'W'.repeat(68);
const TITLES = ['W'.repeat(40), 'Harbour Lantern Video Saver'] as const;

let browser: Browser;
let product: InProcessProduct;
let owner: BrowserContext;
let waiting: BrowserContext;
let visitor: BrowserContext;
let scriptless: BrowserContext;
let wideLogo: string;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
  owner = (await enterPanel(browser, product, 'Olga')).context;
  waiting = (await enterPanel(browser, product, NAME, { role: 'waiting' })).context;
  visitor = await browser.newContext({ reducedMotion: 'reduce' });
  scriptless = await browser.newContext({ javaScriptEnabled: false });
  const picture = sharp({ create: { width: 112, height: 28, channels: 3, background: '#135' } });
  wideLogo = `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

type Visit = readonly [context: () => BrowserContext, path: string, ready: string];
/** Pages by name, with the selector of what they show when they are ready. */
const PUBLIC: Readonly<Record<string, Visit>> = {
  home: [() => visitor, '/', 'h1'],
  result: [() => visitor, '/?sample=clip', '[data-testid="result-card"]'],
  'help page': [() => visitor, '/help', 'h1'],
  'legal page': [() => visitor, '/legal/privacy', 'h1'],
  'status page': [() => visitor, '/status', 'h1'],
  'unknown address': [() => visitor, '/nope', 'h1'],
  'page without scripts': [() => scriptless, '/', 'h1'],
  'result without scripts': [() => scriptless, '/preview', 'h2'],
  'sign-in': [() => visitor, '/admin/login', 'form'],
  'sign-up': [() => visitor, '/admin/signup', 'form'],
  waiting: [() => waiting, '/admin', 'h1'],
};
const PANEL = Object.fromEntries(
  SECTION_IDS.map((id): [string, Visit] => [
    `panel, ${id}`,
    [() => owner, sectionPath(id), 'main h1:not(:empty)'],
  ]),
);

/** Waits until nothing moves any more; without scripts nothing does. */
const settled = async (page: Page): Promise<void> => {
  if (page.context() !== scriptless) await untilStill(page);
};

const open = async ([context, path, ready]: Visit, viewport: typeof PHONE): Promise<Page> => {
  const page = await context().newPage();
  onTestFinished(() => page.close());
  await page.setViewportSize(viewport);
  if (path === '/preview') {
    await page.goto(product.origin);
    await page.locator('input[name="url"]').fill('https://www.instagram.com/reel/DMocksReel1/');
    await page.getByRole('button', { name: 'Fetch preview' }).click();
    await page.waitForURL('**/preview');
  } else await page.goto(product.origin + path);
  await page.locator(ready).first().waitFor();
  await settled(page);
  return page;
};

describe.each(Object.entries({ ...PUBLIC, ...PANEL }))('%s', (_name, visit) => {
  it('fits with text twice as large', async () => {
    const page = await open(visit, PHONE);
    await doubleText(page);
    expect(await layoutFaults(page), 'at 390 px').toEqual([]);
    await page.setViewportSize(LAPTOP);
    await settled(page);
    expect(await layoutFaults(page), 'at 1280 px').toEqual([]);
  });
});

describe.each(TITLES)('with a wide logo and the title %s', (title) => {
  beforeAll(() => product.settings.change({ title, logo: wideLogo }));
  afterAll(() => product.settings.change({ title: SITE_SETTINGS.title.default, logo: null }));

  // The pages of the site share a header: each is seen with one of the titles.
  const pages = Object.entries({ ...PUBLIC, panel: PANEL['panel, overview'] as Visit });
  it.each(pages.filter((_page, index) => index % 2 === TITLES.indexOf(title)))(
    '%s fits',
    async (_name, visit) => {
      const page = await open(visit, PHONE);
      expect(await layoutFaults(page), 'at 390 px').toEqual([]);
      await page.setViewportSize(SMALL);
      await settled(page);
      expect(await layoutFaults(page), 'at 320 px').toEqual([]);
      await page.setViewportSize(LAPTOP);
      await settled(page);
      expect(await layoutFaults(page), 'at 1280 px').toEqual([]);
    },
  );
});
