import type { Page } from 'playwright-core';

interface Counting {
  saves: number;
}

/** Has a page count the files it hands to the browser, from before its own scripts run: a download is told of later. */
export const countSaves = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counting = Object.assign(globalThis, { saves: 0 });
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function counted() {
      if (this.hasAttribute('download')) counting.saves += 1;
      click.call(this);
    };
  });

/** How many files this document has handed to the browser. */
export const savesOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Counting).saves);
