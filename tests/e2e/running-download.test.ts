import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage } from './pages/public-page.ts';
import { untilStill } from './pages/stillness.ts';
import { type Product, startProduct } from './product.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let visit: PublicPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ acceptDownloads: true });
  page = await context.newPage();
  visit = new PublicPage(page);
  return () => context.close();
});

/** Opens the sample clip; its download gets no byte. */
const stalledDownload = async (): Promise<void> => {
  await visit.open(product.origin, '/?sample=clip');
  await visit.card.waitFor();
  // The preview plays the same link, so only the download is held.
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = (input, options) =>
      String(input).includes('/api/media/')
        ? new Promise((_, reject) => {
            options?.signal?.addEventListener('abort', () => {
              document.documentElement.dataset['aborted'] = '';
              reject(new DOMException('', 'AbortError'));
            });
          })
        : real(input, options);
  });
  await visit.downloadButton().click();
  await visit.download.getByRole('button', { name: 'Cancel' }).waitFor();
};

/** Makes previews announce this size for every file. */
const promise = (size: number): Promise<unknown> =>
  page.route('**/api/preview', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(/"size":\d+/g, `"size":${size}`);
    await route.fulfill({ response, body: text });
  });

describe('a download too large for a page without a disk', () => {
  const handsOver = async (tried: number): Promise<void> => {
    await page.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('?download')) asked.push(request.method());
    });
    await promise(300 * 1024 * 1024);
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    await visit.downloadButton().click();
    await expect.poll(() => asked.filter((method) => method === 'HEAD').length).toBe(tried);
  };

  it('is handed to the browser after its link was checked', async () => {
    const [saved] = await downloadsOf(page, 1, () => handsOver(1));
    expect(saved?.name).toMatch(/^sample_video_clip_\S+\.mp4$/);
    await visit.download.getByText('Your browser is saving the file').waitFor();
  });

  it('does not start when its link, and a refreshed one, has expired', async () => {
    await page.route('**/api/media/*?download', (route) => route.fulfill({ status: 410 }));
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.url()));
    await handsOver(2);
    // The last fallback's sentence contains the reason.
    await visit.download.getByText('Download failed: The link has expired. The post may be gone.').waitFor();
    expect(downloads).toEqual([]);
  });
});

/** Holds downloads back until the returned function is called. */
const holdDownloads = async (): Promise<() => void> => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/media/*?download', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
};

describe('a running download', () => {
  it.each([360, 390, 1_280])('goes on in short above another preview at %i px', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await stalledDownload();
    await page.getByRole('link', { name: 'a photo set' }).click();
    await visit.downloadButton().waitFor();
    const running = visit.download.first();
    await expect.poll(() => running.getAttribute('data-phase')).toBe('preparing');
    expect(await page.locator('#preview p').first().innerText()).toMatch(/^@/);
    expect(await page.locator('html[data-aborted]').count()).toBe(0);
    // The page scrolls to the new result.
    await untilStill(page);
    const [small, card] = await Promise.all([running.boundingBox(), visit.card.boundingBox()]);
    expect(small?.height).toBeLessThan(140);
    expect((small?.y ?? 0) + (small?.height ?? 0)).toBeLessThan(card?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    expect(await visit.toasts()).toEqual([
      'Video preview loaded successfully!',
      'Video preview loaded successfully!',
    ]);
    await running.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('html[data-aborted]').waitFor({ state: 'attached' });
    await expect.poll(() => visit.download.count()).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('preview');
  });

  it('is saved while another preview fails, and says so until its panel is closed', async () => {
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    const release = await holdDownloads();
    const [saved] = await downloadsOf(page, 1, async () => {
      await visit.downloadButton().click();
      await visit.download.getByRole('button', { name: 'Cancel' }).waitFor();
      await page.route('**/api/preview', (route) => route.fulfill({ status: 404, body: '{}' }));
      await page.getByRole('link', { name: 'a photo set' }).click();
      await visit.errorHeading.waitFor();
      await visit.tryAgain.click();
      await visit.errorHeading.waitFor({ state: 'detached' });
      release();
    });
    expect(saved?.name).toMatch(/^sample_video_clip_\S+\.mp4$/);
    await visit.saved.waitFor();
    await visit.download.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('#preview').count()).toBe(0);
  });

  it('ends above another preview, whose button stays the main one', async () => {
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    const release = await holdDownloads();
    await visit.downloadButton().click();
    await page.getByRole('link', { name: 'a photo set' }).click();
    await visit.downloadButton().waitFor();
    release();
    await visit.saved.waitFor();
    const colours = [visit.downloadButton(), visit.pasteAnother].map((button) =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor),
    );
    const [main, other] = await Promise.all(colours);
    expect(other).not.toBe(main);
  });

  it('warns before the page is left, but not once it is cancelled', async () => {
    await stalledDownload();
    const asked = await visit.askedBeforeLeaving();
    expect(asked).toEqual(['beforeunload']);
    await visit.download.getByRole('button', { name: 'Cancel' }).click();
    await visit.downloadButton().waitFor();
    await expect
      .poll(() => visit.downloadButton().evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });
});

describe('the panel of a running download', () => {
  it('keeps the name of the file being saved, whatever is selected meanwhile', async () => {
    await stalledDownload();
    const bar = visit.download.getByRole('progressbar');
    const name = (await bar.getAttribute('aria-label')) ?? '';
    expect(name).toMatch(/^Downloading \S/);
    const other = visit.card.getByRole('radio').nth(1);
    await other.check();
    await expect.poll(() => other.isChecked()).toBe(true);
    expect(await bar.getAttribute('aria-label')).toBe(name);
  });
});

describe('a long download', () => {
  interface Locks {
    asked: number;
    released: number;
  }
  const locks = () => page.evaluate(() => ({ ...(globalThis as unknown as { locks: Locks }).locks }));
  const turn = (visibility: DocumentVisibilityState) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);

  it('keeps the screen on, again after the page was hidden, and no longer than it runs', async () => {
    const size = 30 * 1024 * 1024;
    await page.addInitScript((bytes) => {
      const counted = { asked: 0, released: 0 };
      const request = async () => {
        counted.asked += 1;
        const release = async () => {
          counted.released += 1;
        };
        return { release };
      };
      Object.assign(globalThis, { locks: counted });
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
      const real = window.fetch;
      window.fetch = async (input, options) => {
        if (!String(input).includes('?download')) return real(input, options);
        const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1_000)) });
        return new Response(body, {
          headers: { 'content-type': 'video/mp4', 'content-length': String(bytes) },
        });
      };
    }, size);
    await promise(size);
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    await visit.downloadButton().click();
    await expect.poll(locks).toEqual({ asked: 1, released: 0 });
    await turn('hidden');
    expect(await locks()).toEqual({ asked: 1, released: 0 });
    await turn('visible');
    await expect.poll(locks).toEqual({ asked: 2, released: 0 });
    await visit.download.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(locks).toEqual({ asked: 2, released: 1 });
    await turn('visible');
    expect(await locks()).toEqual({ asked: 2, released: 1 });
  });
});

describe('the offer to install the page', () => {
  const row = () => page.getByTestId('install-row');
  const save = async (): Promise<void> => {
    await downloadsOf(page, 1, () => visit.downloadButton().click());
    await visit.download.getByRole('button', { name: 'Close' }).click();
  };
  const offered = async (): Promise<void> => {
    await visit.open(product.origin, '/?sample=clip');
    await page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          document.documentElement.dataset['prompted'] = '';
          return { outcome: 'accepted' };
        },
      });
      dispatchEvent(event);
      document.documentElement.dataset['held'] = String(event.defaultPrevented);
    });
    await expect.poll(() => page.locator('html').getAttribute('data-held')).toBe('true');
    await visit.card.waitFor();
  };

  it("appears after the second saved file and uses the browser's own prompt", async () => {
    await offered();
    await save();
    expect(await row().count()).toBe(0);
    await save();
    await row().getByText('Add Savelet to your home screen to share links straight to it.').waitFor();
    await row().getByRole('button', { name: 'Add' }).click();
    await page.locator('html[data-prompted]').waitFor({ state: 'attached' });
    expect(await row().count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('preview');
  });

  it('stays away for 90 days after "Not now"', async () => {
    await offered();
    await save();
    await save();
    await row().getByRole('button', { name: 'Not now' }).click();
    expect(await row().count()).toBe(0);
    await offered();
    await save();
    await save();
    expect(await row().count()).toBe(0);
    const ago = (days: number) =>
      page.evaluate((at) => localStorage.setItem('installNotNow', String(at)), Date.now() - days * DAY_MS);
    await ago(91);
    await save();
    await row().waitFor();
  });

  it('explains the manual steps on an iPhone', async () => {
    await context.close();
    context = await browser.newContext({
      acceptDownloads: true,
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    });
    page = await context.newPage();
    visit = new PublicPage(page);
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    await save();
    await save();
    await row()
      .getByText('Add Savelet to your home screen: choose Share, then Add to Home Screen.')
      .waitFor();
    await expect.poll(() => row().getByRole('button').allInnerTexts()).toEqual(['Not now']);
  });
});
