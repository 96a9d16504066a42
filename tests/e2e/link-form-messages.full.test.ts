import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const CLIP = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const STORY = 'https://www.instagram.com/stories/mock.user/3400000000000000001/';
const UNREADABLE = "Instagram shows stories only to people who are signed in, so this site can't read them.";
const INVALID = 'Please enter a valid Instagram or TikTok URL';

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let visit: PublicPage;
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

/** Answers every preview with a 502 of our server. */
const failPreviews = (code: 'network' | 'gone', detail: string, status: number) =>
  page.route('**/api/preview', (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 't', status, code, detail, reference: '7K3M-Q2XD' }),
    }),
  );

/** Copies a text and pastes it where the focus is. */
const pasteHere = async (text: string): Promise<void> => {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+V');
};

describe('one error at a time', () => {
  const GONE = 'Post not found. The video may have been deleted or the URL is incorrect.';
  beforeEach(async () => {
    await failPreviews('gone', GONE, 404);
    await visit.open(product.origin);
    await visit.submit(REEL);
    await visit.errorPanel.waitFor();
  });

  it('leaves no word of the attempt to a screen reader', async () => {
    await expect.poll(() => page.getByTestId('live-polite').innerText()).toBe('');
  });

  it('replaces the panel and its notice by a form error', async () => {
    const notice = page.getByTestId('toast');
    await notice.waitFor();
    await visit.submit('https://example.com/');
    await expect.poll(() => visit.message.textContent()).toBe(INVALID);
    expect(await visit.errorPanel.count()).toBe(0);
    // By itself the notice would stay for four seconds.
    expect(await notice.count()).toBe(0);
  });

  it.each([
    ['Clear', () => page.getByRole('button', { name: 'Clear link' }).click()],
    ['Escape', () => visit.field.press('Escape')],
    ['an emptied field', () => visit.field.fill('')],
  ])('removes the panel with its link: %s', async (_name, empty) => {
    await empty();
    await expect.poll(() => visit.errorPanel.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('link');
  });

  /** Makes the panel stand beside an empty field. */
  const failSample = async (): Promise<void> => {
    await visit.field.fill('');
    await page.getByRole('link', { name: 'a clip' }).click();
    await visit.errorPanel.waitFor();
  };

  it('replaces the panel by the error of an empty field', async () => {
    await failSample();
    await visit.field.press('Enter');
    await expect.poll(() => visit.message.textContent()).toBe('Please enter an Instagram or TikTok URL');
    expect(await visit.errorPanel.count()).toBe(0);
  });

  it('replaces the panel by the hint that nothing can be pasted', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('milk'));
    await failSample();
    await page.getByRole('button', { name: 'Paste link and fetch preview' }).click();
    await expect.poll(() => visit.message.textContent()).toBe('No link found on your clipboard.');
    expect(await visit.errorPanel.count()).toBe(0);
  });

  it('replaces the panel, and a form error, by a sample', async () => {
    await page.unroute('**/api/preview');
    await page.getByRole('link', { name: 'a clip' }).click();
    await visit.card.waitFor();
    expect(await visit.errorPanel.count()).toBe(0);
    await visit.submit('https://example.com/');
    await expect.poll(() => visit.message.textContent()).toBe(INVALID);
    // The form error leaves the preview on the page; the next attempt removes the error.
    expect(await visit.card.count()).toBe(1);
    await page.getByRole('link', { name: 'a photo set' }).click();
    await expect.poll(() => visit.message.textContent()).toBe('');
    await visit.card.waitFor();
  });

  it('keeps the panel while the visitor types', async () => {
    await visit.field.fill(`${REEL}?x`);
    expect(await visit.errorPanel.count()).toBe(1);
  });
});

describe('whose fault a network error is', () => {
  const API = 'Network error: Unable to connect to API. Please check your internet connection.';
  const FETCH = 'Network error: Unable to fetch data. Please check your internet connection and try again.';

  it("is the site's when it cannot reach its source", async () => {
    const SITE = 'Failed to fetch video: this server could not reach the platform.';
    await failPreviews('network', SITE, 502);
    await visit.open(product.origin);
    await visit.submit(REEL);
    await visit.errorPanel.getByText(SITE).waitFor();
    await visit.errorPanel.getByText("It's not your connection. Try again in a few minutes.").waitFor();
  });

  it("is probably the site's when it does not answer", async () => {
    await visit.open(product.origin);
    await page.route('**/api/preview', (route) => route.abort('connectionrefused'));
    await visit.submit(REEL);
    await visit.errorPanel.getByText(FETCH).waitFor();
    await visit.errorPanel.getByText("It's probably this site, not your connection.").waitFor();
  });

  it('is said by the form alone when the browser is offline', async () => {
    await visit.open(product.origin);
    await page.route('**/api/preview', async (route) => {
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await visit.submit(REEL);
    await visit.errorPanel.getByText(API).waitFor();
    await expect
      .poll(() => visit.message.textContent())
      .toBe("You're offline. We'll keep your link here until you're back.");
    expect(await page.getByText("It's probably this site").count()).toBe(0);
  });
});

describe('a story', () => {
  it('is named as unreadable before the try, which stays possible', async () => {
    await visit.open(product.origin);
    await page.getByRole('radio', { name: 'Story' }).check();
    await expect.poll(() => visit.message.textContent()).toBe(UNREADABLE);
    await visit.field.fill(CLIP);
    await expect.poll(() => visit.message.textContent()).toBe('TikTok video');
    await visit.field.fill(STORY);
    await expect.poll(() => visit.message.textContent()).toBe(UNREADABLE);
    await visit.fetchButton.click();
    await visit.errorPanel
      .getByText('Failed to fetch video: the platform shows stories only to people who are signed in.')
      .waitFor();
    await visit.errorPanel.getByText('Nothing is wrong with your link.').waitFor();
    await expect.poll(() => page.getByText(UNREADABLE).count()).toBe(0);
    expect(await page.getByText('This post is private').count()).toBe(0);
  });
});

describe('a pasted link', () => {
  it('replaces the text of a full field by a pasted link and previews it, but joins other text', async () => {
    await visit.open(product.origin);
    await visit.field.fill(REEL);
    await page.keyboard.press('End');
    await pasteHere(`see ${CLIP} wow`);
    await visit.card.getByText('TikTok video').waitFor();
    expect(await visit.field.inputValue()).toBe(CLIP);
    await visit.field.press('End');
    await pasteHere('?lang=en');
    await expect.poll(() => visit.field.inputValue()).toBe(`${CLIP}?lang=en`);
  });
});

describe("a link after the site's address", () => {
  it.each([
    [`/${REEL}?igsh=abc`, `${REEL}?igsh=abc`],
    ['/http:/www.instagram.com/reel/DMocksReel1/', 'http://www.instagram.com/reel/DMocksReel1/'],
    ['/p/DMocksFive1?img_index=2', 'https://www.instagram.com/p/DMocksFive1?img_index=2'],
    ['/@mock.user/video/7400000000000000001/', `${CLIP}/`],
  ])('starts the preview at %s and leaves no trace', async (path, link) => {
    const referers: string[] = [];
    page.on('request', (request) => referers.push(request.headers()['referer'] ?? ''));
    const answer = await page.goto(`${product.origin}${path}`);
    expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([200, 'noindex']);
    await visit.card.waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    expect(await visit.field.inputValue()).toBe(link);
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/$/);
    expect(await page.evaluate(() => history.length)).toBe(2);
    expect(new Set(referers)).toEqual(new Set(['']));
    expect(product.output()).not.toMatch(/DMocks|7400000000000000001/);
  });

  it.each(['/https://evil.example/<script>alert(1)</script>', '/https:/www.instagram.com/mock.user/'])(
    "gives nothing but the form's error at %s",
    async (path) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const previews: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/preview')) previews.push(request.url());
      });
      const answer = await page.goto(`${product.origin}${path}`);
      expect(answer?.status()).toBe(404);
      await expect.poll(() => visit.message.textContent()).toMatch(new RegExp(`^${INVALID}(?:[.] |$)`, 'u'));
      expect([page.url(), dialogs, previews]).toEqual([`${product.origin}/`, [], []]);
    },
  );
});
