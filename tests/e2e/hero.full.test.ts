import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { untilStill } from './pages/stillness.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
let withoutSamples: Product;
beforeAll(async () => {
  [browser, product, withoutSamples] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
    startProduct(() => ({ ENGINES: 'native' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop(), withoutSamples?.stop()]));

const open = async (width: number, height = 860, path = '/') => {
  const page = await browser.newPage({ viewport: { width, height } });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const visit = new PublicPage(page);
  await visit.open(product.origin, path);
  await untilStill(page);
  return { visit, page, requested };
};
const card = (page: Page) => page.getByTestId('sample-card');
const picturesOf = (requested: readonly string[]): string[] =>
  requested.filter((url) => url.endsWith('.webp'));

describe('the first screen', () => {
  it.each([960, 1280, 1920])('shows headline and card side by side at %i px', async (width) => {
    const { page, requested } = await open(width);
    const [words, drawn] = await Promise.all([page.locator('h1').boundingBox(), card(page).boundingBox()]);
    if (words === null || drawn === null) throw new Error('the headline or the card is not shown');
    const textEnd = await page.locator('h1').evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return range.getBoundingClientRect().right;
    });
    expect(drawn.x - textEnd).toBeGreaterThan(16);
    expect(words.y + words.height).toBeGreaterThan(drawn.y);
    expect(picturesOf(requested)).toHaveLength(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await page.close();
  });

  it('names the site on the card, as the owner changes it', async () => {
    const { page } = await open(1280);
    expect(await card(page).getByText('Savelet', { exact: true }).count()).toBe(1);
    await page.evaluate(() => {
      localStorage.setItem('websiteTitle', 'A quiet harbour for everybody’s clips');
      dispatchEvent(new Event('websiteTitleChanged'));
    });
    await card(page).getByText('A quiet harbour for everybody’s clips', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await page.close();
  });

  it.each([800, 860])('shows the three features without scrolling at 1280 × %i', async (height) => {
    const { page } = await open(1_280, height);
    const bottom = await page.locator('#features').evaluate((list) => list.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(height);
    await page.close();
  });

  it('has no card on a phone, and does not load its picture', async () => {
    const { page, requested } = await open(390, 844);
    expect(await card(page).isVisible()).toBe(false);
    expect(picturesOf(requested)).toEqual([]);
    await page.close();
  });

  it('does not move while it loads', async () => {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 860 } });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as { shift?: number }).shift =
            ((globalThis as { shift?: number }).shift ?? 0) + (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await new PublicPage(page).open(product.origin);
    await untilStill(page);
    expect(await page.evaluate(() => (globalThis as { shift?: number }).shift ?? 0)).toBeLessThan(0.005);
    await page.close();
  });
});

describe('the drawn card', () => {
  it('shows the rows of the sample’s own preview, and opens it', async () => {
    const { visit, page } = await open(1_280);
    const drawn = await card(page).locator('li').allInnerTexts();
    expect(drawn).toHaveLength(3);
    expect(await card(page).getByRole('button').count()).toBe(0);
    const link = await card(page).getByRole('link', { name: 'Try this sample' }).boundingBox();
    expect(link?.height).toBeGreaterThanOrEqual(44);
    await card(page).getByRole('link', { name: 'Try this sample' }).click();
    await visit.card.waitFor();
    const rows = await visit.card.locator('label').allInnerTexts();
    for (const [index, row] of drawn.entries()) {
      const [label = '', size = ''] = row.split(/\s*\n\s*/u).filter(Boolean);
      expect(rows[index]).toContain(label);
      expect(rows[index]).toContain(size);
    }
    expect(await card(page).isVisible()).toBe(false);
    await page.close();
  });

  it('has nothing that looks like a control where scripts are off', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1_280, height: 860 },
    });
    const page = await context.newPage();
    await page.goto(product.origin);
    expect(await card(page).isVisible()).toBe(true);
    expect(await card(page).getByText('Try this sample').isVisible()).toBe(false);
    expect(
      await card(page)
        .getByText(/^Download /u)
        .isVisible(),
    ).toBe(false);
    await context.close();
  });

  it.each([390, 960])(
    'is only a picture at %i px, where the owner has turned the samples off',
    async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 860 } });
      await new PublicPage(page).open(withoutSamples.origin);
      expect(await page.getByRole('link', { name: /sample|^a clip$/u }).count()).toBe(0);
      expect(await page.getByText('Or try a sample').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      const drawn = card(page);
      expect(await drawn.isVisible()).toBe(width >= 960);
      if (width >= 960) {
        // Nothing in it looks as if it could be pressed, and its rows fill the place of the button.
        expect(await drawn.getByText(/^Download /u).isVisible()).toBe(false);
        expect(await drawn.locator('svg:visible').count()).toBe(1);
        expect(await drawn.locator('li').count()).toBe(3);
        const { gaps, left, right } = await drawn.evaluate((figure) => {
          const info = figure.querySelector('ul')?.parentElement;
          const shown = [...(info?.children ?? [])].filter((part) => part.checkVisibility());
          const box = info?.getBoundingClientRect();
          const bottom = shown.at(-1)?.getBoundingClientRect().bottom ?? 0;
          const heading = document.querySelector('h1');
          const range = document.createRange();
          if (heading) range.selectNodeContents(heading);
          return {
            gaps: [
              (shown[0]?.getBoundingClientRect().top ?? 0) - (box?.top ?? 0),
              (box?.bottom ?? 0) - bottom,
            ],
            left: range.getBoundingClientRect().right,
            right: figure.getBoundingClientRect().left,
          };
        });
        expect(Math.abs((gaps[0] ?? 0) - (gaps[1] ?? 99))).toBeLessThanOrEqual(2);
        expect(right - left).toBeGreaterThan(16);
      }
      await page.close();
    },
  );

  it('comes back with the headline after each Try Again, and is not on an unknown path', async () => {
    const { visit, page } = await open(1_280);
    const headline = page.locator('[data-part=heading]');
    for (const _round of ['first', 'second']) {
      await visit.submit('https://www.instagram.com/reel/DFault01003/');
      await visit.errorHeading.waitFor();
      expect(await card(page).isVisible()).toBe(false);
      // Screen readers keep the headline beside the error.
      expect(await headline.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect((await headline.boundingBox())?.width).toBe(1);
      await visit.tryAgain.click();
      await card(page).waitFor();
      expect(await card(page).locator('li').count()).toBe(3);
      expect((await headline.boundingBox())?.width).toBeGreaterThan(300);
    }
    await page.close();
    const missing = await open(1_280, 860, '/nowhere');
    expect(await card(missing.page).count()).toBe(0);
    await missing.page.close();
  });
});
