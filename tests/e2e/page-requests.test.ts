import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** Long enough for everything the page fetches when idle. */
const SETTLED_MS = 2_500;

/** Script of the first load, compressed; React's own share is two thirds. */
const SCRIPT_MAX_BYTES = 90 * 1024;

/** What a page's init script notes: times since the start of navigation (ms), and names of used formatters. */
interface Seen {
  readonly times: Readonly<Record<string, number>>;
  readonly formatters: readonly string[];
}

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
    'on %s loads little script and no style sheet, contacts no third party and sets no cookie',
    async (_, viewport) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.goto(product.origin);
      await page.locator('html[data-hydrated]').waitFor();
      await page.waitForTimeout(SETTLED_MS);
      const urls = requests.map((request) => request.url());
      expect(urls.filter((url) => !url.startsWith(`${product.origin}/`))).toEqual([]);
      // The result's code waits for the first use.
      expect(urls.filter((url) => url.includes('/result-section-'))).toEqual([]);
      const script = await bodyBytes(requests, 'script');
      expect(script).toBeGreaterThan(10_000);
      expect(script).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
      // The style sheet is in the document.
      expect(await bodyBytes(requests, 'stylesheet')).toBe(0);
      expect(await context.cookies()).toEqual([]);
      await context.close();
    },
  );

  it('links the manifest and starts what it can after the paint, and uses no formatter', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.addInitScript(() => {
      const times: Record<string, number> = {};
      const formatters: string[] = [];
      Object.assign(globalThis, { times, formatters });
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries()) times[name] = startTime;
      }).observe({ type: 'paint', buffered: true });
      new MutationObserver(() => {
        if (document.querySelector('link[rel="manifest"]')) times['manifest'] ??= performance.now();
        if ('hydrated' in document.documentElement.dataset) times['hydrated'] ??= performance.now();
      }).observe(document, { childList: true, subtree: true, attributes: true });
      for (const name of [
        'PluralRules',
        'NumberFormat',
        'DateTimeFormat',
        'ListFormat',
        'DisplayNames',
      ] as const)
        Object.assign(Intl, {
          [name]: new Proxy(Intl[name], {
            construct: (target, args, self) => {
              formatters.push(name);
              return Reflect.construct(target, args, self) as object;
            },
          }),
        });
      for (const name of ['toLocaleDateString', 'toLocaleTimeString', 'toLocaleString'] as const)
        Object.assign(Date.prototype, {
          [name]: new Proxy(Date.prototype[name], {
            apply: (target, self, args) => {
              formatters.push(name);
              return Reflect.apply(target, self, args) as string;
            },
          }),
        });
    });
    await page.goto(product.origin);
    const seen = () =>
      page.evaluate(() => {
        const { times, formatters } = globalThis as unknown as Seen;
        return { times, formatters };
      });
    const timesOf = async (): Promise<Seen['times']> => (await seen()).times;
    await expect.poll(timesOf).toHaveProperty('manifest');
    await expect.poll(timesOf).toHaveProperty('hydrated');
    await expect.poll(timesOf).toHaveProperty('first-contentful-paint');
    const { 'first-contentful-paint': paint = Number.NaN, manifest, hydrated } = await timesOf();
    // A page that has not painted half a second after its first script had loaded starts all the same (idle.ts).
    const loaded = await page.evaluate(() =>
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/assets/public-'))
          .map((script) => (script as PerformanceResourceTiming).responseEnd),
      ),
    );
    const start = Math.min(paint, loaded + 500);
    expect(manifest).toBeGreaterThan(start);
    expect(hydrated).toBeGreaterThan(start);
    // The first formatter of a page loads the language's data.
    expect((await seen()).formatters).toEqual([]);
    await page.close();
  });
});
