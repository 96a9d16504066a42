import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLink } from '../../src/shared/links/parse-link.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { differs } from './differences.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';

let browser: Browser;
let product: ProvidedProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const home = async (): Promise<string> => (await fetch(product.origin)).text();

describe('1. What the product does and for whom', () => {
  it('Audience: anonymous visitors who want to save public posts, reels, stories, photos and short videos.', () => {
    const links = [
      'https://www.instagram.com/p/abc/',
      'https://www.instagram.com/reel/abc/',
      'https://www.instagram.com/stories/mock.pictures/3100000000000000001/',
      ...mockPosts.map(({ links: [link] }) => link),
    ];
    expect(links.map((link) => parseLink(link).ok)).toEqual(links.map(() => true));
  });
  it('No sign-up is needed for them.', async () => {
    expect(await home()).toContain('No account');
    expect(await product.post({ title: 'T', medias: [video('a')] })).toMatchObject({ caption: 'T' });
  });
  it('The site states: no watermark', async () => expect(await home()).toContain('No watermark'));
  it('nothing stored', async () => expect(await home()).toContain('Nothing stored'));
  it('no download history.', async () => expect(await home()).toMatch(/no download (?:log|history)/iu));
  it('Flow: paste link, fetch preview, pick quality, download.', async () => {
    const visit = await PublicPage.visit(browser, product.origin, {
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    });
    const link = product.linkTo({ title: 'T', medias: [video('a'), video('b', { quality: 'medium' })] });
    await visit.page.evaluate((text) => navigator.clipboard.writeText(text), link);
    await visit.page.getByRole('button', { name: 'Paste link and fetch preview' }).click();
    await visit.card.waitFor();
    await visit.card.getByRole('radio', { name: /480p/u }).check();
    const saved = visit.page.waitForEvent('download');
    await visit.downloadButton().click();
    expect((await saved).suggestedFilename()).toMatch(/\.mp4$/u);
    await visit.toasted('Download completed successfully!');
    await visit.page.context().close();
  });
  it('Site owners use an admin area (/admin) to set the website title, logo, social links, maintenance mode', async () => {
    const owner = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
    await owner.field('Website title').waitFor();
    await owner.page.getByTestId('logo-file').waitFor({ state: 'attached' });
    await owner.page.getByRole('switch', { name: 'Maintenance mode' }).waitFor();
    await owner.page.getByRole('link', { name: 'Footer Management' }).click();
    await owner.page.getByRole('heading', { name: 'Social links' }).waitFor();
    await owner.page.getByRole('link', { name: 'Content Management' }).click();
    await owner.page.getByRole('textbox', { name: 'Content', exact: true }).waitFor();
    expect(new URL(owner.page.url()).pathname).toBe('/admin/content');
    await owner.context.close();
  });
  it('and an HTML content block shown above the FAQ section.', async () => {
    await product.settings.change({ content: '<p>High water at noon</p>' });
    const html = await home();
    expect(html.indexOf('High water at noon')).toBeGreaterThan(0);
    expect(html.indexOf('High water at noon')).toBeLessThan(html.indexOf('id="faqs"'));
  });
  it('The two supported sources are called here platform A (photo-and-video) and platform B (short-video).', () => {
    const platformOf = (link: string) => {
      const parsed = parseLink(link);
      return parsed.ok ? parsed.link.platform : null;
    };
    expect(platformOf('https://www.instagram.com/p/abc/')).toBe('instagram');
    expect(platformOf('https://www.tiktok.com/@mock.user/video/7400000000000000001')).toBe('tiktok');
  });
  it('Their names appear in user-facing messages.', async () => {
    const response = await fetch(`${product.origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/' }),
    });
    expect(await response.json()).toMatchObject({ detail: 'Invalid Instagram/TikTok URL format' });
  });
  it(
    differs(
      'engine-chain',
      'Video extraction is done by a third-party video-extraction API (see section 7).',
    ),
    async () => {
      expect(await product.post({ title: 'T', medias: [video('a')] })).toMatchObject({ engine: 'provider' });
      const status = (await (await fetch(`${product.origin}/api/status`)).json()) as object;
      expect(JSON.stringify(status)).toContain('provider');
    },
  );
  it(
    differs('provider-fields', 'What that provider does beyond the response fields read is not shown.'),
    async () => {
      const post = await product.post({
        title: 'T',
        strange: { deep: [1] },
        medias: [video('a', { more: true })],
      });
      expect(post).toMatchObject({ caption: 'T', username: 'unknown' });
    },
  );
});
