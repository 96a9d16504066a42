import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/browser.ts';
import { type DirectPage, openDirectPage, platformFile, startDirectProduct } from './direct-delivery-page.ts';
import { type ProvidedProduct, video } from './scripted-provider.ts';

const MEDIA = '**/api/media/**';
const OPENED = 'Opened in a new tab from Instagram';

let browser: Browser;
let product: ProvidedProduct;
let direct: DirectPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startDirectProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  direct = await openDirectPage(browser, product);
  return () => direct.context.close();
});

const onPlatform = () => product.linkTo({ title: 'T', medias: [platformFile()] });
const elsewhere = (file = 'a') => product.linkTo({ title: 'T', medias: [video(file)] });
const press = () => direct.visit.downloadButton().click();
/** Stops the page's own requests for bytes. */
const abortFetches = (route: Route) =>
  route.request().method() === 'GET' && route.request().resourceType() === 'fetch'
    ? route.abort()
    : route.continue();

describe('7. The calls it makes: Download file, with DELIVERY=direct', () => {
  it('GET on the chosen quality url, read as a stream.', async () => {
    await direct.ready(elsewhere());
    const [request, saved] = await Promise.all([
      direct.page.waitForRequest((one) => one.url().includes('?download')),
      direct.page.waitForEvent('download'),
      press(),
    ]);
    expect([request.method(), request.resourceType()]).toEqual(['GET', 'fetch']);
    expect(saved.url()).toMatch(/^blob:/u);
    await direct.visit.download.getByText('Saved through this site', { exact: true }).waitFor();
    expect(direct.context.pages()).toHaveLength(1);
  });

  it("Links on hosts of the two platforms' content delivery networks or of the parent company of platform A skip this and use a direct anchor download in a new tab", async () => {
    await direct.ready(onPlatform());
    await direct.visit.card.getByText(/^Opens in a new tab, straight from Instagram/u).waitFor();
    const streamed: string[] = [];
    direct.page.on('request', (one) => {
      if (one.url().includes('?download')) streamed.push(one.url());
    });
    await Promise.all([direct.context.waitForEvent('page'), press()]);
    await direct.visit.download.getByText(OPENED, { exact: true }).waitFor();
    expect(streamed).toEqual([]);
    const { followed } = await direct.recorded();
    expect(followed).toEqual([
      {
        href: expect.stringMatching(/\/api\/media\/[^?]+\?redirect$/u),
        target: '_blank',
        rel: 'noopener noreferrer',
        referrerPolicy: 'no-referrer',
        hasDownload: false,
      },
    ]);
    expect(new URL(followed[0]?.href ?? '').origin).toBe(product.origin);
    expect(direct.page.url()).toBe(`${product.origin}/`);
    // The page itself still loads nothing from elsewhere.
    const { headers } = await fetch(product.origin);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';(?!.*(?:https?:|\*|\w\.\w))/u,
    );
    await expect.poll(() => direct.foreign.length).toBeGreaterThan(0);
    for (const { url, referer } of direct.foreign) {
      expect(url.hostname).toMatch(/\.cdninstagram\.com$/u);
      expect(referer ?? '').toBe('');
    }
  });

  it('with simulated progress: 10, then a random 70 to 90 every 500 ms, then 100 after 2 seconds.', async () => {
    await direct.ready(onPlatform());
    await press();
    await direct.visit.download.getByText(/^An estimate: Instagram sends the file itself/u).waitFor();
    expect(await direct.visit.download.getByText(/MB|KB|Bytes/u).count()).toBe(0);
    await direct.visit.download.getByText(OPENED, { exact: true }).waitFor();
    const { percents } = await direct.recorded();
    const middle = percents.slice(1, -1);
    expect(percents[0]?.percent).toBe(10);
    expect(percents.at(-1)?.percent).toBe(100);
    expect(percents.at(-1)?.at).toBeGreaterThan(1_950);
    expect(percents.at(-1)?.at).toBeLessThan(4_000);
    // Equal random values in a row are one change of the bar.
    expect([middle.length > 0, middle.length <= 3]).toEqual([true, true]);
    for (const { percent, at } of middle) {
      expect([percent >= 70, percent <= 90]).toEqual([true, true]);
      expect(at).toBeGreaterThan(450);
    }
  });

  it('If the streaming fetch fails, it falls back to the direct download.', async () => {
    await direct.ready(elsewhere('reset'));
    const [tab] = await Promise.all([direct.context.waitForEvent('page'), press()]);
    await direct.visit.download.getByText(/^An estimate: another server sends the file/u).waitFor();
    // The file is on a host of MEDIA_HOSTS.
    await direct.visit.download
      .getByText('Opened in a new tab from another server', { exact: true })
      .waitFor();
    const { followed } = await direct.recorded();
    expect(followed.map(({ target }) => target)).toEqual(['_blank']);
    await expect.poll(() => direct.foreign.map(({ url }) => url.host)).toContain('files.example');
    await tab.close();
  });

  it('If the streaming fetch fails, it falls back to the direct download. (the fetch itself is blocked)', async () => {
    await direct.ready(elsewhere());
    await direct.page.route(MEDIA, abortFetches);
    const saved = direct.page.waitForEvent('download');
    await press();
    expect((await saved).url()).toMatch(/\/api\/media\/.*\?download$/u);
    await direct.visit.download.getByText('Saved through this site', { exact: true }).waitFor();
  });

  describe.each([
    ['the streaming fetch and the direct download', () => elsewhere('reset'), 'files.example'],
    ['the only way, the direct download', onPlatform, 'scontent-std1-1.cdninstagram.com'],
  ])('(failing: %s)', (_name, link, host) => {
    const fail = async (): Promise<void> => {
      await direct.ready(link());
      await direct.page.evaluate(() => {
        HTMLAnchorElement.prototype.click = () => {
          throw new Error('blocked');
        };
      });
    };

    it('If that also fails it opens the url in a new tab', async () => {
      await fail();
      const before = direct.foreign.length;
      await Promise.all([direct.context.waitForEvent('page'), press()]);
      await expect.poll(() => direct.foreign.slice(before).map(({ url }) => url.host)).toContain(host);
      for (const { referer } of direct.foreign) expect(referer ?? '').toBe('');
    });

    it("and raises 'Download failed: ...'.", async () => {
      await fail();
      await press();
      await direct.visit.toasted('Download failed');
      expect((await direct.visit.toasts()).filter((toast) => toast.startsWith('Download'))).toEqual([
        "Download failed: your browser didn't start it. The file is open in a new tab instead.",
      ]);
    });
  });

  it('The generated filename pattern is the lowercase name of platform A, then _{type}_{id}, then an optional _{suffix}, then _{date}.mp4.', async () => {
    await direct.ready(onPlatform());
    await press();
    await direct.visit.download.getByText(OPENED, { exact: true }).waitFor();
    const name = await direct.visit.download
      .getByText(/instagram_video_/u)
      .first()
      .textContent();
    expect(name?.replaceAll('\u200b', '')).toMatch(/instagram_video_Spec\d+_\d{4}-\d{2}-\d{2}\.mp4$/u);
  });
});
