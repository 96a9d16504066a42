import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const TIKTOK = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'native' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? element?.id ?? '';
  });

/** Presses Tab until the focused element matches; fails after a full round without a match. */
const tabTo = async (page: Page, wanted: RegExp): Promise<void> => {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    if (wanted.test(await focusedName(page))) return;
  }
  throw new Error(`the keyboard never reached ${wanted.source}`);
};

describe('the keyboard alone', () => {
  it('is enough for the whole way from the first Tab to a saved file', async () => {
    // Narrow enough that the field does not take the focus automatically.
    const context = await browser.newContext({
      acceptDownloads: true,
      viewport: { width: 900, height: 860 },
    });
    const page = await context.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Skip to the link form');
    await page.keyboard.press('Enter');
    // Chromium moves the focus to a fragment with a delay; nobody types that fast.
    await page.waitForFunction(() => document.activeElement?.id === 'link');
    await page.keyboard.type(TIKTOK);
    await visit.message.getByText('TikTok video').waitFor();
    await page.keyboard.press('Enter');
    await visit.card.waitFor();
    await page.waitForFunction(
      () => document.activeElement?.id === 'preview' || document.activeElement?.closest('#preview') !== null,
    );
    // The radio buttons are one tab stop; the arrow keys select the next quality.
    while (
      !(await page.evaluate(
        () => document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'radio',
      ))
    ) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^Download 720p/);
    const [saved] = await downloadsOf(page, 1, () => page.keyboard.press('Enter'));
    expect(saved?.sha256).toBe(sha256(product.mockPlatforms.bytesOf(TIKTOK, 0, 1)));
    await context.close();
  });

  it('moves the focus to the error, and back into the field with the link unchanged', async () => {
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.field.focus();
    await page.keyboard.type(faultLink('page-gone'));
    await page.keyboard.press('Enter');
    await visit.errorHeading.waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Oops! Something went wrong');
    await tabTo(page, /^Try Again$/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'link');
    await expect.poll(() => visit.field.inputValue()).toBe(faultLink('page-gone'));
    expect(await visit.errorPanel.count()).toBe(0);
    await page.close();
  });

  it('reaches the field with / and clears it with Escape', async () => {
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('/');
    await expect.poll(() => visit.field.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(REEL);
    await page.keyboard.press('Escape');
    expect(await visit.field.inputValue()).toBe('');
    await page.keyboard.press('Enter');
    await visit.message.getByText('Please enter an Instagram or TikTok URL').waitFor();
    await page.keyboard.type('https://example.com/');
    expect(await visit.message.getByText('Please enter an Instagram or TikTok URL').count()).toBe(0);
    await page.keyboard.press('Enter');
    await visit.message.getByText('Please enter a valid Instagram or TikTok URL').waitFor();
    await page.close();
  });

  it('cannot reach the page behind the open menu, and returns to it on Escape', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    const focusIsBehind = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('main, footer') !== null);
    const round = async (): Promise<boolean[]> => {
      const places: boolean[] = [];
      for (let press = 0; press < 20; press += 1) {
        await page.keyboard.press('Tab');
        places.push(await focusIsBehind());
      }
      return places;
    };
    await page.getByRole('button', { name: 'Open menu' }).click();
    expect(await round()).not.toContain(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Open menu');
    expect(await round()).toContain(true);
    await page.close();
  });

  it('chooses a kind of post with the arrows, Home and End', async () => {
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    const chosen = (): Promise<string> =>
      page.evaluate(() => {
        const radio = document.querySelector<HTMLInputElement>('input[name="type"]:checked');
        return radio !== null && radio === document.activeElement ? radio.value : '';
      });
    await page.getByTestId('type-tab-video').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chosen()).toBe('reels');
    await page.keyboard.press('End');
    await expect.poll(() => chosen()).toBe('photos');
    await page.keyboard.press('Home');
    await expect.poll(() => chosen()).toBe('video');
    await page.close();
  });
});
