import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { doubleText, layoutFaults } from './pages/layout-faults.ts';
import { PublicPage } from './pages/public-page.ts';
import { untilStill } from './pages/stillness.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const REEL = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const SET = 'https://www.instagram.com/p/DMocksFive1/';
const GONE = faultLink('page-gone');

const STATES: Readonly<Record<string, (visit: PublicPage) => Promise<void>>> = {
  idle: async () => {},
  'a result': async (visit) => {
    await visit.submit(REEL);
    await visit.card.waitFor();
  },
  'a set': async (visit) => {
    await visit.submit(SET);
    await visit.card.waitFor();
  },
  'an error': async (visit) => {
    await visit.submit(GONE);
    await visit.errorHeading.waitFor();
  },
};

const visitWith = async (options: BrowserContextOptions): Promise<PublicPage> => {
  const context = await browser.newContext(options);
  const visit = new PublicPage(await context.newPage());
  await visit.open(product.origin);
  return visit;
};

/** Returns the elements that extend beyond the sides of the window; strips that scroll on their own are excluded. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inner = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => {
      for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return true;
      return false;
    };
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > inner + 1 || left < -1) && !scrolls(element);
    });
    return [
      ...(document.documentElement.scrollWidth > inner ? ['the page scrolls sideways'] : []),
      ...out.map((element) => element.outerHTML.slice(0, 120)),
    ];
  });

/** Shows the rest of a caption, of which a narrow window shows two lines and a button. */
const showWholeCaption = async (page: Page): Promise<void> => {
  const more = page.getByTestId('result-card').getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
};

/** Returns the lines of text that their own box clips. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, label, h1, h2, h3, p, legend, li')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
        const hides = overflowX === 'hidden' || overflowY === 'hidden';
        if (!hides || textOverflow === 'ellipsis' || element.closest('.sr') !== null) return false;
        return (
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

describe.each(Object.entries(STATES))('%s', (_name, reach) => {
  it('moves nothing under reduced motion, and needs no horizontal scrolling at 400 % zoom in a 1280 px window', async () => {
    const visit = await visitWith({ reducedMotion: 'reduce', viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await reach(visit);
    const moving = await page.evaluate(() => ({
      animations: document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length,
      scrolling: getComputedStyle(document.documentElement).scrollBehavior,
    }));
    expect(moving).toEqual({ animations: 0, scrolling: 'auto' });
    await page.setViewportSize({ width: 320, height: 256 });
    await untilStill(page);
    expect(await stickingOut(page)).toEqual([]);
    await showWholeCaption(page);
    expect(await clipped(page)).toEqual([]);
    await page.context().close();
  });

  it("loses nothing with text twice as large, nor with a reader's own text spacing (WCAG 1.4.12)", async () => {
    const visit = await visitWith({ reducedMotion: 'reduce', viewport: { width: 390, height: 860 } });
    const { page } = visit;
    await doubleText(page);
    await reach(visit);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      await untilStill(page);
      expect(await stickingOut(page), `${width} px`).toEqual([]);
      await showWholeCaption(page);
      expect(await clipped(page), `${width} px`).toEqual([]);
      expect(await layoutFaults(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.removeProperty('font-size');
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        element.style.setProperty('line-height', '1.5', 'important');
        element.style.setProperty('letter-spacing', '0.12em', 'important');
        element.style.setProperty('word-spacing', '0.16em', 'important');
      }
    });
    await untilStill(page);
    expect(await stickingOut(page), 'with spacing').toEqual([]);
    expect(await clipped(page), 'with spacing').toEqual([]);
    await page.context().close();
  });
});

describe('forced colours', () => {
  it('keep the edge of every field, button and card, and the distinction of the chosen tab', async () => {
    const visit = await visitWith({ forcedColors: 'active', viewport: { width: 1280, height: 860 } });
    await visit.submit(REEL);
    await visit.card.waitFor();
    const edgeless = await visit.page.evaluate(() => {
      const hasEdge = (element: Element): boolean => {
        const { borderTopWidth, borderTopStyle, outlineStyle, borderBottomWidth } = getComputedStyle(element);
        return (
          (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0) ||
          Number.parseFloat(borderBottomWidth) > 0 ||
          outlineStyle !== 'none'
        );
      };
      const must = ['form#link-form', '[data-testid="result-card"]', '[data-testid="download"] button'];
      return must.filter((selector) => {
        const element = document.querySelector(selector);
        return element === null || !hasEdge(element);
      });
    });
    expect(edgeless).toEqual([]);
    const tabs = await visit.page.evaluate(() => {
      const look = (radio: Element) => {
        const { borderTopColor, borderTopWidth, outlineStyle } = getComputedStyle(
          radio.nextElementSibling ?? radio,
        );
        return [borderTopColor, borderTopWidth, outlineStyle].join(' ');
      };
      const radios = [...document.querySelectorAll<HTMLInputElement>('[data-testid^="type-tab-"]')];
      const chosen = radios.filter((radio) => radio.checked);
      const others = radios.filter((radio) => !radio.checked);
      return { chosen: chosen.map(look), others: others.map(look) };
    });
    expect(tabs.chosen).toHaveLength(1);
    expect(tabs.others).not.toContain(tabs.chosen[0]);
    await visit.page.context().close();
  });
});

describe.each([
  ['a phone on its side', { width: 740, height: 360 }, 62],
  ['a zoom of 400 %', { width: 320, height: 256 }, 0],
])('%s', (_name, viewport, bar) => {
  it(`leaves the window to the content being read, but for a bar of ${bar} px`, async () => {
    const visit = await visitWith({ viewport, reducedMotion: 'reduce' });
    await visit.submit(REEL);
    await visit.card.waitFor();
    await visit.page.getByRole('button', { name: 'Restart' }).focus();
    const held = await visit.page.evaluate(() =>
      [...document.querySelectorAll('header, [data-testid="result-card"] > *')]
        // The picture stays beside the text, not over it.
        .filter(
          (element) =>
            getComputedStyle(element).position === 'sticky' && element.matches(':nth-child(n + 2)'),
        )
        .map((element) => element.clientHeight),
    );
    expect(held.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(bar);
    await visit.page.context().close();
  });
});

describe('without JavaScript', () => {
  it('the page shows no control that would not work', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(product.origin);
    expect(await page.getByRole('button', { name: 'Fetch preview' }).isEnabled()).toBe(true);
    for (const name of ['Home', 'How it works', 'FAQs', 'Contact'])
      expect(await page.getByRole('banner').getByRole('link', { name, exact: true }).isVisible()).toBe(true);
    const names = ['Paste link and fetch preview', 'Open menu', 'Use dark theme', 'Download'];
    for (const name of names) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'a clip' }).count()).toBe(0);
    await context.close();
  });
});

describe('print', () => {
  it('omits the header, the footer and the notices', async () => {
    const visit = await visitWith({ viewport: { width: 1280, height: 860 } });
    await visit.page.emulateMedia({ media: 'print' });
    for (const chrome of ['header', 'footer'])
      expect(await visit.page.locator(chrome).first().isVisible()).toBe(false);
    await expect.poll(() => visit.page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await visit.submit(REEL);
    await visit.card.waitFor();
    await visit.toasted('Video preview loaded successfully!');
    // The toast may have gone or still exist; it must not be visible.
    expect(await visit.toast('Video preview loaded successfully!').isVisible()).toBe(false);
    await visit.page.context().close();
  });
});
