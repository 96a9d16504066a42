import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';

/** Returns a title that no other test of this file has used. */
let turn = 0;
const nextTitle = () => `Title ${String(++turn)}`;

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Opens a live stream from the page and collects its events in `heard`. Waits for the first event. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const heard: string[] = [];
        Object.assign(globalThis, { heard });
        const source = new EventSource('/api/live');
        for (const name of ['siteRevision', 'websiteTitleChanged', 'maintenanceModeChanged'])
          source.addEventListener(name, ({ data }) => heard.push(`${name} ${String(data)}`));
        source.addEventListener('siteRevision', () => resolve(), { once: true });
      }),
  );

const heardBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

describe('a change of a setting', () => {
  it("arrives in a browser once, under the page's own policy", async () => {
    const page = await browser.newPage();
    await page.goto(product.origin);
    await listen(page);
    const { revision } = product.settings.current();
    await product.settings.change({ title: nextTitle(), socialLinks: [] });
    await expect
      .poll(() => heardBy(page))
      .toEqual([
        `siteRevision {"revision":${String(revision)}}`,
        `websiteTitleChanged {"revision":${String(revision + 1)}}`,
      ]);
    await page.close();
  });

  it('is in the next page that is loaded', async () => {
    const page = await browser.newPage();
    await page.goto(product.origin);
    const title = nextTitle();
    await product.settings.change({ title });
    await page.reload();
    await expect.poll(() => page.title()).toContain(title);
    await page.close();
  });
});
