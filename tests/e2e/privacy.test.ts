import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage } from './pages/public-page.ts';
import { untilMirrored } from './pages/site-probe.ts';
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

/** Keys named in the page's privacy text (src/shared/messages/en/legal-pages.ts); a further key must be named there first. */
const NAMED_KEYS: readonly string[] = [
  'theme',
  'installNotNow',
  'siteRevision',
  ...Object.values(SITE_SETTINGS).map(({ storageKey }) => storageKey),
];

describe('a visit', () => {
  it('contacts no third party, sets no cookie, stores no link but that of the form, violates no policy and leaves nothing in the log', async () => {
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    const foreign: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'blob:' && url.origin !== product.origin) foreign.push(url.origin);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const visit = new PublicPage(page);
    await visit.open(
      product.origin,
      '/?url=https%3A%2F%2Fwww.instagram.com%2Freel%2FDMocksReel1%2F%3Figsh%3Dtracked',
    );
    await visit.card.waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    await downloadsOf(page, 1, () => visit.downloadButton().click());
    await visit.open(product.origin);
    await visit.submit('https://www.tiktok.com/@mock.user/video/7400000000000000001?_r=1&_t=tracked');
    await visit.card.waitFor();

    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    // The link in the field, for a reload of this tab, and nowhere else.
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({
      link: await visit.field.inputValue(),
    });
    await page.getByRole('button', { name: 'Clear link' }).click();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/DMocksReel1|7400000000000000001|stand\.in/);
    await untilMirrored(page);
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(keys.filter((key) => !NAMED_KEYS.includes(key))).toEqual([]);
    expect(product.output()).toContain('answered');
    expect(product.output()).not.toMatch(
      /DMocksReel1|7400000000000000001|stand\.in|tracked|cdninstagram|\/api\/media\/[^:]/,
    );
    // The platform learns the post, never how the link was shared.
    expect(JSON.stringify(product.mockPlatforms.requests)).not.toContain('tracked');
    await context.close();
  });

  it('renders a page without inline script or style but those of the build', async () => {
    const html = await (await fetch(product.origin)).text();
    expect(html).toContain('Paste the link');
    // The theme script and the style sheet (security-headers-answers.test.ts compares them with the policy).
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toMatch(
      /\sstyle=|<script(?!>|[^>]*\b(?:src=|type="application\/(?:ld\+)?json"))|\son[a-z]+=/,
    );
  });
});
