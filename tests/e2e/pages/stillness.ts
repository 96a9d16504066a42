import type { Page } from 'playwright-core';

/** How long nothing may have moved. Longer than the pause between a result and its scrolling into view. */
const STILL_MS = 200;

/**
 * Waits until nothing moves: neither the window's scroll position nor a part of the page has changed for a while, and no
 * animation with an end is running.
 */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(
    (stillMs) =>
      new Promise<void>((resolve) => {
        const FRAMES_MIN = 4;
        const place = (): string =>
          JSON.stringify([
            scrollY,
            ...[...document.querySelectorAll('header, main, main *, footer, [data-testid]')].map((part) => {
              const { top, height } = part.getBoundingClientRect();
              return Math.round(top + 10_000 * height);
            }),
          ]);
        const isAnimating = (): boolean =>
          document
            .getAnimations()
            .some(
              ({ playState, effect }) =>
                playState === 'running' &&
                effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
            );
        let last = '';
        let since = 0;
        let frames = 0;
        const look = (now: number): void => {
          const seen = place();
          if (seen !== last || isAnimating()) [last, since, frames] = [seen, now, 0];
          frames += 1;
          if (now - since >= stillMs && frames > FRAMES_MIN) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    STILL_MS,
  );
