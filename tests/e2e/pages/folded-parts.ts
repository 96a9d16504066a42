import type { Locator, Page } from 'playwright-core';

/** Opens every folded part of the section that is shown. */
export const unfoldAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('main details')) part.setAttribute('open', '');
  });

/** Opens the folded part whose summary reads like this, unless it is open; returns it. */
export const unfolded = async (page: Page, summary: string | RegExp): Promise<Locator> => {
  const part = page
    .locator('main details')
    .filter({
      has: page.locator('summary').filter({ hasText: summary }),
    })
    .last();
  await part.waitFor();
  await part.evaluate((element) => element.setAttribute('open', ''));
  return part;
};
