import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { holdToasts, OwnedSite } from '../pages/owned-site.ts';

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());

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

const boxOf = async (page: Page, element: Locator) => {
  const box = await element.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (box === null) throw new Error('the element is not shown');
  return { ...box, isHigh: box.y + box.height < height / 2, isLow: box.y > height / 2 };
};
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

describe.each([390, 1280])('a notice of the panel, at %d px', (width) => {
  it.each(['top', 'end'] as const)(
    'moves nothing and lies away from the pointer, scrolled to the %s',
    async (scroll) => {
      const page = await openLinks(width, scroll);
      const heading = page.getByRole('heading', { level: 1 });
      const remove = page.getByRole('button', { name: /^Remove/u });
      const pressed = scroll === 'top' ? remove.first() : remove.last();
      await pressed.scrollIntoViewIfNeeded();
      const { isHigh, isLow, x, y } = await boxOf(page, pressed);
      await pressed.click();
      await toast(page).waitFor();
      await holdToasts(page);
      const places = async () => [(await boxOf(page, heading)).y, await scrolled(page)];
      const withNotice = await places();
      const shown = await boxOf(page, toast(page));
      if (isHigh) expect(shown.isLow).toBe(true);
      if (isLow) expect(shown.isHigh).toBe(true);
      expect(y >= shown.y && y <= shown.y + shown.height && x >= shown.x && x <= shown.x + shown.width).toBe(
        false,
      );
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await toast(page).getByRole('button', { name: 'Dismiss notice' }).click();
      await toast(page).waitFor({ state: 'detached' });
      expect(await places()).toEqual(withNotice);
    },
  );

  it('keeps clear of the bar of unsaved changes', async () => {
    const page = await openLinks(width, 'top');
    await page.mouse.move(5, 5);
    await page
      .getByRole('button', { name: /^Remove/u })
      .first()
      .evaluate((control: HTMLElement) => control.click());
    await page.getByTestId('save-bar').waitFor();
    await toast(page).waitFor();
    await holdToasts(page);
    const [notice, bar] = [await boxOf(page, toast(page)), await boxOf(page, page.getByTestId('save-bar'))];
    expect(notice.isLow).toBe(true);
    expect(notice.y + notice.height).toBeLessThanOrEqual(bar.y);
    await page.getByTestId('save-bar').getByRole('button', { name: 'Discard' }).click({ trial: true });
  });

  it('lies away from the focus of a keyboard', async () => {
    const page = await openLinks(width, 'top');
    await page.mouse.move(5, 600);
    const remove = page.getByRole('button', { name: /^Remove/u }).first();
    await page.keyboard.press('Tab');
    await remove.focus();
    const { isHigh } = await boxOf(page, remove);
    await page.keyboard.press('Enter');
    await toast(page).waitFor();
    await holdToasts(page);
    const shown = await boxOf(page, toast(page));
    expect(isHigh ? shown.isLow : shown.isHigh).toBe(true);
  });
});
