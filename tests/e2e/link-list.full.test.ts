import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { axeViolations } from './pages/axe.ts';
import { LinkListPage } from './pages/link-list-page.ts';
import { downloadsOf, sha256 } from './pages/public-page.ts';
import { PHONE, stubSheet } from './pages/share-stub.ts';
import { type Product, startProduct } from './product.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const PHOTO = 'https://www.instagram.com/p/DMocksPhot1/';
const FIVE = 'https://www.instagram.com/p/DMocksFive1/';
const CLIP = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const PICTURES = 'https://www.tiktok.com/@mock.user/photo/7400000000000000002';
const PRIVATE = faultLink('page-private');

/** Post whose best picture this device joins with its sound. */
const SEPARATE_TRACKS = 'https://www.instagram.com/reel/DMocksDash1/';
/** Posts with one file each. */
const GOOD = [
  'https://www.instagram.com/reel/DMocksReel1/',
  'https://www.instagram.com/p/DMocksPhot1/',
  SEPARATE_TRACKS,
  'https://www.instagram.com/reel/DMocksEmbd1/',
  'https://www.tiktok.com/@mock.user/video/7400000000000000001',
  'https://www.tiktok.com/@mock.user/video/7400000000000000003',
  'https://www.tiktok.com/@mock.user/video/7400000000000000006',
  'https://www.tiktok.com/@mock.user/video/7400000000000000007',
  faultLink('media-cut-once'),
] as const;
/** Post whose file cannot be fetched for a while. */
const PASSING = faultLink('page-slow', 'tiktok');

let browser: Browser;
let product: Product;
let visit: LinkListPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'native' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  product.mockPlatforms.resetFaults();
  visit = await LinkListPage.visit(browser, product.origin, { acceptDownloads: true });
  return () => visit.page.context().close();
});

const open = async (...links: string[]): Promise<void> => {
  await visit.field.focus();
  await visit.paste(links.join('\n'));
};

const refusal = (code: string, status: number, more: object) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ status, code, title: 't', detail: 'Please wait.', ...more }),
  });

describe('a list of links', () => {
  it('folds links to one post, also a short one', async () => {
    await open(REEL, `${REEL}?igsh=abc`, CLIP, 'https://vm.tiktok.com/ZMockOf1/');
    await visit.list.getByText('One link led to a post that is in the list already.').waitFor();
    await visit.counts('2 ready');
    await expect.poll(() => visit.rows.count()).toBe(2);
  });

  it('takes the first twenty, and says how many were left out', async () => {
    await visit.page.route('**/api/preview', refusal('gone', 404, {}));
    const links = Array.from(
      { length: 23 },
      (_, index) => `https://www.instagram.com/p/CxYzAbCd${100 + index}/`,
    );
    await open(...links);
    await visit.list.getByText('A list holds 20 links. 3 more were left out.').waitFor();
    await visit.counts('20 failed');
    expect(await visit.rows.count()).toBe(20);
  });

  it('comes from a dropped text file, and a file without links is refused', async () => {
    await visit.drop('\u0000\u0001', 'photo.jpg', 'image/jpeg');
    await visit.message.getByText('No link found in that file.').waitFor();
    await visit.drop(`My list\n${REEL}\n${CLIP}\n`, 'links.txt', 'text/plain');
    await visit.counts('2 ready');
  });

  it('does not form of one link, which is previewed as ever', async () => {
    await open(`Look: ${REEL} ${REEL}`);
    await visit.card.waitFor();
    expect(await visit.list.count()).toBe(0);
    expect(await visit.field.inputValue()).toBe(REEL);
  });

  it('stays below the preview of another link, and takes more links', async () => {
    await open(REEL, CLIP);
    await visit.counts('2 ready');
    await visit.submit(PHOTO);
    await visit.card.waitFor();
    const [card, list] = await Promise.all([visit.card.boundingBox(), visit.list.boundingBox()]);
    expect(card?.y).toBeLessThan(list?.y ?? 0);
    await visit.field.focus();
    await visit.paste(`${CLIP} ${FIVE}`);
    await visit.counts('3 ready');
    expect(await visit.card.count()).toBe(0);
  });

  it('asks before the page is left while it looks links up, and no longer after that', async () => {
    const held = Promise.withResolvers<void>();
    await visit.page.route('**/api/preview', async (route) => {
      await held.promise;
      await route.continue();
    });
    await open(REEL, CLIP);
    await visit.row('Looking up').first().waitFor();
    expect(await visit.askedBeforeLeaving()).toEqual(['beforeunload']);
    held.resolve();
    await visit.counts('2 ready');
    await visit.page.goto(`${product.origin}/help`);
    await visit.page.waitForURL('**/help');
  });
});

it('saves nine of twelve links byte for byte, says why three fail, and saves one of these after a retry', async () => {
  const { mockPlatforms } = product;
  const { page } = visit;
  await visit.field.focus();
  const bad = [faultLink('page-private'), faultLink('page-gone', 'tiktok'), PASSING];
  await visit.paste([...GOOD.slice(0, 4), ...bad, ...GOOD.slice(4)].join('\n'));
  await visit.counts('10 ready, 2 failed');
  expect(await visit.field.inputValue()).toBe('');
  expect(await visit.rows.count()).toBe(12);
  await visit.row('This post is private or restricted.').waitFor();
  await visit.row('Post not found.').waitFor();

  mockPlatforms.setMediaFault(PASSING, { kind: 'expired', status: 403, afterRefresh: 'never' });
  const saved = await downloadsOf(page, 9, () => visit.saveAll.click());
  const expected = GOOD.map((link) => sha256(mockPlatforms.bytesOf(link, 0, 0)));
  const joined = GOOD.indexOf(SEPARATE_TRACKS);
  expect(saved[joined]?.name).toMatch(/_1080p_/u);
  expect(saved.map((file) => file.sha256).toSpliced(joined, 1)).toEqual(expected.toSpliced(joined, 1));
  await visit.counts('9 saved, 3 failed');
  await visit.row('Download failed').waitFor();

  mockPlatforms.resetFaults();
  const [last] = await downloadsOf(page, 1, () => visit.retryFailed.click());
  expect(last?.sha256).toBe(sha256(mockPlatforms.bytesOf(PASSING, 0, 0)));
  await visit.counts('10 saved, 2 failed');
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].map((kept) => JSON.stringify(kept))),
  ).not.toContain(expect.stringMatching(/DMocks|74000/));
  expect(product.output()).not.toMatch(/DMocks|7400000000000000001/);
});

describe('what holds the lookups back', () => {
  it("is the visitor's limit: all rows wait for its time and then go on", async () => {
    let refused = 0;
    await visit.page.route('**/api/preview', (route) => {
      refused += 1;
      return refused === 1
        ? refusal('rate_limited', 429, { retryAfter: 2, ownLimit: true })(route)
        : route.continue();
    });
    await open(REEL, CLIP, PHOTO, PICTURES);
    await visit.list.getByText(/^Please wait\. The list goes on in [12] s\.$/).waitFor();
    await visit.row('Waiting').first().waitFor();
    await visit.counts('4 ready');
    expect(await visit.list.getByText('Please wait.').count()).toBe(0);
  });

  it("is a platform's limit: only its rows wait", async () => {
    await visit.page.route('**/api/preview', (route) =>
      String(route.request().postData()).includes('instagram')
        ? refusal('rate_limited', 429, { retryAfter: 90 })(route)
        : route.continue(),
    );
    await open(REEL, CLIP, PHOTO);
    await visit.counts('2 waiting, 1 ready');
    await visit.list.getByText(/^Please wait\. The list goes on in \d+ s\.$/).waitFor();
  });

  it('is the network: the list goes on when it is back', async () => {
    // A preview has loaded the code that checks answers.
    await visit.submit(PHOTO);
    await visit.card.waitFor();
    const first = Promise.withResolvers<Route>();
    await visit.page.route('**/api/preview', (route) => first.resolve(route), { times: 1 });
    await open(REEL, CLIP);
    const route = await first.promise;
    await visit.page.context().setOffline(true);
    await route.abort();
    await visit.list.getByText("You're offline. The list goes on when you're back.").waitFor();
    await visit.page.context().setOffline(false);
    await visit.counts('2 ready');
  });
});

describe('saving a list', () => {
  it('starts ten downloads per press, and then the next ones', async () => {
    await open(FIVE, PICTURES, REEL, CLIP);
    await visit.counts('4 ready');
    const first = await downloadsOf(visit.page, 10, () => visit.saveAll.click());
    const next = visit.list.getByRole('button', { name: 'Save the next one' });
    await next.waitFor();
    const [last] = await downloadsOf(visit.page, 1, () => next.click());
    await visit.counts('4 saved');
    const { mockPlatforms } = product;
    const files = [
      ...[0, 1, 2, 3, 4].map((index) => mockPlatforms.bytesOf(FIVE, index)),
      ...[0, 1, 2, 3].map((index) => mockPlatforms.bytesOf(PICTURES, index)),
      mockPlatforms.bytesOf(REEL, 0),
      mockPlatforms.bytesOf(CLIP, 0),
    ];
    expect([...first, last].map((file) => file?.sha256)).toEqual(files.map(sha256));
  });

  it('packs everything into one ZIP', async () => {
    await open(FIVE, REEL);
    await visit.counts('2 ready');
    const [zip] = await downloadsOf(visit.page, 1, () => visit.saveZip.click());
    expect(zip?.name).toMatch(/^posts_\d{4}-\d{2}-\d{2}\.zip$/);
    const { mockPlatforms } = product;
    const inside = [0, 1, 2, 3, 4].reduce(
      (sum, index) => sum + mockPlatforms.bytesOf(FIVE, index).length,
      mockPlatforms.bytesOf(REEL, 0).length,
    );
    expect(zip?.bytes).toBeGreaterThan(inside);
    expect(zip?.bytes).toBeLessThan(inside + 3_000);
    await visit.counts('2 saved');
  });

  it('goes on after a file that fails, whose row says why and is saved by a retry', async () => {
    await open(REEL, CLIP, PHOTO);
    await visit.counts('3 ready');
    product.mockPlatforms.setMediaFault(CLIP, { kind: 'expired', status: 403, afterRefresh: 'never' });
    await downloadsOf(visit.page, 2, () => visit.saveAll.click());
    await visit.counts('2 saved, 1 failed');
    await visit.row('Download failed').waitFor();
    product.mockPlatforms.resetFaults();
    const retry = visit.row('Download failed').getByRole('button', { name: /^Retry / });
    const [saved] = await downloadsOf(visit.page, 1, () => retry.click());
    expect(saved?.sha256).toBe(sha256(product.mockPlatforms.bytesOf(CLIP, 0)));
    await visit.counts('3 saved');
  });

  it('gets fresh links for the post whose links have expired', async () => {
    await open(REEL, CLIP);
    await visit.counts('2 ready');
    product.mockPlatforms.expireLinks(CLIP, 0);
    const saved = await downloadsOf(visit.page, 2, () => visit.saveAll.click());
    expect(saved.map((file) => file.sha256)).toEqual(
      [REEL, CLIP].map((link) => sha256(product.mockPlatforms.bytesOf(link, 0))),
    );
  });

  it('leaves the rows of a cancelled order ready', async () => {
    await open(REEL, CLIP);
    await visit.counts('2 ready');
    await visit.page.route('**/api/media/**download**', () => undefined);
    await visit.saveAll.click();
    await visit.row('Saving').waitFor();
    const remove = visit.rows.first().getByRole('button', { name: /^Remove / });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await visit.list.getByRole('button', { name: 'Cancel' }).click();
    await visit.row('Ready').nth(1).waitFor();
  });
});

it('goes to the photos of an iPhone through the share sheet', async () => {
  const context = await browser.newContext(PHONE);
  const phone = new LinkListPage(await context.newPage());
  await stubSheet(phone.page, 200);
  await phone.open(product.origin);
  await phone.field.tap();
  await phone.paste(`${FIVE} ${REEL}`);
  await phone.counts('2 ready');
  await phone.list.getByRole('button', { name: 'Save all to Photos' }).tap();
  await phone.list.getByText('6 of 6 files passed to the share sheet').waitFor();
  await phone.counts('2 saved');
  await context.close();
});

it('offers only separate links in the browser inside an app', async () => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Mobile Instagram 300.0' });
  const inside = new LinkListPage(await context.newPage());
  await inside.open(product.origin);
  await inside.field.focus();
  await inside.paste(`${REEL} ${CLIP}`);
  await inside.counts('2 ready');
  await inside.saveAll.waitFor();
  expect(await inside.saveZip.count()).toBe(0);
  await context.close();
});

const LOOKS = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1_280 },
] as const;
it.each(LOOKS)(
  'axe finds no violation, and nothing is wider than the window: $colorScheme, $width px',
  async ({ colorScheme, width }) => {
    const options = { colorScheme, viewport: { width, height: 844 }, reducedMotion: 'reduce' } as const;
    const own = await LinkListPage.visit(browser, product.origin, options);
    await own.field.focus();
    await own.paste([REEL, PRIVATE, FIVE, CLIP].join(' '));
    await own.counts('3 ready, 1 failed');
    expect(await axeViolations(own.page)).toEqual([]);
    await downloadsOf(own.page, 7, () => own.saveAll.click());
    await own.counts('3 saved, 1 failed');
    expect(await axeViolations(own.page)).toEqual([]);
    expect(await own.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await own.page.context().close();
  },
);
