import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { lifetimeOf } from './pages/toast-log.ts';
import { type Product, startProduct } from './product.ts';

const SUCCESS_MS = 2_000;
const ERROR_MS = 4_000;
/** Tolerance: a toast's time starts when it is created, a moment before it is visible. */
const SLACK_MS = 500;
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

  /** Returns how long a toast that has gone was shown, by the page's own clock. */
  const lifetime = async (text: string): Promise<number> => {
    await visit.toasted(text);
    await visit.toast(text).waitFor({ state: 'detached' });
    return lifetimeOf(visit.page, text);
  };

  /**
   * Opens a sample whose first toast gets the focus as soon as it is there, and keeps it until the result is shown, because two
   * seconds pass quickly on a busy machine.
   */
  const openHeld = async (): Promise<void> => {
    await visit.page.addInitScript(() => {
      const watch = new AbortController();
      const hold = (): void => {
        const button = document.querySelector<HTMLElement>('[data-testid="toast"] button');
        if (!watch.signal.aborted && button !== document.activeElement) button?.focus();
      };
      new MutationObserver(hold).observe(document, { childList: true, subtree: true });
      document.addEventListener('focusin', hold, { signal: watch.signal });
      Object.assign(globalThis, { endHold: () => watch.abort() });
    });
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    await visit.page.waitForFunction(
      () => document.activeElement?.matches('[data-testid="toast"] *') === true,
    );
    await visit.page.evaluate(() => (globalThis as unknown as { endHold: () => void }).endHold());
  };

  it('leave after two seconds when something went well, after four when not', async () => {
    await visit.open(product.origin, '/?sample=clip');
    // The toasts' code loads with the first toast, which is therefore not measured.
    await lifetime('Video preview loaded successfully!');
    await visit.card.getByRole('button', { name: 'Copy caption' }).press('Enter');
    const success = await lifetime('Caption copied');
    await visit.submit(faultLink('page-gone'));
    // A toast may appear under the mouse where the button was clicked, and would then stay.
    await visit.page.mouse.move(5, 5);
    const error = await lifetime('Post not found');
    // The delay depends on the machine, but each time is closer to its own limit than to the other.
    expect(success).toBeGreaterThan(SUCCESS_MS - SLACK_MS);
    expect(error).toBeGreaterThan(ERROR_MS - SLACK_MS);
    expect(error - success).toBeGreaterThan((ERROR_MS - SUCCESS_MS) / 2);
  });

  it('come at the top right, below the header', async () => {
    await visit.page.setViewportSize({ width: 1280, height: 860 });
    await openHeld();
    const toast = visit.page.getByTestId('toast').first();
    // It slides in.
    await toast.evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)));
    const box = await toast.boundingBox();
    const header = await visit.page.locator('header').first().boundingBox();
    expect(box?.x).toBeGreaterThan(640);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1_280 - 16);
    expect(box?.y).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
    expect(box?.y).toBeLessThan(120);
  });

  it('stay while the mouse is on them', async () => {
    await openHeld();
    const toast = visit.toast('Video preview loaded successfully!');
    await toast.hover();
    await visit.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await visit.page.waitForTimeout(SUCCESS_MS + 1_500);
    await expect.poll(() => toast.count()).toBe(1);
    await visit.page.mouse.move(5, 800);
    await toast.waitFor({ state: 'detached' });
  });

  it('are dismissed by their button and by Escape', async () => {
    // A focused toast stays, so only the key can end it.
    await openHeld();
    await visit.page.keyboard.press('Escape');
    await visit.toast('Video preview loaded successfully!').waitFor({ state: 'detached' });
  });

  it('return the keyboard focus to where it was', async () => {
    await openHeld();
    const copy = visit.card.getByRole('button', { name: 'Copy caption' });
    // While the mouse is on them, none of them disappears.
    await visit.page.getByTestId('toast').first().hover();
    await copy.press('Enter');
    for (const toast of ['Caption copied', 'Video preview loaded successfully!']) {
      await visit.toast(toast).getByRole('button').focus();
      await visit.page.keyboard.press('Enter');
      await visit.toast(toast).waitFor({ state: 'detached' });
    }
    await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('never exceed twenty', async () => {
    await openHeld();
    const copy = visit.card.getByRole('button', { name: 'Copy caption' });
    await copy.evaluate((button: HTMLElement) => {
      for (let press = 0; press < 30; press += 1) button.click();
    });
    await visit.page.getByRole('button', { name: /Show all 20/ }).click();
    await expect.poll(() => visit.page.getByTestId('toast').count()).toBe(MAX_SHOWN);
  });
});
