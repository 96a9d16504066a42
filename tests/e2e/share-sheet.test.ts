import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Replaces the share sheet by one that its visitor always closes, and records the names and types of its files. */
const stubSheet = (page: Page) =>
  page.addInitScript(() => {
    navigator.canShare = (data) => (data?.files?.length ?? 0) > 0;
    navigator.share = async (data) => {
      if (!navigator.userActivation.isActive) throw new TypeError('opened by nobody');
      for (const { name, type } of data?.files ?? [])
        document.documentElement.dataset['shared'] =
          `${document.documentElement.dataset['shared'] ?? ''}${name} ${type};`;
      throw new DOMException('closed', 'AbortError');
    };
  });

describe('on an iPhone', () => {
  it('one tap on Save to Photos opens the share sheet, and closing it leaves the button as it was', async () => {
    const context = await browser.newContext({
      userAgent: IPHONE,
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await stubSheet(page);
    const visit = new PublicPage(page);
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    await visit.downloadButton().tap();
    const save = visit.download.getByRole('button', { name: 'Save to Photos' });
    await save.waitFor();
    const shared = () => page.evaluate(() => document.documentElement.dataset['shared'] ?? '');
    expect(await shared()).toBe('');
    // The name has the line to itself; the button is below it.
    const name = await visit.download.getByText(/\.mp4$/).boundingBox();
    expect((await save.boundingBox())?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0));
    await save.tap();
    await expect.poll(shared).toMatch(/^sample_video_clip_\S+\.mp4 video\/mp4;$/);
    await save.tap();
    await expect.poll(shared).toMatch(/^(?:\S+ video\/mp4;){2}$/);
    await expect.poll(() => visit.download.getAttribute('data-phase')).toBe('done');
    expect(await page.locator('[data-testid="toast"][data-type="error"]').count()).toBe(0);
    await context.close();
  });
});
