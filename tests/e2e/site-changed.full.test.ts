import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_PLATFORMS, type SocialLink } from '../../src/shared/contract/site.ts';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { formatDay } from '../../src/shared/format/day.ts';
import type { PublicSettings } from '../owner-settings.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { PublicPage } from './pages/public-page.ts';
import { LOGO, untilMirrored } from './pages/site-probe.ts';

const SIZES = [10, 12, 14, 18, 20, 22];
/** Font sizes of the six headings in CSS pixels, on every screen. */
const HEADINGS = [32, 26, 22, 18, 16, 14];
const UNTOUCHED = {
  title: 'Savelet',
  logo: null,
  socialLinks: [],
  content: '',
  navbar: SITE_SETTINGS.navbar.default,
} as const satisfies Partial<PublicSettings>;
const socialLinks: SocialLink[] = SOCIAL_PLATFORMS.map((platform, index) => ({
  id: index + 1,
  platform,
  name: platform,
  icon: platform,
  color: '#0a3d91',
  url: `https://social.example/${platform}`,
}));
const CHANGED: Partial<PublicSettings> = {
  title: 'Harbour',
  logo: LOGO,
  socialLinks,
  content: [
    ...HEADINGS.map((size, at) => `<h${String(at + 1)}>Heading ${String(size)}</h${String(at + 1)}>`),
    ...SIZES.map((size) => `<p><span class="text-size-${String(size)}">Size ${String(size)}</span></p>`),
    '<p>Size default</p>',
  ].join(''),
  navbar: {
    ...SITE_SETTINGS.navbar.default,
    links: [{ id: 'help', label: 'Get help', target: '#help', visible: true, newTab: false }],
  },
};

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(undefined, { builtAt: new Date('2026-01-02T03:04:05.000Z') }),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Returns the font size in CSS pixels of an element with this text. */
const sizeOf = (page: Page, words: string): Promise<number> =>
  page
    .locator('#owner-content')
    .getByText(words, { exact: true })
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

const expectChanged = async (page: Page, width: number): Promise<void> => {
  await page.waitForFunction(() => document.title.startsWith('Harbour: '));
  for (const place of ['banner', 'contentinfo'] as const) {
    const brand = page.getByRole(place).getByTitle('Harbour').first();
    await brand.locator(`img[src="${LOGO}"]`).waitFor({ state: 'attached' });
    // The title beside the logo names the site; a screen reader would read it twice.
    expect(await brand.locator('img').getAttribute('alt')).toBe('');
  }
  const social = page.getByRole('list', { name: 'Follow us' }).getByRole('link');
  await expect.poll(() => social.count()).toBe(SOCIAL_PLATFORMS.length);
  expect(await page.getByText('No social links added yet').count()).toBe(0);
  if (width < 800) await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Get help' }).first().waitFor();
  if (width < 800) await page.keyboard.press('Escape');
  await page.locator('#owner-content').waitFor();
  for (const [at, size] of HEADINGS.entries()) {
    const level = Math.min(at + 2, 6);
    await page.getByRole('heading', { level, name: `Heading ${String(size)}`, exact: true }).waitFor();
    expect([at + 1, await sizeOf(page, `Heading ${String(size)}`)]).toEqual([at + 1, size]);
  }
  for (const size of SIZES) expect(await sizeOf(page, `Size ${String(size)}`)).toBe(size);
  const { updatedAt } = product.settings.current();
  await page.getByText(`Last updated ${formatDay(updatedAt)}`).waitFor();
  // Nothing is wider than the screen.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
};

const expectUntouched = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.title.startsWith('Savelet: '));
  await page.getByText('No social links added yet').waitFor();
  await page.locator('#owner-content').waitFor({ state: 'hidden' });
  expect(await page.locator('header img, footer img').count()).toBe(0);
};

const openAt = async (width: number): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await new PublicPage(page).open(product.origin);
  return page;
};

describe('the date of the last change', () => {
  it('is that of the build until somebody saves, on the open page too', async () => {
    const page = await openAt(1280);
    await untilMirrored(page);
    const day = page.locator('[data-site-updated]');
    await expect.poll(() => day.innerText()).toBe('2 January 2026');
    await product.settings.change({ title: 'Dated' });
    const saved = formatDay(product.settings.current().updatedAt);
    expect(saved).not.toBe('2 January 2026');
    await expect.poll(() => day.innerText()).toBe(saved);
    await page.reload();
    await expect.poll(() => day.innerText()).toBe(saved);
    await product.settings.change(UNTOUCHED);
    await page.context().close();
  });
});

describe.each([390, 1280])('at %i', (width) => {
  const open = () => openAt(width);

  it('an open page and a newly opened one show every changed setting, and the defaults again', async () => {
    const live = await open();
    await untilMirrored(live);
    await expectUntouched(live);
    await product.settings.change(CHANGED);
    await expectChanged(live, width);
    const rendered = await open();
    await expectChanged(rendered, width);
    await product.settings.change(UNTOUCHED);
    for (const page of [live, rendered]) await expectUntouched(page);
    await expectUntouched(await open());
    for (const context of browser.contexts()) await context.close();
  });
});
