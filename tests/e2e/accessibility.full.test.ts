import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const STATES: Readonly<Record<string, (visit: PublicPage) => Promise<void>>> = {
  idle: async () => {},
  result: async (visit) => {
    await visit.submit('https://www.tiktok.com/@mock.user/video/7400000000000000001');
    await visit.card.waitFor();
  },
  'a set': async (visit) => {
    await visit.submit('https://www.instagram.com/p/DMocksFive1/');
    await visit.card.waitFor();
  },
  error: async (visit) => {
    await visit.submit(faultLink('page-gone'));
    await visit.errorHeading.waitFor();
  },
  'a refused link': async (visit) => {
    await visit.submit('https://example.com/');
    await visit.message.getByText('Please enter a valid Instagram or TikTok URL').waitFor();
  },
  menu: async (visit) => {
    await visit.page.getByRole('button', { name: /menu/i }).click();
  },
};

const SIZES = { phone: { width: 390, height: 844 }, computer: { width: 1280, height: 860 } } as const;

const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

const LOOKS = [
  ['light', 'phone'],
  ['light', 'computer'],
  ['dark', 'phone'],
  ['dark', 'computer'],
] as const;

describe.each(LOOKS)('axe, %s, on a %s', (colorScheme, size) => {
  const viewport = SIZES[size];
  // Wide pages show their links in the header and have no menu.
  const states = Object.entries(STATES).filter(([name]) => name !== 'menu' || size === 'phone');
  it.each(states)('has no violation: %s', async (_name, reach) => {
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
    const visit = new PublicPage(await context.newPage());
    await visit.open(product.origin);
    await reach(visit);
    await expect
      .poll(() => visit.page.evaluate(() => document.documentElement.dataset['theme']))
      .toBe(colorScheme);
    expect(await violations(visit.page)).toEqual([]);
    await context.close();
  });
});
