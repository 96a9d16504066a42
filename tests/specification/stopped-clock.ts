import type { Locator, Page } from 'playwright-core';

/** Stops the page's clock: from now on its timers run only through `page.clock`. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
};

const STEP_MS = 50;

/** Runs a stopped clock until the element has gone, and returns how many milliseconds that took. */
export const shownFor = async (page: Page, element: Locator, most = 10_000): Promise<number> => {
  await element.first().waitFor();
  let passed = 0;
  while (passed < most && (await element.count()) > 0) {
    await page.clock.runFor(STEP_MS);
    passed += STEP_MS;
  }
  return passed;
};
