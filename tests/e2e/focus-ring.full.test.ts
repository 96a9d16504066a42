import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { enterPanel } from './pages/panel-entrance.ts';
import { PublicPage } from './pages/public-page.ts';
import { textsUnderRing } from './pages/ring-room.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const WIDE = { width: 1280, height: 860 };

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Returns the outline of the focused element, or of its child that shows it: 'none' or 'width colour offset'. */
const ringOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: focused } = document;
    const shows = (element: Element | null | undefined): string | null => {
      if (!element) return null;
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      return outlineStyle === 'none' ? null : `${outlineWidth} ${outlineColor} ${outlineOffset}`;
    };
    return shows(focused) ?? shows(focused?.querySelector(':scope > * > *')) ?? 'none';
  });
const accentOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
const focusedIn = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

const open = async (colorScheme: 'light' | 'dark' = 'light', viewport = WIDE): Promise<PublicPage> => {
  const visit = new PublicPage(await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' }));
  await visit.open(product.origin);
  return visit;
};

describe('a container or heading that a script focuses', () => {
  it('shows no ring after presses: result, error and section', async () => {
    const visit = await open();
    const { page } = visit;
    await visit.field.click();
    await visit.field.fill(REEL);
    await visit.fetchButton.click();
    await visit.card.waitFor();
    await focusedIn(page, '#preview');
    expect(await ringOf(page)).toBe('none');
    await visit.field.click();
    await visit.field.fill(faultLink('page-gone'));
    // Typing into a pressed field is not yet use of the keyboard.
    await page.keyboard.press('Enter');
    await visit.errorHeading.waitFor();
    await focusedIn(page, '#preview h2');
    expect(await ringOf(page)).toBe('none');
    await page.getByRole('banner').getByRole('link', { name: 'FAQs' }).click();
    await focusedIn(page, '#faqs h2');
    expect(await ringOf(page)).toBe('none');
    await page.close();
  });

  it('shows no ring after taps', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const visit = new PublicPage(await context.newPage());
    await visit.open(product.origin);
    await visit.field.tap();
    await visit.page.keyboard.type(REEL);
    await visit.page.keyboard.press('Enter');
    await visit.card.waitFor();
    await focusedIn(visit.page, '#preview');
    expect(await ringOf(visit.page)).toBe('none');
    await context.close();
  });

  it.each(['light', 'dark'] as const)('shows the ring to people who use the keyboard, %s', async (theme) => {
    const visit = await open(theme);
    const { page } = visit;
    const ring = `2px ${await accentOf(page)} 2px`;
    await visit.field.focus();
    await page.keyboard.insertText(REEL);
    await page.keyboard.press('Enter');
    await visit.card.waitFor();
    await focusedIn(page, '#preview');
    expect(await ringOf(page)).toBe(ring);
    await visit.field.focus();
    await visit.field.fill(faultLink('page-gone'));
    await page.keyboard.press('Enter');
    await visit.errorHeading.waitFor();
    await focusedIn(page, '#preview h2');
    expect(await ringOf(page)).toBe(ring);
    await page.getByRole('banner').getByRole('link', { name: 'FAQs' }).focus();
    await page.keyboard.press('Enter');
    await focusedIn(page, '#faqs h2');
    expect(await ringOf(page)).toBe(ring);
    await page.close();
  });
});

describe.each(['light', 'dark'] as const)('every stop of Tab, %s', (theme) => {
  it('shows a ring of 2 px on the public page, with a result', async () => {
    const visit = await open(theme);
    const { page } = visit;
    await visit.submit(REEL);
    await visit.card.waitFor();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      scrollTo(0, 0);
    });
    const stops: string[] = [];
    for (let press = 0; press < 90; press += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const { activeElement: focused } = document;
        if (focused === null || focused === document.body) return null;
        // Fields and rows show the ring around the whole field or row.
        const places = [focused, focused.parentElement, focused.nextElementSibling, focused.closest('label')];
        const after = getComputedStyle(focused, '::after');
        const rings = [
          ...places.flatMap((place) => (place === null ? [] : getComputedStyle(place))),
          after,
        ].filter(({ outlineStyle, outlineWidth }) => outlineStyle === 'solid' && outlineWidth === '2px');
        const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 30) ?? '';
        return `${focused.localName} ${name}: ${rings.length > 0 ? 'ring' : 'none'}`;
      });
      if (stop === null) break;
      stops.push(stop);
    }
    expect(stops.length).toBeGreaterThan(40);
    expect(stops.filter((stop) => !stop.endsWith(': ring'))).toEqual([]);
    await page.close();
  });
});

describe.each([390, 1280])('the ring of a control that opens a text, at %i px', (width) => {
  it('touches no text', async () => {
    const visit = await open('light', { width, height: 860 });
    const { page } = visit;
    await visit.submit(REEL);
    await visit.card.waitFor();
    const more = visit.card.locator('button[aria-expanded]');
    const opened: string[] = [];
    const check = async (control: Locator, name: string): Promise<void> => {
      await page.keyboard.press('Shift');
      await control.focus();
      await page.keyboard.press('Enter');
      opened.push(...(await textsUnderRing(control)).map((text) => `${name}: ${text}`));
    };
    if (await more.isVisible()) await check(more, 'More');
    const questions = page.locator('#faqs button');
    for (let index = 0; index < (await questions.count()); index += 1)
      await check(questions.nth(index), `question ${index}`);
    await page.goto(`${product.origin}/admin/login`);
    await check(page.locator('summary').first(), 'Forgot your password?');
    await page.goto(`${product.origin}/status`);
    for (const summary of await page.locator('summary').all()) await check(summary, 'status');
    expect(opened).toEqual([]);
    await page.close();
  });
});

describe('the panel', () => {
  it('shows rings for the keyboard alone, visible on the inverted save bar', async () => {
    const panel = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
    const { page } = panel;
    await panel.heading('General Settings').waitFor();
    await page.getByRole('link', { name: 'Footer Management' }).click();
    await panel.heading('Footer Management').waitFor();
    await focusedIn(page, 'h1');
    expect(await ringOf(page)).toBe('none');
    await page.getByRole('link', { name: 'General Settings' }).focus();
    await page.keyboard.press('Enter');
    await panel.heading('General Settings').waitFor();
    await focusedIn(page, 'h1');
    expect(await ringOf(page)).toBe(`2px ${await accentOf(page)} 2px`);
    await panel.field('Website title').fill('Another title');
    await panel.bar.waitFor();
    const discard = panel.bar.getByRole('button', { name: 'Discard' });
    await discard.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const accent = await accentOf(page);
    const ring = await ringOf(page);
    expect(ring).toMatch(/^2px .* 2px$/u);
    expect(ring).not.toContain(accent);
    await discard.click();
  });

  it.each([1024, 1280, 1440])(
    'keeps every title of the list of sections on one line at %i px',
    async (width) => {
      const [context] = browser.contexts().slice(-1);
      const page = context?.pages()[0];
      if (page === undefined) throw new Error('the panel is not open');
      await page.setViewportSize({ width, height: 860 });
      const heights = await page
        .getByRole('navigation', { name: 'Sections' })
        .locator('a, h2')
        .evaluateAll((entries) =>
          entries.map((entry) => {
            // The widest state: current, with the mark of unsaved changes.
            const mark = document.createElement('span');
            mark.style.cssText = 'flex:none;width:8px;height:8px;margin-inline-start:auto';
            entry.append(mark);
            entry.setAttribute('aria-current', 'page');
            const range = document.createRange();
            range.selectNodeContents(entry);
            const fits = entry.scrollWidth <= entry.clientWidth && range.getBoundingClientRect().height < 48;
            return fits ? '' : entry.textContent;
          }),
        );
      expect(heights.filter(Boolean)).toEqual([]);
      expect(heights.length).toBeGreaterThan(9);
    },
  );
});
