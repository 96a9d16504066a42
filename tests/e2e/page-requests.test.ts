import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_BUDGET } from '../../bench/page-weight.ts';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** Long enough for everything the page fetches when idle. */
const SETTLED_MS = 2_500;

/** Document with the style sheet in it, compressed (tests/integration/first-screen has the exact limit). */
const DOCUMENT_MAX = 10 * 1_460;

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const bodyBytes = async (requests: readonly Request[], type: string): Promise<number> => {
  const wanted = requests.filter((request) => request.resourceType() === type);
  const sizes = await Promise.all(wanted.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
};

describe('a first load', () => {
  it.each([
    ['a phone', { width: 360, height: 740 }],
    ['a laptop', { width: 1280, height: 860 }],
  ])(
    "on %s stays within the page's budget, contacts no third party and sets no cookie",
    async (_, viewport) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.goto(product.origin);
      // The last thing that loads without a sign of use, when the browser is idle.
      await expect
        .poll(() => requests.some((request) => request.url().includes('/assets/react-')))
        .toBe(true);
      await page.waitForTimeout(SETTLED_MS);
      // The page's code waits for the first sign of use.
      expect(await page.locator('html').getAttribute('data-hydrated')).toBe('early');

      const urls = requests.map((request) => request.url());
      expect(urls.filter((url) => !url.startsWith(`${product.origin}/`))).toEqual([]);
      expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(PAGE_BUDGET.requests);
      const script = await bodyBytes(requests, 'script');
      expect(script).toBeGreaterThan(10_000);
      expect(script).toBeLessThanOrEqual(PAGE_BUDGET.script);
      // The style sheet is in the document.
      expect(await bodyBytes(requests, 'stylesheet')).toBe(0);
      const document = await bodyBytes(requests, 'document');
      expect(document).toBeGreaterThan(10_000);
      expect(document).toBeLessThanOrEqual(DOCUMENT_MAX);
      expect(await context.cookies()).toEqual([]);
      await context.close();
    },
  );
});
