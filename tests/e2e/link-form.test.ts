import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPostLink } from '../../src/shared/links/parse-link.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const SHARED = `Look at this on Instagram: ${REEL}?igsh=abc 🌅`;

let browser: Browser;
let product: Product;
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
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  visit = new PublicPage(page);
  return () => context.close();
});

const focusedId = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);

describe('the link form', () => {
  it('is a field for addresses under four kinds of post, Video first', async () => {
    await visit.open(product.origin);
    await expect.poll(() => visit.field.getAttribute('type')).toBe('url');
    const kinds = page.getByRole('radio');
    await expect
      .poll(() => kinds.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value)))
      .toEqual(['video', 'reels', 'story', 'photos']);
    await expect.poll(() => page.getByRole('radio', { name: 'Video' }).isChecked()).toBe(true);
  });

  it.each([
    ['a link', REEL],
    ['shared words with a link', SHARED],
  ])('pastes %s and fetches at once', async (_name, text) => {
    await visit.open(product.origin);
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await page.getByRole('button', { name: 'Paste link and fetch preview' }).click();
    await visit.card.waitFor();
    await expect.poll(() => visit.field.inputValue()).toBe(findPostLink(text)?.written);
    await expect.poll(() => page.getByRole('radio', { name: 'Reels' }).isChecked()).toBe(true);
  });

  it('accepts a paste anywhere on the page', async () => {
    await visit.open(product.origin);
    await page.evaluate((text) => {
      (document.activeElement as HTMLElement | null)?.blur();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, REEL);
    await visit.card.waitFor();
  });

  it('accepts a dropped link', async () => {
    await visit.open(product.origin);
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', text);
      const form = document.querySelector('#link-form');
      for (const type of ['dragenter', 'dragover', 'drop'])
        form?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, REEL);
    await visit.card.waitFor();
  });

  it('swaps Paste for Clear while there is text, and Clear leads back into the field', async () => {
    await visit.open(product.origin);
    const paste = page.getByRole('button', { name: 'Paste link and fetch preview' });
    const clear = page.getByRole('button', { name: 'Clear link' });
    expect([await paste.count(), await clear.count()]).toEqual([1, 0]);
    expect(await visit.fetchButton.isDisabled()).toBe(true);
    await visit.field.fill(REEL);
    expect([await paste.count(), await clear.count()]).toEqual([0, 1]);
    expect(await visit.fetchButton.isDisabled()).toBe(false);
    await clear.focus();
    await page.keyboard.press('Enter');
    expect(await visit.field.inputValue()).toBe('');
    await expect.poll(() => focusedId()).toBe('link');
    await paste.waitFor();
  });

  it('sends the kind of post with the link, and accepts nothing more while it waits', async () => {
    await visit.open(product.origin);
    const answer = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    await page.route('**/api/preview', async (route) => {
      sent.push(route.request().postDataJSON());
      await answer.promise;
      await route.continue();
    });
    await visit.field.fill(REEL);
    await page.getByRole('radio', { name: 'Photos' }).check();
    await visit.fetchButton.click();
    const busy = page.getByRole('button', { name: 'Fetching Preview...' });
    await busy.waitFor();
    await expect.poll(() => busy.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => visit.field.getAttribute('aria-disabled')).toBe('true');
    expect(await visit.field.isEditable()).toBe(false);
    await busy.click({ force: true });
    answer.resolve();
    await visit.card.waitFor();
    expect(sent).toEqual([{ url: REEL, type: 'photos' }]);
  });

  it.each([360, 1_280])(
    'keeps its link over a reload in this tab, and is in view, at %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 740 });
      await visit.open(product.origin);
      await visit.submit(REEL);
      await visit.card.waitFor();
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
      await page.reload();
      await expect.poll(() => visit.field.inputValue()).toBe(REEL);
      expect(await visit.card.count()).toBe(0);
      const box = await visit.fetchButton.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
      await expect.poll(() => page.getByRole('radio', { name: 'Reels' }).isChecked()).toBe(true);
      const other = new PublicPage(await page.context().newPage());
      await other.open(product.origin);
      expect(await other.field.inputValue()).toBe('');
      await page.getByRole('button', { name: 'Clear link' }).click();
      await visit.open(product.origin);
      expect(await visit.field.inputValue()).toBe('');
    },
  );

  it('lets the links of the other platform and the samples through while one platform must wait', async () => {
    await visit.open(product.origin);
    await page.route('**/api/preview', (route) =>
      String(route.request().postData()).includes('instagram')
        ? route.fulfill({
            status: 429,
            json: { status: 429, code: 'rate_limited', title: 'x', detail: 'Rate limited.', retryAfter: 90 },
          })
        : route.continue(),
    );
    await visit.submit(REEL);
    await visit.errorHeading.waitFor();
    const waiting = page.getByRole('button', { name: /^Try again in \d+ s$/ });
    await expect.poll(() => waiting.isDisabled()).toBe(true);
    expect((await page.locator('body').innerText()).match(/Try again in/g)).toHaveLength(1);
    await visit.submit('https://www.tiktok.com/@mock.user/video/7400000000000000001');
    await visit.card.waitFor();
    await visit.field.fill(REEL);
    await expect.poll(() => waiting.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'a photo set' }).click();
    await visit.card.getByText('Sample').first().waitFor();
  });

  it('scrolls the preview into view and focuses it', async () => {
    await visit.open(product.origin);
    await visit.submit(REEL);
    await visit.card.waitFor();
    await expect.poll(focusedId).toBe('preview');
    await expect
      .poll(async () => Math.round((await visit.card.boundingBox())?.y ?? -1), { timeout: 10_000 })
      .toBe(128);
  });
});
