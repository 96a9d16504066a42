import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';
import { statusAnswer } from './status-answer.ts';

const ADDRESS = 'owner@harbour.example';
/** The twelve specified anchors, by the text of their links. */
const ANCHORS = {
  'How it works': 'how-it-works',
  Features: 'features',
  Pricing: 'pricing',
  FAQs: 'faqs',
  Help: 'help',
  Contact: 'contact',
  Report: 'report',
  Status: 'status',
  Privacy: 'privacy',
  Terms: 'terms',
  DMCA: 'dmca',
  Copyright: 'copyright',
} as const;
const OTHER_PAGES = ['/status', '/help', '/legal/privacy', '/legal/terms', '/legal/dmca', '/legal/copyright'];
const COMPUTER = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

const SOON = { timeout: 15_000 };
/** How long the tests hold the answer of /api/status back. */
const LATE_STATUS_MS = 300;

let browser: Browser;
let product: Product;
let withAddress: Product;
beforeAll(async () => {
  [browser, product, withAddress] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'sample' })),
    startProduct(() => ({ ENGINES: 'sample', CONTACT_EMAIL: ADDRESS })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop(), withAddress?.stop()]));

const visitWith = async (
  options: BrowserContextOptions = {},
  path = '/',
  origin = product.origin,
): Promise<PublicPage> => {
  const context = await browser.newContext({ viewport: COMPUTER, reducedMotion: 'reduce', ...options });
  const visit = new PublicPage(await context.newPage());
  await visit.open(origin, path);
  return visit;
};

/**
 * Returns 'landed' when the focus is on a heading of the section that is visible and clear of the header;
 * otherwise what is wrong.
 */
const landing = (page: Page, id: string): Promise<string> =>
  page.evaluate((section) => {
    const heading = document.activeElement;
    if (!heading?.matches(`#${section} :is(h1, h2, h3)`))
      return `the focus is on ${heading?.outerHTML.slice(0, 80)}`;
    const { top, bottom } = (
      heading.classList.contains('sr') ? (heading.parentElement ?? heading) : heading
    ).getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    if (top < header) return `the heading is at ${top}, under the header`;
    if (top > innerHeight || (bottom > innerHeight && section !== 'features'))
      return `the heading is at ${top}`;
    return heading.textContent === '' ? 'the heading is empty' : 'landed';
  }, id);

describe.each([
  ['a computer', COMPUTER],
  ['a phone', PHONE],
])('the anchors on %s', (_name, viewport) => {
  it('each lead from the footer to a titled section below the header, with the focus on its heading', async () => {
    const visit = await visitWith({ viewport });
    await expect
      .poll(() => visit.page.locator('footer nav a').allTextContents())
      .toEqual(Object.keys(ANCHORS));
    for (const [name, id] of Object.entries(ANCHORS)) {
      await visit.footerLink(name).click();
      await expect.poll(() => landing(visit.page, id), { ...SOON, message: id }).toBe('landed');
      expect(new URL(visit.page.url()).hash).toBe(`#${id}`);
      const margin = await visit.page
        .locator(`#${id}`)
        .evaluate((section) => getComputedStyle(section).scrollMarginTop);
      expect(margin, id).toBe('88px');
    }
    await visit.page.context().close();
  });

  it('are reachable by URL too, and stay where they are when the status card fills in late, above or below them', async () => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    await context.route('**/api/status', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_STATUS_MS));
      const seen = { state: 'slow', medianMs: 61_000, lastSeen: new Date().toISOString() } as const;
      await route.fulfill({ json: statusAnswer(seen, seen, seen) });
    });
    const stays = async (id: string): Promise<void> => {
      const page = await context.newPage();
      const top = () => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
      await new PublicPage(page).open(product.origin, `/#${id}`);
      await expect.poll(() => landing(page, id), { ...SOON, message: id }).toBe('landed');
      const before = await top();
      // The card requests its state only while it is in view.
      await page.waitForTimeout(LATE_STATUS_MS + 150);
      expect(Math.abs((await top()) - before), id).toBeLessThanOrEqual(2);
      expect(await landing(page, id), id).toBe('landed');
      await page.close();
    };
    // Several at once, because each waits for its late answer.
    const ids = Object.values(ANCHORS);
    for (let at = 0; at < ids.length; at += 4) await Promise.all(ids.slice(at, at + 4).map(stays));
    await context.close();
  });
});

describe('a link into the page', () => {
  it('marks the section for 1.2 seconds, with an outline that does not move under reduced motion', async () => {
    const visit = await visitWith();
    const { page } = visit;
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator('#faqs').getByRole('link', { name: 'Contact Us' }).click();
    const outline = () =>
      page.locator('#contact').evaluate((card) => {
        const { outlineStyle, outlineWidth, animationName } = getComputedStyle(card);
        return outlineStyle === 'none'
          ? 'none'
          : `${outlineWidth} ${outlineStyle}, animation ${animationName}`;
      });
    await page.clock.runFor(1_190);
    await expect.poll(() => outline()).toBe('2px solid, animation none');
    await page.clock.runFor(20);
    await expect.poll(() => outline()).toBe('none');
    await page.context().close();
  });

  it('without a target is left alone', async () => {
    const visit = await visitWith({}, '/#nowhere');
    expect(await visit.page.locator('[data-arrived]').count()).toBe(0);
    expect(new URL(visit.page.url()).hash).toBe('#nowhere');
    await visit.page.context().close();
  });

  it("returns with the browser's back button", async () => {
    const visit = await visitWith();
    await visit.footerLink('Privacy').click();
    await visit.page.waitForURL('**/#privacy');
    await visit.page.goBack();
    expect(new URL(visit.page.url()).hash).toBe('');
    await visit.page.context().close();
  });

  it('never leaves the focused element under the header, up and down the page', async () => {
    const visit = await visitWith({ viewport: PHONE });
    await visit.footerLink('Copyright').focus();
    const hidden: string[] = [];
    for (let press = 0; press < 35; press += 1) {
      await visit.page.keyboard.press('Shift+Tab');
      const covered = await visit.page.evaluate(() => {
        const top = document.activeElement?.getBoundingClientRect().top ?? 0;
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const inHeader = document.activeElement?.closest('header') !== null;
        return !inHeader && top < header ? document.activeElement?.outerHTML.slice(0, 80) : undefined;
      });
      if (covered !== undefined) hidden.push(covered);
    }
    expect(hidden).toEqual([]);
    await visit.page.context().close();
  });
});

describe('contacting the owner', () => {
  it('is a mailto link with the subject of its topic, where there is an address', async () => {
    const visit = await visitWith({}, '/', withAddress.origin);
    const mails = await visit.page
      .locator('a[href^="mailto:"]')
      .evaluateAll((links) => links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')));
    expect(mails).toEqual([
      `mailto:${ADDRESS}?subject=A link that should work`,
      `mailto:${ADDRESS}?subject=A security issue`,
      `mailto:${ADDRESS}?subject=A question`,
    ]);
    await visit.page.getByRole('link', { name: 'How to send a notice' }).click();
    await visit.page.waitForURL('**/legal/dmca');
    expect(await visit.page.getByRole('link', { name: ADDRESS }).getAttribute('href')).toBe(
      `mailto:${ADDRESS}?subject=DMCA%20notice`,
    );
    await visit.page.context().close();
  });

  it('is promised nowhere, where there is no address', async () => {
    const visit = await visitWith();
    await expect
      .poll(() => visit.page.locator('#contact').innerText())
      .toContain('has not published a contact address.');
    const words = await visit.page.locator('main').innerText();
    expect(words).not.toMatch(/send us|tell us|your email|send a notice|security issue/iu);
    expect(
      await visit.page
        .locator('#report a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/help#failed', '/legal/dmca']);
    expect(
      await visit.page.locator('a[href^="mailto:"], a[href="#"], main form:not(#link-form)').count(),
    ).toBe(0);
    await visit.page.context().close();
  });
});

describe('the footer', () => {
  it('contains the brand, the columns, the badges and the fine print', async () => {
    const visit = await visitWith();
    const footer = visit.page.locator('footer');
    await expect
      .poll(() => footer.getByRole('heading').allInnerTexts())
      .toEqual(['Product', 'Support', 'Legal']);
    const text = await footer.innerText();
    for (const part of [
      'Savelet',
      'Save public Instagram and TikTok posts to your own device.',
      'No social links added yet',
      'No sign-up',
      'No watermark',
      'Nothing stored',
      `© ${String(new Date().getFullYear())} Savelet. All rights reserved.`,
      'Savelet is not affiliated with, endorsed by or connected to Instagram, TikTok',
      'credit the creator',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Last updated \d{1,2} [A-Z][a-z]+ 20\d\d/u);
    // This product is reached over HTTP.
    expect(text).not.toContain('Encrypted connection');
    // The sections of this page lead to the other pages.
    const main = visit.page.locator('main');
    for (const path of OTHER_PAGES) expect(await main.locator(`a[href="${path}"]`).count(), path).not.toBe(0);
    await visit.page.context().close();
  });

  it.each(['/status', '/legal/terms'])(
    'of %s has the same twelve links, which lead home, and no second list of pages',
    async (path) => {
      const page = await browser.newPage({ viewport: PHONE });
      await page.goto(`${product.origin}${path}`);
      const links = page.locator('footer').getByRole('link');
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(hrefs.slice(1)).toEqual(Object.values(ANCHORS).map((anchor) => `/#${anchor}`));
      await page.locator('footer').getByRole('link', { name: 'FAQs' }).click();
      await page.waitForURL((url) => url.hash === '#faqs');
      await page.close();
    },
  );
});

it('nothing is wider than the window, from 320 to 1920 px', async () => {
  const visit = await visitWith();
  for (const width of [320, 360, 390, 768, 1024, 1280, 1920]) {
    await visit.page.setViewportSize({ width, height: 860 });
    const wide = await visit.page.evaluate(() => {
      const inner = document.documentElement.clientWidth;
      const out = [...document.querySelectorAll('body *')].filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 1 && (right > inner + 1 || left < -1);
      });
      return [
        document.documentElement.scrollWidth - inner,
        ...out.map((element) => element.outerHTML.slice(0, 120)),
      ];
    });
    expect(wide, `${width} px`).toEqual([0]);
    const columns = await visit.page
      .locator('footer nav')
      .evaluateAll((navs) => new Set(navs.map((nav) => nav.getBoundingClientRect().top)).size);
    expect(columns, `${width} px`).toBe(1);
  }
  await visit.page.context().close();
});

/** Five screens of a phone, and a tenth for the drawings of the steps. */
const SCREENS_PX = 5.1 * PHONE.height;

describe('an unknown path', () => {
  it('is left by the logo, the header and its menu, also once the page is interactive', async () => {
    const visit = await visitWith({}, '/nope');
    const header = visit.page.locator('header');
    const hrefs = await header
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.length).toBeGreaterThan(2);
    expect(hrefs.filter((href) => !href?.startsWith('/'))).toEqual([]);
    await header.getByRole('link', { name: 'FAQs' }).click();
    await visit.page.waitForURL(`${product.origin}/#faqs`);
    await expect.poll(() => landing(visit.page, 'faqs'), SOON).toBe('landed');
    await visit.open(product.origin, '/nope');
    await header.getByRole('link', { name: 'Savelet' }).click();
    await visit.page.waitForURL(`${product.origin}/`);
    expect(await visit.page.getByRole('heading', { level: 1 }).innerText()).toContain('Paste the link');
    await visit.page.context().close();
  });
});

describe('help and reports on a phone', () => {
  it('are links 44 px high, without the look of questions that open', async () => {
    const visit = await visitWith({ viewport: PHONE });
    const links = visit.page.locator('#help li a, #report li a');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/help#failed',
      '/help#failed',
      '/help#stories',
      '/help#slow',
      '/help#failed',
      '/legal/dmca',
    ]);
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    const borders = await visit.page
      .locator('#help li')
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).borderTopWidth));
    expect(new Set(borders)).toEqual(new Set(['0px']));
    for (const href of ['/help#failed', '/help#stories', '/help#slow']) {
      await visit.page.goto(`${product.origin}${href}`);
      expect(await visit.page.locator(new URL(visit.page.url()).hash).count(), href).toBe(1);
    }
    await visit.page.context().close();
  });
});

describe('the home page on a phone', () => {
  it.each([
    ['without an address', () => product],
    ['with the owner’s address', () => withAddress],
  ])('is hardly longer than five screens %s, before and after the status is known', async (_name, site) => {
    const visit = await visitWith({ viewport: PHONE }, '/', site().origin);
    const height = () => visit.page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThanOrEqual(SCREENS_PX);
    const seen = { state: 'failing', medianMs: 12_400, lastSeen: new Date().toISOString() } as const;
    await visit.page.route('**/api/status', (route) =>
      route.fulfill({ json: statusAnswer(seen, seen, seen) }),
    );
    await visit.page.locator('#status').scrollIntoViewIfNeeded();
    await expect.poll(() => visit.page.locator('#status li').last().isVisible(), SOON).toBe(true);
    expect(await height()).toBeLessThanOrEqual(SCREENS_PX);
    await visit.page.context().close();
  });
});

describe('how it works', () => {
  it('lists the four steps in order, and three reasons', async () => {
    const visit = await visitWith();
    const headings = visit.page.locator('#how-it-works h3');
    // The number before a step is part of its heading.
    expect((await headings.allInnerTexts()).map((text) => text.replace(/^\d\s*/, ''))).toEqual([
      'Copy Link',
      'Paste & Fetch',
      'Choose Quality',
      'Download Complete',
      'The file as published',
      'No history to leak',
      'Progress you can trust',
    ]);
    await visit.page.context().close();
  });

  it.each([320, 360, 390, 1_280])(
    'draws every step at %i px, with nothing cut off but long names',
    async (width) => {
      const visit = await visitWith({ viewport: { width, height: 844 } });
      const figures = visit.page.locator('#how-it-works li > [aria-hidden="true"]');
      expect(await figures.count()).toBe(4);
      for (const figure of await figures.all()) {
        expect(await figure.isVisible()).toBe(true);
        const wide = await figure.evaluate((drawn) =>
          [drawn, ...drawn.querySelectorAll('div')]
            .filter((part) => part.scrollWidth > part.clientWidth)
            .map((part) => part.textContent),
        );
        expect(wide).toEqual([]);
      }
      await visit.page.context().close();
    },
  );

  it('puts the titles of the steps on one line from 1040 px', async () => {
    const visit = await visitWith();
    for (const width of [1_040, 1_280, 1_920]) {
      await visit.page.setViewportSize({ width, height: 860 });
      const tops = await visit.page
        .locator('#how-it-works ol h3')
        .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
      expect(tops).toHaveLength(4);
      expect(new Set(tops).size, `${width} px`).toBe(1);
    }
    await visit.page.context().close();
  });
});
