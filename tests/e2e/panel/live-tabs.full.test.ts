import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { emulateVisibility, setVisibility } from '../pages/page-visibility.ts';

let browser: Browser;
let product: InProcessProduct;
let cookie: { readonly name: string; readonly value: string };
let context: BrowserContext;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
  cookie = await product.ownerCookie();
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  await context.addCookies([{ ...cookie, url: product.origin }]);
  await emulateVisibility(context);
  return () => context.close();
});

const open = async (path = '/admin/accounts'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${product.origin}${path}`);
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  return page;
};
const streams = () => product.openStreams('/api/admin/live');

describe('eight tabs with the panel over plain HTTP', () => {
  it('load, because only the one that is shown has a stream, and show what they missed when they are shown', async () => {
    const tabs: Page[] = [];
    for (let count = 0; count < 8; count += 1) {
      const before = tabs.at(-1);
      if (before) await setVisibility(before, 'hidden');
      tabs.push(await open());
      await expect.poll(streams).toBe(1);
    }
    await product.settings.change({ title: 'Harbour' });
    await tabs[7]?.waitForFunction(() => document.body.textContent?.includes('Harbour'));
    expect(await tabs[0]?.getByText('Harbour').count()).toBe(0);
    await setVisibility(tabs[7] as Page, 'hidden');
    await setVisibility(tabs[0] as Page, 'visible');
    await tabs[0]?.waitForFunction(() => document.body.textContent?.includes('Harbour'));
    await expect.poll(streams).toBe(1);
  });
});

describe('a panel behind a proxy that holds the stream back', () => {
  it('fetches by itself after ten seconds, and again', async () => {
    await context.route('**/api/admin/live', () => undefined);
    const page = await context.newPage();
    await page.clock.install();
    // Stopped, so that the time since the page connected does not depend on how fast the machine loads it.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${product.origin}/admin/accounts`);
    let passed = 0;
    const loaded = async () => {
      await page.clock.runFor(10);
      passed += 10;
      return page.getByText('olga@mail.example').count();
    };
    await expect.poll(loaded).toBeGreaterThan(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const accounts = () => asked.filter((path) => path === '/api/admin/accounts').length;
    await page.clock.fastForward(9_900 - passed);
    expect(accounts()).toBe(0);
    await page.clock.fastForward(1_100 + passed);
    await expect.poll(accounts).toBe(1);
    const afterPoll = async () => {
      await page.clock.fastForward(46_000);
      return accounts();
    };
    await expect.poll(afterPoll).toBeGreaterThan(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
