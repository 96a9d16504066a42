import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { LinkListPage } from './pages/link-list-page.ts';
import { downloadsOf, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

/** Posts with one file each. */
const GOOD = [
  'https://www.instagram.com/reel/DMocksReel1/',
  'https://www.instagram.com/p/DMocksPhot1/',
  'https://www.instagram.com/reel/DMocksDash1/',
  'https://www.instagram.com/reel/DMocksEmbd1/',
  'https://www.tiktok.com/@mock.user/video/7400000000000000001',
  'https://www.tiktok.com/@mock.user/video/7400000000000000003',
  'https://www.tiktok.com/@mock.user/video/7400000000000000006',
  'https://www.tiktok.com/@mock.user/video/7400000000000000007',
  faultLink('media-cut-once'),
] as const;
const PASSING = faultLink('page-slow', 'tiktok');

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'native' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

it('saves nine of twelve links byte for byte, says why three fail, and saves one of these after a retry', async () => {
  const { mockPlatforms } = product;
  mockPlatforms.setPageFault(PASSING, 'server-error');
  const visit = await LinkListPage.visit(browser, product.origin, { acceptDownloads: true });
  const { page } = visit;
  await visit.field.focus();
  const bad = [faultLink('page-private'), faultLink('page-gone', 'tiktok'), PASSING];
  await visit.paste([...GOOD.slice(0, 4), ...bad, ...GOOD.slice(4)].join('\n'));
  await visit.counts('9 ready, 3 failed');
  expect(await visit.field.inputValue()).toBe('');
  expect(await visit.rows.count()).toBe(12);
  await visit.row('This post is private or restricted.').waitFor();
  await visit.row('Post not found.').waitFor();

  const saved = await downloadsOf(page, 9, () => visit.saveAll.click());
  const expected = GOOD.map((link) => sha256(mockPlatforms.bytesOf(link, 0, 0)));
  expect(saved.map((file) => file.sha256)).toEqual(expected);
  await visit.counts('9 saved, 3 failed');
  await visit.toasted('Download completed successfully!');

  mockPlatforms.setPageFault(PASSING, null);
  await visit.retryFailed.click();
  await visit.counts('1 ready, 9 saved, 2 failed');
  const [last] = await downloadsOf(page, 1, () => visit.saveAll.click());
  expect(last?.sha256).toBe(sha256(mockPlatforms.bytesOf(PASSING, 0, 0)));
  await visit.counts('10 saved, 2 failed');
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].map((kept) => JSON.stringify(kept))),
  ).not.toContain(expect.stringMatching(/DMocks|74000/));
  expect(product.output()).not.toMatch(/DMocks|7400000000000000001/);
  await page.context().close();
});

it('is used by keyboard alone', async () => {
  const visit = await LinkListPage.visit(browser, product.origin, { acceptDownloads: true });
  const { page } = visit;
  await visit.field.focus();
  await visit.paste(`${GOOD[1]} ${faultLink('page-private')} ${GOOD[4]}`);
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
  expect(saved?.sha256).toBe(sha256(product.mockPlatforms.bytesOf(GOOD[1], 0, 0)));
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
