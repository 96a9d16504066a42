import type { Page } from 'playwright-core';

/** How long nothing may have moved. Longer than the pause between a result and its scrolling into view. */
const STILL_MS = 200;
/** After this time the page counts as one that never comes to rest. */
const RESTLESS_MS = 45_000;

/**
 * Waits until nothing moves: neither the window's scroll position nor a part of the page has changed for a while, and no
 * animation with an end is running. Throws with what moves when it does not end.
 */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(
    ([stillMs, restlessMs]) =>
      new Promise<void>((resolve, reject) => {
        const FRAMES_MIN = 4;
        const places = (): string[] => [
          `window ${scrollY}`,
          ...[...document.querySelectorAll('header, main, main *, footer, [data-testid]')].map((part) => {
            const { top, height } = part.getBoundingClientRect();
            return `${part.tagName}.${part.className} ${Math.round(top + 10_000 * height)}`;
          }),
        ];
        const animations = (): string[] =>
          document
            .getAnimations()
            .filter(
              ({ playState, effect }) =>
                playState === 'running' &&
                effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
            )
            .map(
              (animation) =>
                `animation ${animation instanceof CSSAnimation ? animation.animationName : animation.id}`,
            );
        const began = performance.now();
        let last: string[] = [];
        let since = began;
        let frames = 0;
        const look = (now: number): void => {
          const seen = places();
          const moving = [...seen.filter((place, index) => place !== last[index]), ...animations()];
          if (moving.length > 0 || seen.length !== last.length) [since, frames] = [now, 0];
          last = seen;
          frames += 1;
          if (now - since >= stillMs && frames > FRAMES_MIN) resolve();
          else if (now - began > restlessMs)
            reject(new Error(`never at rest: ${moving.slice(0, 5).join(', ')}`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [STILL_MS, RESTLESS_MS] as const,
  );
