import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { LinkListPage } from './pages/link-list-page.ts';
import { downloadsOf, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const PHOTO = 'https://www.instagram.com/p/DMocksPhot1/';
const CLIP = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'native' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

it('is used by keyboard alone', async () => {
  const visit = await LinkListPage.visit(browser, product.origin, { acceptDownloads: true });
  const { page } = visit;
  await visit.field.focus();
  await visit.paste(`${PHOTO} ${faultLink('page-private')} ${CLIP}`);
  await expect.poll(() => visit.focused()).toBe('3 links');
  await visit.counts('2 ready, 1 failed');
  await expect.poll(() => page.getByTestId('live-polite').textContent()).toContain('2 ready, 1 failed');
  const tabTo = async (name: string): Promise<void> => {
    await page.keyboard.press('Tab');
    await expect.poll(() => visit.focused()).toBe(name);
  };
  await tabTo('Save all as files');
  await tabTo('Save all in one ZIP');
  await tabTo('Retry failed');
  await tabTo('Clear');
  const photo = '@mock.pictures, Instagram photo, 91.39\u00a0KB';
  await tabTo(`Save ${photo}`);
  const [saved] = await downloadsOf(page, 1, () => page.keyboard.press('Enter'));
  expect(saved?.sha256).toBe(sha256(product.mockPlatforms.bytesOf(PHOTO, 0, 0)));
  // The pressed button is gone, so the focus is on the other one of its row; then on that of the next row.
  await visit.counts('1 ready, 1 saved, 1 failed');
  await expect.poll(() => visit.focused()).toBe(`Remove ${photo}`);
  await page.keyboard.press('Enter');
  await visit.list.getByRole('heading', { name: '2 links' }).waitFor();
  await expect.poll(() => visit.focused()).toMatch(/^Remove Instagram reel/);
  await visit.clear.focus();
  await page.keyboard.press('Enter');
  await visit.list.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('link');
  await page.context().close();
});
