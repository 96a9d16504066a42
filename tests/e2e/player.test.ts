import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const HIDE_MS = 3_000;
/** Targets are 44 px; with sub-pixel layout a measured box is up to half a pixel smaller. */
const TARGET_MIN_PX = 43.5;

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({}), { upstream: false })]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

interface Playing {
  readonly paused: boolean;
  readonly muted: boolean;
  readonly time: number;
}

describe('the player', () => {
  let page: Page;
  beforeEach(async () => {
    page = await browser.newPage();
    await new PublicPage(page).open(product.origin, '/?sample=clip');
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
    return () => page.close();
  });

  const player = () => page.getByTestId('video-player');
  const controls = () => player().getAttribute('data-controls');
  const button = (name: string) => player().getByRole('button', { name, exact: true });
  /** From now on, the page's timers run only through `page.clock`; the video plays in real time. */
  const stopClock = async (): Promise<void> => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
  };
  const state = (): Promise<Playing> =>
    page.locator('video').evaluate((video: HTMLVideoElement) => ({
      paused: video.paused,
      muted: video.muted,
      time: video.currentTime,
    }));

  it('starts paused and muted, and plays, pauses, restarts, mutes and seeks', async () => {
    await expect.poll(() => state()).toEqual({ paused: true, muted: true, time: 0 });
    await button('Play').click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    await button('Pause').click();
    await expect.poll(async () => (await state()).paused).toBe(true);
    const bar = await player().getByRole('slider').boundingBox();
    if (bar === null) throw new Error('the player has no bar');
    await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
    await expect.poll(async () => (await state()).time).toBeCloseTo(4, 0);
    await button('Unmute').click();
    await expect.poll(async () => (await state()).muted).toBe(false);
    await button('Restart').click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 9) < 2);
  });

  it('hides its controls when the mouse has not moved for three seconds, while playing and not focused', async () => {
    const box = await player().boundingBox();
    if (box === null) throw new Error('the player is not on the page');
    await expect.poll(controls).toBe('shown');
    await stopClock();
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
    await button('Pause').waitFor();
    // While the mouse keeps moving, the controls stay for longer than three seconds.
    for (let step = 1; step <= 3; step += 1) {
      await page.mouse.move(box.x + 80 + step, box.y + 120);
      await page.clock.runFor(HIDE_MS - 10);
      expect(await controls()).toBe('shown');
    }
    await page.clock.runFor(10);
    await expect.poll(controls).toBe('hidden');
    await page.mouse.move(box.x + 100, box.y + 140);
    await expect.poll(controls).toBe('shown');
    // A mouse that leaves the player hides them at once.
    await page.mouse.move(1, 1);
    await expect.poll(controls).toBe('hidden');
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
    await button('Play').waitFor();
    await page.clock.runFor(HIDE_MS * 2);
    expect(await controls()).toBe('shown');
  });

  it('keeps its controls while they have the focus, and answers the keyboard', async () => {
    await stopClock();
    await button('Play').focus();
    await page.keyboard.press('k');
    await button('Pause').waitFor();
    // ArrowLeft, below, needs a position to go back from.
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    await page.clock.runFor(HIDE_MS * 2);
    expect(await controls()).toBe('shown');
    await button('Pause').evaluate((focused: HTMLElement) => focused.blur());
    expect(await controls()).toBe('shown');
    await page.clock.runFor(HIDE_MS);
    await expect.poll(controls).toBe('hidden');
    await button('Pause').focus();
    await expect.poll(controls).toBe('shown');
    await page.keyboard.press('m');
    expect((await state()).muted).toBe(false);
    await page.keyboard.press('k');
    await page.waitForFunction(() => document.querySelector('video')?.paused === true);
    const { time } = await state();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      (before) => (document.querySelector('video')?.currentTime ?? 9) < before,
      time,
    );
  });

  it('keeps the keyboard focus when "Turn on sound" was used and disappears', async () => {
    await button('Turn on sound').press('Enter');
    await button('Turn on sound').waitFor({ state: 'detached' });
    expect((await state()).muted).toBe(false);
    await expect.poll(() => player().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('can be dragged along its bar, and announces the position', async () => {
    const slider = player().getByRole('slider');
    // Also scrolls it into view.
    await slider.hover();
    const bar = await slider.boundingBox();
    if (bar === null) throw new Error('the player has no bar');
    const middle = bar.y + bar.height / 2;
    await page.mouse.move(bar.x + 8, middle);
    await page.mouse.down();
    await page.mouse.move(bar.x + bar.width / 4, middle, { steps: 4 });
    await expect.poll(async () => (await state()).time).toBeCloseTo(2, 0);
    await page.mouse.move(bar.x + (bar.width * 3) / 4, middle, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await state()).time).toBeCloseTo(6, 0);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^[56] seconds of 8$/);
    expect(bar.height).toBeGreaterThanOrEqual(24);
  });

  it('supports every key: tenths, Home and 0, J and L, the arrows, Space, F', async () => {
    await player().focus();
    await page.keyboard.press(' ');
    await page.waitForFunction(() => document.querySelector('video')?.paused === false);
    // A restart plays; times are easier to check while paused.
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.pause();
      video.addEventListener('play', () => video.pause());
    });
    /** Presses a key, and waits until the player shows the new position: the next jump starts from there. */
    const press = async (key: string): Promise<number> => {
      await page.keyboard.press(key);
      await page.waitForFunction(() => {
        const video = document.querySelector('video');
        const bar = document.querySelector<HTMLInputElement>(
          '[data-testid="video-player"] input[type="range"]',
        );
        return video?.paused === true && Math.abs((bar?.valueAsNumber ?? -1) - video.currentTime) < 0.1;
      });
      return (await state()).time;
    };
    expect(await press('5')).toBeCloseTo(4, 1);
    const start = await press('Home');
    expect(start).toBeLessThan(1);
    expect(await press('ArrowRight')).toBeCloseTo(start + 5, 0);
    expect(await press('ArrowLeft')).toBeCloseTo(start, 0);
    expect(await press('l')).toBeCloseTo(8, 0);
    expect(await press('j')).toBe(0);
    expect(await press('9')).toBeCloseTo(7.2, 1);
    expect(await press('0')).toBeLessThan(1);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await player().getByRole('button', { name: 'Exit full screen' }).click();
    await page.waitForFunction(() => document.fullscreenElement === null);
  });

  it('has controls large enough for a finger', async () => {
    for (const control of await player().getByRole('button').all()) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TARGET_MIN_PX);
    }
  });
});

describe('the player before its file and under reduced motion', () => {
  it('shows a spinner until the metadata has loaded, never starts automatically, and does not animate', async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/media/**', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const visit = new PublicPage(page);
    await visit.open(product.origin, '/?sample=clip');
    const spinner = page
      .getByTestId('video-player')
      .getByRole('status')
      .filter({ hasText: 'Loading the video' });
    await spinner.waitFor();
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').length);
    await expect.poll(moving).toBe(0);
    gate.resolve();
    await spinner.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
      .toBe(true);
    await page.close();
  });
});

describe('a preview that failed before it was on the page', () => {
  it.each([
    ['clip', "The preview can't play here, but the download may still work."],
    ['set', 'Photo unavailable'],
  ])('is known as failed without an event: %s', async (sample, sentence) => {
    const page = await browser.newPage();
    // React drops the events of an element that it has created and not yet mounted, so that only the element itself knows.
    await page.addInitScript(() => {
      Object.defineProperty(HTMLMediaElement.prototype, 'error', { get: () => ({ code: 4 }) });
      Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => true });
      Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { get: () => 0 });
    });
    // Never answered: a file that loads ends the failure.
    await page.route('**/api/media/**', () => undefined);
    await new PublicPage(page).open(product.origin, `/?sample=${sample}`);
    await page.getByTestId('result-card').getByText(sentence).waitFor();
    await page.close();
  });
});
