import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage } from './pages/public-page.ts';
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

/** Opens the sample clip; its Download, once pressed, gets no byte. */
const stalledDownload = async (): Promise<void> => {
  await visit.open(product.origin, '/?sample=clip');
  await visit.card.waitFor();
  // The preview plays the same link; only the save is held.
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

describe('a running download', () => {
  it('is ended by another preview with a notice that says so', async () => {
    await stalledDownload();
    await page.getByRole('link', { name: 'a photo set' }).click();
    const notice = visit.toast('Download cancelled, because you opened another preview.');
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('data-type')).toBe('blank');
    await page.locator('html[data-aborted]').waitFor({ state: 'attached' });
  });

  it('is asked about before the page is left, and not once it is cancelled', async () => {
    await stalledDownload();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      dialog.dismiss().catch(() => undefined);
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await visit.download.getByRole('button', { name: 'Cancel' }).click();
    await visit.downloadButton().waitFor();
    await expect
      .poll(() => visit.downloadButton().evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
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

  it('waits for the second saved file and takes the browser’s own way', async () => {
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

  it('names the way by hand on an iPhone', async () => {
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
