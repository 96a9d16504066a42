import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { holdToasts, OwnedSite } from '../pages/owned-site.ts';

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());

const CONTROLS = 'a, button, input, select, textarea, summary, [contenteditable]';

/** Marks the controls that can be seen and reached now: those in the window that nothing covers. */
const markReachable = (page: Page): Promise<void> =>
  page.evaluate((controls) => {
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, Math.max(0, (top + bottom) / 2));
      const above = document.elementFromPoint((left + right) / 2, top + 1);
      if (control.checkVisibility() && [hit, above].every((one) => one === control || control.contains(one)))
        control.dataset['reachable'] = '';
    }
  }, CONTROLS);

/** Returns the marked controls that now lie under a notice, wholly or in part. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('[data-testid="toast"]')].map((one) =>
      one.getBoundingClientRect(),
    );
    return [...document.querySelectorAll<HTMLElement>('[data-reachable]')]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        return notices.some(
          ({ left, right, top, bottom }) =>
            box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
      })
      .map((control) => control.outerHTML.slice(0, 100));
  });
const reachable = (page: Page): Promise<number> => page.locator('[data-reachable]').count();
const toast = (page: Page) => page.getByTestId('toast').first();

/** Opens Footer Management with links, and scrolls. */
const openLinks = async (width: number, scroll: 'top' | 'end'): Promise<Page> => {
  await site.save({
    socialLinks: (['instagram', 'tiktok', 'youtube', 'telegram', 'reddit'] as const).map(
      (platform, index) => ({
        id: 1_763_700_000_000 + index,
        platform,
        name: platform,
        icon: platform,
        color: '#000000',
        url: `https://www.${platform}.com/harbour`,
      }),
    ),
  });
  const page = await site.section('footer', 'Footer Management', { width, height: 700 });
  onTestFinished(() => page.close());
  await page
    .getByRole('button', { name: /^Remove/u })
    .first()
    .waitFor();
  if (scroll === 'end') await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  return page;
};

describe.each([390, 1280])('a notice of the panel, at %d px', (width) => {
  it.each(['top', 'end'] as const)('covers no control of a form, scrolled to its %s', async (scroll) => {
    const page = await openLinks(width, scroll);
    const remove = page.getByRole('button', { name: /^Remove/u });
    await remove.last().evaluate((control: HTMLElement) => control.click());
    await page.getByTestId('save-bar').waitFor();
    await toast(page).waitFor();
    await toast(page).getByRole('button', { name: 'Dismiss notice' }).click();
    await toast(page).waitFor({ state: 'detached' });
    await markReachable(page);
    expect(await reachable(page)).toBeGreaterThan(5);
    await remove.last().evaluate((control: HTMLElement) => control.click());
    await toast(page).waitFor();
    await holdToasts(page);
    // A notice arrives from above.
    await expect.poll(() => coveredControls(page)).toEqual([]);
    if (scroll === 'end') {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.getByTestId('save-bar').getByRole('button', { name: 'Discard' }).click({ trial: true });
    }
    // The form is where it was again once the notice has gone.
    await toast(page).getByRole('button', { name: 'Dismiss notice' }).click();
    await toast(page).waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--notices')),
      )
      .toBe('0px');
  });

  it('covers none of the checklist, nor of the list of sections and the top bar', async () => {
    const page = await site.section('overview', 'Overview', { width, height: width < 500 ? 844 : 860 });
    onTestFinished(() => page.close());
    await page.route('**/api/admin/first-run', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' })
        : route.continue(),
    );
    const hide = page.getByRole('button', { name: 'Hide checklist' });
    await hide.scrollIntoViewIfNeeded();
    await markReachable(page);
    expect(await reachable(page)).toBeGreaterThan(5);
    await hide.evaluate((control: HTMLElement) => control.click());
    await toast(page).waitFor();
    await holdToasts(page);
    await expect.poll(() => coveredControls(page)).toEqual([]);
    // At the end of the page nothing is left under the notice either.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await hide.click();
  });
});
