import type { Page } from 'playwright-core';

interface Counting {
  saves: number;
}

/**
 * Makes a page count the files it hands to the browser, from before its own scripts run, because the download event
 * comes later.
 */
export const countSaves = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counting = Object.assign(globalThis, { saves: 0 });
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function counted() {
      if (this.hasAttribute('download')) counting.saves += 1;
      click.call(this);
    };
  });

/** Returns how many files this document has handed to the browser. */
export const savesOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Counting).saves);
