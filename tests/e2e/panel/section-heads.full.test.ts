import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sectionTitles } from '#messages/section-titles.ts';
import { text } from '#shared/messages/text.ts';
import { SECTION_IDS, type SectionId } from '#shared/section-ids.ts';
import { OwnedSite } from '../pages/owned-site.ts';

const SIZES = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } } as const;
const PREVIEWED = ['general', 'navbar', 'footer', 'content'] as const;

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());

const open = async (id: SectionId, size: keyof typeof SIZES): Promise<Page> => {
  const page = await site.section('general', 'General Settings');
  onTestFinished(() => page.close());
  await page.setViewportSize(SIZES[size]);
  await go(page, id);
  return page;
};

/** Follows the section's entry in the list, without a new page load. */
const go = async (page: Page, id: SectionId): Promise<void> => {
  const title = text(sectionTitles, id);
  const opener = page.getByRole('button', { name: 'Open sections' });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
};

/** Returns where title and lede stand, in whole pixels, and their sizes. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('main h1');
    const lede = title?.parentElement?.querySelector('p');
    if (!title || !lede) throw new Error('no heading');
    scrollTo(0, 0);
    const words = document.createRange();
    words.selectNodeContents(title);
    const { x, y, height } = words.getBoundingClientRect();
    const { fontSize } = getComputedStyle(title);
    return `${[x, y, height, lede.getBoundingClientRect().y].map(Math.round).join(' ')} ${fontSize}`;
  });

describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('the headings, %s', (size) => {
  it('stand at one height in every section', async () => {
    const page = await open('overview', size);
    const heads = new Map<string, string>();
    for (const id of SECTION_IDS) {
      await go(page, id);
      heads.set(id, await headOf(page));
    }
    const first = heads.get('general');
    expect([...heads]).toEqual([...heads.keys()].map((id) => [id, first]));
  });
});

describe('the previews', () => {
  it('share one switch, at one place, which is remembered from section to section', async () => {
    const page = await open('general', 'wide');
    const places = new Set<string>();
    const group = page.getByRole('group', { name: 'Preview width' });
    for (const chosen of ['Phone', 'Desktop'] as const) {
      await group.getByRole('radio', { name: chosen }).check();
      for (const id of PREVIEWED) {
        await go(page, id);
        await expect.poll(() => group.getByRole('radio', { name: chosen }).isChecked()).toBe(true);
        const box = await group.boundingBox();
        places.add([box?.x, box?.width, box?.height].map((one) => Math.round(one ?? 0)).join(' '));
      }
      await go(page, 'general');
    }
    expect([...places]).toHaveLength(1);
  });

  it("show the header's real button and the tab's real title and icon", async () => {
    const page = await open('general', 'wide');
    const preview = page.frameLocator('iframe[title="Preview"]');
    await page.getByLabel('Website title').fill('Harbour');
    await page
      .getByTestId('site-preview')
      .getByText('Harbour: download Instagram and TikTok videos and photos')
      .waitFor();
    expect(await page.getByTestId('site-preview').locator('img').getAttribute('src')).toBe('/favicon.svg');
    const lookOf = (button: Element) => {
      const { backgroundColor, color, borderColor, borderRadius } = getComputedStyle(button);
      return { backgroundColor, color, borderColor, borderRadius };
    };
    const shown = await preview
      .getByRole('button', { name: 'Download', includeHidden: true })
      .evaluate(lookOf);
    const visitor = await site.browser.newPage();
    onTestFinished(() => visitor.close());
    await visitor.setViewportSize(SIZES.wide);
    await visitor.goto(site.origin);
    await expect
      .poll(() => visitor.getByRole('banner').getByRole('button', { name: 'Download' }).evaluate(lookOf))
      .toEqual(shown);
  });
});
