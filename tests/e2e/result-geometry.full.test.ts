import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { untilStill } from './pages/stillness.ts';
import { type Product, startProduct } from './product.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const OFF_MAX_PX = 4;
const SHIFT_MAX = 0.02;
/** A shift within half a second of a key press or click counts as caused by the visitor. */
const INPUT_MS = 550;
const SCREENS = [
  ['a phone', { width: 390, height: 844 }],
  ['a laptop', { width: 1280, height: 860 }],
] as const;

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Holds the preview back until the returned function is called, so that the skeleton can be inspected. */
const heldPreview = async (page: Page): Promise<() => void> => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/preview', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
};

/** Returns the boxes of an element and its children, the children's relative to it. */
const boxesOf = (page: Page, testId: string): Promise<number[][]> =>
  page.getByTestId(testId).evaluate((outer) => {
    const card = outer.getBoundingClientRect();
    const inside = [...outer.children].map((child) => {
      const box = child.getBoundingClientRect();
      // A sticky element at the window's edge has no position of its own.
      const top = getComputedStyle(child).position === 'sticky' ? 0 : box.y - card.y;
      return [box.x - card.x, top, box.width, box.height];
    });
    return [[card.x, card.y + scrollY, card.width, card.height], ...inside];
  });

/** Sums up unexpected layout shifts, from before the first paint. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as { shifted?: number };
    watched.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        value: number;
      })[]) {
        if (!entry.hadRecentInput) watched.shifted = (watched.shifted ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { shifted?: number }).shifted ?? -1);

describe.each(SCREENS)('a preview on %s', (_, viewport) => {
  it('has the same size as its skeleton', async () => {
    const page = await browser.newPage({ viewport });
    const release = await heldPreview(page);
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await page.getByRole('link', { name: 'a clip' }).click();
    await page.getByTestId('preview-skeleton').waitFor();
    const skeleton = await boxesOf(page, 'preview-skeleton');
    release();
    await visit.card.waitFor();
    await untilStill(page);
    const card = await boxesOf(page, 'result-card');
    expect(card.length).toBe(skeleton.length);
    for (const [index, box] of card.entries()) {
      const off = box.map((value, side) => Math.abs(value - (skeleton[index]?.[side] ?? Number.NaN)));
      expect(Math.max(...off), `part ${index}: ${box} against ${skeleton[index]}`).toBeLessThanOrEqual(
        OFF_MAX_PX,
      );
    }
    await page.close();
  });

  it.each(['a clip', REEL, '/?sample=clip'])('causes no layout shift when requested by %s', async (asked) => {
    const page = await browser.newPage({ viewport });
    await watchShifts(page);
    const release = await heldPreview(page);
    const visit = new PublicPage(page);
    await visit.open(product.origin, asked.startsWith('/') ? asked : '/');
    if (asked === REEL) {
      await visit.field.pressSequentially(REEL);
      await page.keyboard.press('Enter');
    } else if (!asked.startsWith('/')) await page.getByRole('link', { name: asked }).click();
    await page.getByTestId('preview-skeleton').waitFor();
    await page.waitForTimeout(INPUT_MS);
    release();
    await visit.card.waitFor();
    await untilStill(page);
    const moved = await shifted(page);
    expect(moved).toBeGreaterThanOrEqual(0);
    expect(moved).toBeLessThanOrEqual(SHIFT_MAX);
    await page.close();
  });
});

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status, code, title: code, detail: code, reference: '7K3M-Q2XD' }),
});

it('says on one line of a phone’s bar that a download failed', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const visit = new PublicPage(page);
  await visit.open(product.origin);
  await visit.submit(REEL);
  await visit.card.waitFor();
  // The media link has expired, and the post has been deleted.
  await page.route('**/api/media/**', (route) => route.fulfill(problem(410, 'ticket_expired')));
  await page.route('**/api/preview', (route) => route.fulfill(problem(404, 'gone')));
  await page
    .getByRole('button', { name: /^Download\b/u })
    .last()
    .click();
  const bar = page.getByTestId('download');
  for (const line of ['No download URL available', 'The link has expired. The post may be gone.']) {
    const sentence = bar.getByText(line, { exact: true });
    await sentence.waitFor();
    expect(await sentence.evaluate((shown) => shown.getClientRects().length)).toBe(1);
    expect((await sentence.boundingBox())?.height).toBeLessThanOrEqual(24);
  }
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(124);
  for (const name of ['Retry', 'Paste another link', 'Close']) {
    const box = await bar.getByRole('button', { name, exact: true }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
  await page.close();
});
