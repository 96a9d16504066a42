import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { axeFindings } from './pages/panel-axe.ts';
import { sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const CLIP = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const SET = 'https://www.instagram.com/p/DMocksFive1/';
const CAPTIONED = 'https://www.tiktok.com/@mock.user/video/7400000000000000006';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Opens the public page in a browser that runs no scripts. */
const visit = async (options: BrowserContextOptions = {}, path = '/'): Promise<Page> => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  await page.goto(`${product.origin}${path}`);
  return page;
};
const field = (page: Page) => page.getByLabel('Instagram or TikTok link', { exact: true });
const fetchButton = (page: Page) => page.getByRole('button', { name: 'Fetch preview', exact: true });
const submit = async (page: Page, link: string): Promise<void> => {
  await field(page).fill(link);
  await fetchButton(page).click();
  await page.waitForURL('**/preview');
};
/** Saves a file through the link of this name and returns its hash. */
const savedBy = async (page: Page, act: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return sha256(await readFile(await download.path()));
};

describe('without JavaScript', () => {
  it('of two links the first is taken and the second offered', async () => {
    const page = await visit();
    await submit(page, `${CLIP} ${SET}`);
    const offer = page.getByTestId('more-links');
    expect(await offer.innerText()).toContain('You pasted one more link.');
    const next = offer.getByRole('button', { name: 'Preview the next one' });
    // The look of a link, not that of the browser's own button.
    expect(await next.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('0px');
    await next.click();
    await page.getByRole('link', { name: /^Download Photo 1: / }).waitFor();
    expect(await field(page).inputValue()).toBe(SET);
    expect(await offer.count()).toBe(0);
    await page.context().close();
  });

  it('the name of the file never breaks inside its date', async () => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await submit(page, CAPTIONED);
    const date = page.getByText(/^\d{4}-\d{2}-\d{2}\.mp4$/u);
    expect(await date.evaluate((element) => element.getClientRects().length)).toBe(1);
    await page.context().close();
  });

  it('a pasted link gives a preview, and a quality the file of the post', async () => {
    const page = await visit();
    await submit(page, CLIP);
    expect(await page.getByRole('heading', { level: 2, name: '@mock.user' }).isVisible()).toBe(true);
    expect(page.url()).toBe(`${product.origin}/preview`);
    expect(await field(page).inputValue()).toBe(CLIP);
    const video = page.locator('video');
    expect(await video.getAttribute('poster')).toMatch(/^\/api\/media\//u);
    const row = page.getByRole('link', { name: /^Download 720p HD Balanced / });
    expect(await savedBy(page, () => row.click())).toBe(sha256(product.mockPlatforms.bytesOf(CLIP, 0, 1)));
    const best = page.getByRole('link', { name: /^Download 1080p, / });
    expect(await savedBy(page, () => best.click())).toBe(sha256(product.mockPlatforms.bytesOf(CLIP, 0, 0)));
    // Saving leaves the page in place, for the next quality.
    expect(await row.isVisible()).toBe(true);
    await page.context().close();
  });

  it.each([
    `/${CLIP}?lang=en`,
    `/${encodeURIComponent(CLIP)}`,
    '/@mock.user/video/7400000000000000001',
    '/p/DMocksFive1/?img_index=2',
    '/reel/DMocksReel1/',
  ])('the link in the address %s is previewed at a press', async (path) => {
    const page = await visit({}, path);
    const button = page.getByRole('button', { name: 'Preview your link', exact: true });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button.click();
    await page.waitForURL('**/preview');
    await page.getByTestId('result-card').waitFor();
    // The field holds the link for another try.
    expect(await field(page).inputValue()).toMatch(/^https:\/\/www\.(?:instagram|tiktok)\.com\//u);
    expect(product.output()).not.toMatch(/DMocks|7400000000000000001/u);
    await page.context().close();
  });

  it.each(['/', '/nowhere', '/https://evil.example/p/DMocksFive1/'])(
    'nothing is offered at %s, which contains no link that is accepted',
    async (path) => {
      const page = await visit({}, path);
      expect(await fetchButton(page).isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Preview your link' }).count()).toBe(0);
      await page.context().close();
    },
  );

  it('the keyboard alone is enough, from the first Tab to a saved file', async () => {
    const page = await visit();
    const tabTo = async (wanted: string): Promise<void> => {
      for (let press = 0; press < 40; press += 1) {
        await page.keyboard.press('Tab');
        if (await page.locator(`${wanted}:focus`).count()) return;
      }
      throw new Error(`Tab never reached ${wanted}`);
    };
    await tabTo('#link');
    await page.keyboard.type(CLIP);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/preview');
    await tabTo('a[download]');
    const saved = await savedBy(page, () => page.keyboard.press('Enter'));
    expect(saved).toBe(sha256(product.mockPlatforms.bytesOf(CLIP, 0, 0)));
    await page.context().close();
  });

  it('a set shows every picture and saves each one', async () => {
    const page = await visit();
    await submit(page, SET);
    const links = page.getByRole('link', { name: /^Download Photo \d: / });
    expect(await links.count()).toBe(5);
    expect(await page.locator('article img').count()).toBe(5);
    const saved = await savedBy(page, () => links.nth(2).click());
    expect(saved).toBe(sha256(product.mockPlatforms.bytesOf(SET, 2, 0)));
    await page.context().close();
  });

  it('the captions of a video are files to save', async () => {
    const page = await visit();
    await submit(page, CAPTIONED);
    expect(await page.getByRole('heading', { name: 'Captions' }).isVisible()).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: /^Download English/ })
        .first()
        .click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('WEBVTT');
    await page.context().close();
  });

  it('a failure has its sentence, and Try Again sends the link once more', async () => {
    const page = await visit();
    await submit(page, faultLink('page-gone'));
    expect(
      await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' }).isVisible(),
    ).toBe(true);
    const sentence = 'Post not found. The video may have been deleted or the URL is incorrect.';
    expect(await page.getByText(sentence).isVisible()).toBe(true);
    expect(await field(page).inputValue()).toBe(faultLink('page-gone'));
    const [answer] = await Promise.all([
      page.waitForResponse('**/preview'),
      page.getByRole('button', { name: 'Try Again' }).click(),
    ]);
    expect(answer.status()).toBe(404);
    await page.context().close();
  });

  it.each([
    ['', 'Please enter an Instagram or TikTok URL'],
    ['hello', 'Please enter a valid Instagram or TikTok URL'],
  ])('the form says what is wrong with %j', async (link, sentence) => {
    const page = await visit();
    await submit(page, link);
    expect(await page.getByText(sentence, { exact: true }).isVisible()).toBe(true);
    expect(await page.locator('h1').innerText()).toBe('Oops! Something went wrong');
    expect((await page.locator('h1').boundingBox())?.width).toBeGreaterThan(200);
    await submit(page, CLIP);
    expect(await page.getByTestId('result-card').isVisible()).toBe(true);
    await page.context().close();
  });

  it('a form on another page cannot ask in the visitor’s name', async () => {
    const page = await visit();
    await page.goto('about:blank');
    await page.setContent(
      `<form method="post" action="${product.origin}/preview"><input name="url" value="${CLIP}"><button>Go</button></form>`,
    );
    const [answer] = await Promise.all([page.waitForResponse('**/preview'), page.getByText('Go').click()]);
    expect(answer.status()).toBe(403);
    expect(await page.getByText('This request must come from a page of this site.').isVisible()).toBe(true);
    await page.context().close();
  });
});

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1280, height: 860 },
] as const;
const THEMES = ['light', 'dark'] as const;
const ANSWERS = {
  'a preview': CLIP,
  'a set': SET,
  'a sound': '/?sample=sound',
  'an error': faultLink('page-gone'),
  'a refused text': 'hello',
} as const;

describe.each(VIEWPORTS)('the answer to the form, %o', (viewport) => {
  it('has the system’s theme and no overflow, like the page', async () => {
    const page = await visit({ viewport });
    const check = async (): Promise<void> => {
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        const { background, overflows } = await page.evaluate(() => ({
          background: getComputedStyle(document.body).backgroundColor,
          overflows: document.documentElement.scrollWidth > innerWidth,
        }));
        const red = Number(/^rgb\((\d+)/u.exec(background)?.[1]);
        expect(red > 127).toBe(colorScheme === 'light');
        expect(overflows).toBe(false);
      }
    };
    await check();
    await page.goto(`${product.origin}/p/DMocksFive1/`);
    await check();
    for (const link of Object.values(ANSWERS)) {
      await submit(page, link);
      await check();
    }
    await page.context().close();
  });
});

describe('the answer to the form', () => {
  it.each(Object.entries(ANSWERS))(
    'has no violation, light and dark, wide and narrow: %s',
    async (_name, link) => {
      // With scripts, which axe needs. The page has none but the theme's.
      const page = await browser.newPage();
      await page.goto(product.origin);
      await page.evaluate((url) => {
        const form = document.createElement('form');
        const input = document.createElement('input');
        Object.assign(form, { method: 'post', action: '/preview' });
        Object.assign(input, { name: 'url', value: url });
        form.append(input);
        document.body.append(form);
        form.submit();
      }, link);
      await page.waitForURL('**/preview');
      expect(await axeFindings(page)).toEqual([]);
      await page.close();
    },
  );
});
