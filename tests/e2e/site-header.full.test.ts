import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NavbarSettings } from '../../src/shared/contract/site.ts';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { PublicPage } from './pages/public-page.ts';
import { LOGO } from './pages/site-probe.ts';

/** A data URL that declares a picture and contains none. */
const BROKEN_LOGO = 'data:image/png;base64,AAAA';
const LAPTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(() => async () => {
  await product.settings.change({
    title: SITE_SETTINGS.title.default,
    logo: null,
    navbar: SITE_SETTINGS.navbar.default,
  });
});

const set = async (navbar: Partial<NavbarSettings>): Promise<void> => {
  await product.settings.change({ navbar: { ...SITE_SETTINGS.navbar.default, ...navbar } });
};
const link = (label: string, target: NavbarSettings['links'][number]['target'], rest = {}) => ({
  ...{ id: label, label, target, visible: true, newTab: false },
  ...rest,
});

/** Opens the page in a new context and closes it after `act`. */
const onPage = async (viewport: typeof LAPTOP, act: (page: Page) => Promise<void>): Promise<void> => {
  const page = await browser.newPage({ viewport });
  await new PublicPage(page).open(product.origin);
  await act(page);
  await page.close();
};
const header = (page: Page) => page.getByRole('banner');
const focusedId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.id);
/** Returns the id of the section whose heading has the focus. */
const focusedSection = (page: Page): Promise<string | undefined> =>
  page.evaluate(() =>
    document.activeElement?.matches('h1, h2, h3')
      ? document.activeElement.closest('[id]:not(h1, h2, h3)')?.id
      : undefined,
  );

describe('the header', () => {
  it("shows the owner's links with their targets", async () => {
    await set({
      links: [
        link('Terms', '#terms'),
        link('Hidden', '#dmca', { visible: false }),
        link('Shop', 'https://shop.example/', { newTab: true }),
        link('Blog', 'https://blog.example/'),
      ],
    });
    await onPage(LAPTOP, async (page) => {
      const links = header(page).getByRole('navigation').getByRole('link');
      await expect.poll(() => links.allInnerTexts()).toEqual(['Terms', 'Shop', 'Blog']);
      const shop = header(page).getByRole('link', { name: 'Shop' });
      await expect.poll(() => shop.getAttribute('target')).toBe('_blank');
      await expect.poll(() => shop.getAttribute('rel')).toBe('noopener noreferrer');
      const blog = header(page).getByRole('link', { name: 'Blog' });
      await expect.poll(() => blog.getAttribute('href')).toBe('https://blog.example/');
      expect(await blog.getAttribute('target')).toBeNull();
      await header(page).getByRole('link', { name: 'Terms' }).click();
      await expect.poll(() => focusedSection(page)).toBe('terms');
      await expect.poll(() => links.nth(0).getAttribute('aria-current')).toBe('true');
    });
  });

  it('keeps every label within a narrow window, also the widest one without a space', async () => {
    const widest = 'W'.repeat(24);
    await set({
      links: [link(widest, '#terms'), link('FAQs', '#faqs')],
      button: { ...SITE_SETTINGS.navbar.default.button, label: 'W'.repeat(16) },
    });
    for (const width of [390, 320])
      await onPage({ width, height: 844 }, async (page) => {
        const brand = header(page).getByRole('link').first();
        const theme = header(page).getByRole('button', { name: /theme$/u });
        const [title, next] = [await brand.boundingBox(), await theme.boundingBox()];
        expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
        await page.getByRole('button', { name: 'Open menu' }).click();
        const label = header(page).getByRole('link', { name: widest });
        await label.waitFor();
        const right = await label.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().right;
        });
        expect(right).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
  });

  it('marks the link of the section in view', async () => {
    await onPage(LAPTOP, async (page) => {
      const current = header(page).locator('nav [aria-current]:visible');
      await expect.poll(() => current.allInnerTexts()).toEqual(['Home']);
      await page.locator('#faqs').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
      await expect.poll(() => current.allInnerTexts()).toEqual(['FAQs']);
    });
  });

  it('marks the link of a short last section, at which no scrolling passes', async () => {
    await set({ links: [link('FAQs', '#faqs'), link('Terms', '#terms')] });
    await onPage(LAPTOP, async (page) => {
      const current = header(page).locator('nav [aria-current]:visible');
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      await expect.poll(() => current.allInnerTexts()).toEqual(['Terms']);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect.poll(() => current.allInnerTexts()).toEqual([]);
    });
  });

  it.each([
    ['#hero', async (page: Page) => expect.poll(() => focusedId(page)).toBe('link')],
    ['#contact', async (page: Page) => expect.poll(() => focusedSection(page)).toBe('contact')],
  ] as const)('leads to %s through its button', async (target, arrived) => {
    await set({ button: { visible: true, label: 'Go there', target } });
    await onPage(LAPTOP, async (page) => {
      await page.locator('#copyright').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
      await header(page).getByText('Go there').click();
      await arrived(page);
    });
  });

  it('leads to another site through a real link, or has no button', async () => {
    await set({ button: { visible: true, label: 'Shop', target: 'https://shop.example/' } });
    await onPage(LAPTOP, async (page) => {
      const shop = header(page).getByRole('link', { name: 'Shop' });
      await expect.poll(() => shop.getAttribute('href')).toBe('https://shop.example/');
      await set({ button: { visible: false, label: 'Shop', target: '#hero' }, themeSwitch: false });
      await shop.waitFor({ state: 'detached' });
      expect(await header(page).getByRole('button').filter({ visible: true }).count()).toBe(0);
    });
  });

  it.each([true, false])('is sticky or not, as the owner has set it: %s', async (sticky) => {
    await set({ sticky });
    await onPage(LAPTOP, async (page) => {
      await page.evaluate(() => scrollTo({ top: 1_000, behavior: 'instant' }));
      const top = () => header(page).evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(top).toBe(sticky ? 0 : -1_000);
    });
  });

  it('has neither list nor menu without a link', async () => {
    await set({ links: [] });
    await onPage(PHONE, async (page) => {
      await page.getByRole('button', { name: 'Download', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Open menu' }).count()).toBe(0);
      expect(await header(page).getByRole('navigation').count()).toBe(0);
    });
  });

  it('puts links that do not fit into the menu', async () => {
    await set({
      links: Array.from({ length: 6 }, (_, index) => link(`A label of some size ${index}`, '#faqs')),
    });
    await onPage(LAPTOP, async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      expect(
        await header(page)
          .getByRole('link', { name: /^A label/ })
          .filter({ visible: true })
          .count(),
      ).toBe(6);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    });
  });

  it('truncates a long title and shows it in full in its tooltip', async () => {
    const title = 'The harbour of kept posts and sounds';
    await product.settings.change({ title });
    await onPage(PHONE, async (page) => {
      const brand = header(page).getByRole('link', { name: title });
      await expect.poll(() => brand.getAttribute('title')).toBe(title);
      const text = brand.getByText(title);
      await expect
        .poll(() => text.evaluate((element) => element.scrollWidth > element.clientWidth))
        .toBe(true);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    });
  });

  it.each([
    ['the page', false],
    ['the notice of maintenance', true],
  ])('a title of 40 characters stays within a window of 320 px: %s', async (_name, maintenance) => {
    await product.settings.change({ title: 'The Extremely Long Website Title Of Ours', maintenance });
    await onPage({ width: 320, height: 640 }, async (page) => {
      const ends = await page.evaluate(() =>
        [...document.querySelectorAll('[title], h1, [role="alertdialog"] button')].map(
          (element) => element.getBoundingClientRect().right,
        ),
      );
      expect(Math.max(...ends)).toBeLessThanOrEqual(320 - 16);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
    await product.settings.change({ maintenance: false });
  });

  it('shows the logo within 28 by 120, and the default mark when it does not load', async () => {
    await product.settings.change({ logo: LOGO });
    await onPage(LAPTOP, async (page) => {
      const box = await header(page).locator('img').boundingBox();
      expect(box).toMatchObject({ width: 28, height: 28 });
      await product.settings.change({ logo: BROKEN_LOGO });
      await header(page).locator('a svg').waitFor();
      expect(await header(page).locator('img').count()).toBe(0);
    });
    await onPage(LAPTOP, async (page) => {
      await header(page).locator('a svg').waitFor();
      await product.settings.change({ logo: LOGO });
      await header(page).locator(`img[src="${LOGO}"]`).waitFor();
    });
  });
});

describe('the menu on a phone, by keyboard', () => {
  const openMenu = async (page: Page): Promise<void> => {
    const button = page.getByRole('button', { name: 'Open menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('button', { name: 'Close menu' }).getAttribute('aria-expanded'))
      .toBe('true');
  };
  /** The styles of a wide window hide an open menu before the page learns of the width and closes it. */
  const menuIsOpen = async (page: Page): Promise<boolean> =>
    (await page.locator('[aria-controls="site-menu"][aria-expanded="true"]').count()) > 0 ||
    page.locator('#site-menu').isVisible();

  it('opens, locks the page, has tall rows, and returns the focus on Escape and on a click outside', async () => {
    await onPage(PHONE, async (page) => {
      await openMenu(page);
      const rows = await page
        .locator('#site-menu a')
        .evaluateAll((all) => all.map((row) => row.clientHeight));
      expect(Math.min(...rows)).toBeGreaterThanOrEqual(52);
      await page.mouse.move(200, 700);
      await page.mouse.wheel(0, 1_000);
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.keyboard.press('Escape');
      expect(await menuIsOpen(page)).toBe(false);
      const opener = page.getByRole('button', { name: 'Open menu' });
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
      await openMenu(page);
      await page.mouse.click(200, 800);
      await expect.poll(() => menuIsOpen(page)).toBe(false);
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    });
  });

  it("closes on a link and moves the focus to the section's heading", async () => {
    await onPage(PHONE, async (page) => {
      await openMenu(page);
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedSection(page)).toBe('faqs');
      expect(await menuIsOpen(page)).toBe(false);
    });
  });

  it('yields to / and to the skip link', async () => {
    await onPage(PHONE, async (page) => {
      await openMenu(page);
      await page.keyboard.press('/');
      await expect.poll(() => focusedId(page)).toBe('link');
      expect(await menuIsOpen(page)).toBe(false);
      expect(await page.locator('#link').inputValue()).toBe('');
      await openMenu(page);
      await page.getByRole('link', { name: 'Skip to the link form' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedId(page)).toBe('link');
      expect(await menuIsOpen(page)).toBe(false);
    });
  });

  it('closes at another width, even if the page renders before it learns of the change', async () => {
    await onPage(PHONE, async (page) => {
      await openMenu(page);
      await page.evaluate(async (width) => {
        Object.defineProperty(window, 'innerWidth', { configurable: true, value: width });
        // The header renders again for an unlocked page that has scrolled.
        delete document.documentElement.dataset['locked'];
        scrollTo(0, 300);
        for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
        dispatchEvent(new Event('resize'));
      }, LAPTOP.width);
      await expect.poll(() => menuIsOpen(page)).toBe(false);
    });
  });

  it('closes when its button or its links disappear', async () => {
    await onPage(PHONE, async (page) => {
      await openMenu(page);
      await page.setViewportSize(LAPTOP);
      await expect.poll(() => menuIsOpen(page)).toBe(false);
      await page.setViewportSize(PHONE);
      await openMenu(page);
      await set({ links: [] });
      await page.locator('#site-menu').waitFor({ state: 'detached' });
      expect(await page.locator('[inert]').count()).toBe(0);
      expect(await page.evaluate(() => 'locked' in document.documentElement.dataset)).toBe(false);
    });
  });
});
