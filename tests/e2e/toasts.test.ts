import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const SUCCESS_MS = 2_000;
const ERROR_MS = 4_000;
const MAX_SHOWN = 20;

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe('toasts', () => {
  let context: BrowserContext;
  let visit: PublicPage;
  beforeEach(async () => {
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    visit = new PublicPage(await context.newPage());
    return () => context.close();
  });

  /** Milliseconds from now until the toast is gone. */
  const gone = async (text: string): Promise<number> => {
    const start = performance.now();
    await visit.toast(text).waitFor({ state: 'detached' });
    return performance.now() - start;
  };

  /** Focuses the first toast in the frame it comes in: two seconds are soon over on a busy machine. */
  const holdFirst = () =>
    visit.page.waitForFunction(() => {
      const button = document.querySelector<HTMLElement>('[data-testid="toast"] button');
      button?.focus();
      return button !== null;
    });

  it('leave after two seconds when something went well, after four when not', async () => {
    await visit.open(product.origin, '/?sample=clip');
    await visit.toast('Video preview loaded successfully!').waitFor();
    const success = await gone('Video preview loaded successfully!');
    await visit.submit('https://www.instagram.com/p/DFaultGon01/');
    // Where the button was pressed the toast may appear, and under a resting mouse it would wait.
    await visit.page.mouse.move(5, 5);
    await visit.toast('Post not found').waitFor();
    const error = await gone('Post not found');
    expect(success).toBeGreaterThan(SUCCESS_MS - 700);
    expect(success).toBeLessThan(SUCCESS_MS + 1_500);
    expect(error).toBeGreaterThan(ERROR_MS - 700);
    expect(error).toBeLessThan(ERROR_MS + 1_500);
  });

  it('come at the top right, below the header', async () => {
    await visit.page.setViewportSize({ width: 1280, height: 860 });
    await visit.open(product.origin, '/?sample=clip');
    await holdFirst();
    const box = await visit.page.getByTestId('toast').first().boundingBox();
    const header = await visit.page.locator('header').first().boundingBox();
    expect(box?.x).toBeGreaterThan(640);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1_280 - 16);
    expect(box?.y).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
    expect(box?.y).toBeLessThan(120);
  });

  it('wait while the mouse is on them', async () => {
    await visit.open(product.origin, '/?sample=clip');
    const toast = visit.toast('Video preview loaded successfully!');
    await holdFirst();
    await toast.hover();
    await visit.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await visit.page.waitForTimeout(SUCCESS_MS + 1_500);
    expect(await toast.count()).toBe(1);
    await visit.page.mouse.move(5, 800);
    await toast.waitFor({ state: 'detached' });
  });

  it('are dismissed by their button and by Escape', async () => {
    await visit.open(product.origin, '/?sample=clip');
    await visit.toast('Video preview loaded successfully!').waitFor();
    await visit.page.keyboard.press('Escape');
    await visit.toast('Video preview loaded successfully!').waitFor({ state: 'detached', timeout: 1_000 });
  });

  it('give the keyboard back to where it came from', async () => {
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    const copy = visit.card.getByRole('button', { name: 'Copy caption' });
    await holdFirst();
    await copy.press('Enter');
    await visit.toast('Caption copied').waitFor();
    for (const toast of ['Caption copied', 'Video preview loaded successfully!']) {
      await visit.toast(toast).getByRole('button').focus();
      await visit.page.keyboard.press('Enter');
      await visit.toast(toast).waitFor({ state: 'detached' });
    }
    await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('never number more than twenty', async () => {
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    const copy = visit.card.getByRole('button', { name: 'Copy caption' });
    await holdFirst();
    await copy.evaluate((button: HTMLElement) => {
      for (let press = 0; press < 30; press += 1) button.click();
    });
    await visit.page.getByRole('button', { name: /Show all 20/ }).click();
    expect(await visit.page.getByTestId('toast').count()).toBe(MAX_SHOWN);
  });
});
