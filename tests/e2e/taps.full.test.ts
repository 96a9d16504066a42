import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mockPosts } from '../mock-platforms/posts.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { textsUnderRing } from './pages/ring-room.ts';
import { untilStill } from './pages/stillness.ts';
import { type Product, startProduct } from './product.ts';

const linkOf = (name: string): string => {
  const post = mockPosts.find((one) => one.name === name);
  if (post === undefined) throw new Error(`the mock platforms have no ${name}`);
  return post.links[0];
};
const REEL = linkOf('instagram reel');
const TIKTOK = linkOf('tiktok video');
const PHONE = { width: 390, height: 844 } as const;
const PHONES = [PHONE, { width: 360, height: 740 }] as const;
const LAPTOP = { width: 1280, height: 860 } as const;
const HEADER_PX = 64;

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const boxOf = async (part: Locator): Promise<Box> => {
  const box = await part.boundingBox();
  if (box === null) throw new Error('not shown');
  return box;
};
const overlap = (one: Box, two: Box): boolean =>
  one.x < two.x + two.width &&
  two.x < one.x + one.width &&
  one.y < two.y + two.height &&
  two.y < one.y + one.height;

let context: BrowserContext;
let visit: PublicPage;
const arrive = async (viewport: { width: number; height: number }, { clipboard = true, path = '/' } = {}) => {
  context = await browser.newContext({
    viewport,
    hasTouch: viewport.width < LAPTOP.width,
    acceptDownloads: true,
    permissions: clipboard ? ['clipboard-read', 'clipboard-write'] : [],
  });
  visit = new PublicPage(await context.newPage());
  await visit.open(product.origin, path);
};
beforeEach(() => () => context?.close());

const copy = (link: string) => visit.page.evaluate((text) => navigator.clipboard.writeText(text), link);
const paste = () => visit.page.getByRole('button', { name: 'Paste link and fetch preview' });
const headerButton = () => visit.page.locator('header').getByRole('button', { name: 'New link' });
const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement);
/** Waits until the result has scrolled into view and nothing moves any more. */
const settled = async (): Promise<void> => {
  await visit.card.waitFor();
  await untilStill(visit.page);
};

describe('on a phone', () => {
  it('saves the first link with two taps and the next one with two more', async () => {
    await arrive(PHONE);
    let taps = 0;
    const tap = (control: Locator): Promise<void> => {
      taps += 1;
      return visit.tapNext(control);
    };
    await copy(REEL);
    await tap(paste());
    await visit.card.getByText('Instagram reel').waitFor();
    await tap(visit.downloadButton());
    await visit.saved.waitFor();
    expect(taps).toBe(2);

    await copy(TIKTOK);
    await tap(visit.pasteAnother);
    await visit.card.getByText('TikTok video').waitFor();
    await tap(visit.downloadButton());
    await visit.saved.waitFor();
    expect(taps).toBe(4);
    await expect.poll(() => visit.field.inputValue()).toBe(TIKTOK);
  });

  it.each(PHONES)('shows three qualities and the button at $width×$height', async (viewport) => {
    await arrive(viewport);
    await visit.page.getByRole('link', { name: 'a clip' }).tap();
    await settled();
    const button = await boxOf(visit.downloadButton());
    const bar = await boxOf(visit.download);
    expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.height);
    expect(button.y + button.height).toBeLessThanOrEqual(viewport.height);
    for (const label of ['1080p Full HD', '720p HD', '480p']) {
      const row = await boxOf(visit.card.locator('label').filter({ hasText: label }));
      expect(row.y, label).toBeGreaterThanOrEqual(HEADER_PX);
      expect(row.y + row.height, label).toBeLessThanOrEqual(bar.y);
    }
    const player = await boxOf(visit.page.getByTestId('video-player'));
    expect(player.height).toBeLessThanOrEqual(viewport.height * 0.4);
    expect(player.y).toBeGreaterThanOrEqual(HEADER_PX);
  });

  it('outlines the qualities in the shape of their list when the bar leads to them', async () => {
    await arrive(PHONE, { path: '/?sample=clip' });
    await settled();
    // The mark of an arrival goes after a moment, which a slow machine may miss: it is set again.
    await visit.page.evaluate(() =>
      new MutationObserver(([change]) => {
        if (change?.target instanceof HTMLElement) change.target.dataset['arrived'] ??= '';
      }).observe(document.body, { subtree: true, attributeFilter: ['data-arrived'] }),
    );
    await visit.download.getByRole('button', { name: /^1080p/u }).tap();
    const outlined = visit.page.locator('[data-arrived]');
    const look = await outlined.evaluate((list) => {
      const { borderTopLeftRadius, outlineOffset } = getComputedStyle(list);
      return { borderTopLeftRadius, outlineOffset };
    });
    expect(look).toEqual({ borderTopLeftRadius: '14px', outlineOffset: '2px' });
    expect(await textsUnderRing(outlined)).toEqual([]);
  });

  it('enlarges the picture while it plays, up to 70 % of the screen', async () => {
    await arrive(PHONE, { path: '/?sample=clip' });
    await settled();
    const player = visit.page.getByTestId('video-player');
    const height = async (): Promise<number> => (await boxOf(player)).height;
    expect(await height()).toBeLessThanOrEqual(PHONE.height * 0.4);
    await player.getByRole('button', { name: 'Play', exact: true }).tap();
    await expect.poll(height).toBeGreaterThan(PHONE.height * 0.45);
    expect(await height()).toBeLessThanOrEqual(PHONE.height * 0.7);
    await player.getByRole('button', { name: 'Pause', exact: true }).tap();
    await expect.poll(height).toBeLessThanOrEqual(PHONE.height * 0.4);
  });

  it('names the chosen quality in the bar, which leads to the qualities', async () => {
    await arrive(PHONE, { path: '/?sample=clip' });
    await settled();
    const summary = visit.download.getByRole('button', { name: /^1080p .* Change$/ });
    expect((await boxOf(summary)).height).toBeGreaterThanOrEqual(44);
    await visit.page.locator('footer').scrollIntoViewIfNeeded();
    await visit.card.getByRole('radio').nth(1).tap();
    await visit.page.mouse.wheel(0, 900);
    await untilStill(visit.page);
    await visit.download.getByRole('button', { name: /^720p .* Change$/ }).press('Enter');
    const chosen = visit.card.getByRole('radio', { checked: true });
    await expect.poll(() => hasFocus(chosen)).toBe(true);
    await untilStill(visit.page);
    const row = await boxOf(visit.card.locator('label:has(:checked)'));
    expect(row.y).toBeGreaterThanOrEqual(HEADER_PX);
    expect(row.y + row.height).toBeLessThanOrEqual((await boxOf(visit.download)).y);
  });

  it('shows one toast at a time, and never over the result or a control', async () => {
    await arrive(PHONE);
    await copy(REEL);
    await paste().tap();
    await settled();
    const toast = visit.page.getByTestId('toast').filter({ visible: true });
    await visit.downloadButton().tap();
    await visit.saved.waitFor();
    await visit.card.getByRole('button', { name: 'Copy caption' }).tap();
    await visit.toast('Caption copied').waitFor();
    expect(await toast.count()).toBe(1);
    // It arrives from above.
    await toast.hover();
    await untilStill(visit.page);
    const shown = await boxOf(toast);
    expect(overlap(shown, await boxOf(visit.card))).toBe(false);
    expect(overlap(shown, await boxOf(visit.page.locator('header').first()))).toBe(false);
  });

  it('shows two lines of a caption, and all of it at a tap', async () => {
    await arrive(PHONE);
    await visit.page.route('**/api/preview', async (route) => {
      const response = await route.fetch();
      const caption = 'A long way along the ridge and down again. '.repeat(6);
      await route.fulfill({ response, json: { ...(await response.json()), caption } });
    });
    await visit.page.goto(`${product.origin}/?sample=clip`);
    await settled();
    const copyButton = await boxOf(visit.card.getByRole('button', { name: 'Copy caption' }));
    expect(Math.min(copyButton.width, copyButton.height)).toBeGreaterThanOrEqual(44);
    const caption = visit.card.getByText(/^A long way /);
    const cut = await boxOf(caption);
    expect((await caption.textContent())?.length).toBe(151);
    const more = visit.card.getByRole('button', { name: 'More', exact: true });
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.tap();
    await visit.card.getByRole('button', { name: 'Less', exact: true }).waitFor();
    expect((await boxOf(caption)).height).toBeGreaterThan(cut.height);
    expect((await caption.textContent())?.length).toBe(258);
  });

  it('ends the lines of a caption written from right to left, and covers none of their beginnings', async () => {
    await arrive(PHONE);
    await visit.page.route('**/api/preview', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), caption: 'דרך ארוכה לאורך הרכס '.repeat(12) },
      });
    });
    await visit.page.goto(`${product.origin}/?sample=clip`);
    await settled();
    const more = await boxOf(visit.card.getByRole('button', { name: 'More', exact: true }));
    const caption = await boxOf(visit.card.getByText(/^דרך/));
    expect(Math.abs(more.x - caption.x)).toBeLessThan(2);
    expect(more.x + more.width).toBeLessThan(caption.x + caption.width / 2);
  });
});

describe.each([PHONE, LAPTOP])('a toast at $width px', (viewport) => {
  it('covers no control when a preview has loaded or failed, or a file is saved', async () => {
    await arrive(viewport);
    const covered = () =>
      visit.page.evaluate(() => {
        const toast = [...document.querySelectorAll('[data-testid="toast"]')].find((one) =>
          one.checkVisibility(),
        );
        if (toast === undefined) return ['no toast'];
        const own = toast.getBoundingClientRect();
        return [...document.querySelectorAll<HTMLElement>('a, button, input')]
          .filter((control) => {
            const box = control.getBoundingClientRect();
            const isApart =
              box.right <= own.left ||
              box.left >= own.right ||
              box.bottom <= own.top ||
              box.top >= own.bottom;
            return !isApart && !toast.contains(control) && control.checkVisibility();
          })
          .map((control) => control.textContent || control.getAttribute('aria-label') || control.id);
      });
    // The page takes itself for hidden, so that no toast leaves by itself.
    await visit.page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    });
    const shown = async (words: string): Promise<void> => {
      await visit.toast(words).waitFor();
      await untilStill(visit.page);
    };
    const dismiss = async (words: string): Promise<void> => {
      await visit.toast(words).getByRole('button').click();
      await visit.toast(words).waitFor({ state: 'detached' });
    };
    await visit.open(product.origin, '/?sample=clip');
    await shown('Video preview loaded successfully!');
    expect(await covered()).toEqual([]);
    await dismiss('Video preview');
    await visit.downloadButton().click();
    await shown('Download completed successfully!');
    expect(await covered()).toEqual([]);
    await dismiss('Download completed');
    await visit.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await visit.submit('https://www.instagram.com/p/DMocksNobody/');
    await visit.errorHeading.waitFor();
    await shown('Post not found');
    expect(await covered()).toEqual([]);
    await dismiss('Post not found');
    // The longest sentence of the specification; without an answer the page shows it itself.
    await visit.page.route('**/api/preview', (route) => route.abort());
    await visit.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await visit.submit(REEL);
    await visit.errorHeading.waitFor();
    await shown('Network error: Unable to fetch data.');
    expect(await covered()).toEqual([]);
    const panel = visit.page.getByTestId('error-panel');
    expect(overlap(await boxOf(visit.toast('Network error')), await boxOf(panel))).toBe(false);
  });
});

describe('after a save', () => {
  it('says that the file is saved, and its name on one line, of which each part could start a new one before', async () => {
    await arrive(PHONE, { path: '/?sample=clip' });
    await settled();
    const savingAs = visit.card.getByText(/^Saving as/);
    await savingAs.waitFor();
    const named = savingAs.locator('[dir]');
    // The date and the extension are one part.
    const dates = await named
      .locator('span')
      .evaluateAll((spans) =>
        spans.map((span) => [
          span.textContent,
          getComputedStyle(span).whiteSpaceCollapse,
          getComputedStyle(span).textWrapMode,
        ]),
      );
    expect(dates).toEqual([[expect.stringMatching(/^\d{4}-\d{2}-\d{2}\.mp4$/), 'collapse', 'nowrap']]);
    expect(await named.locator('wbr').count()).toBe(3);
    await visit.downloadButton().tap();
    await visit.saved.waitFor();
    await visit.toasted('Download completed successfully!');
    await visit.saved.getByText('Saved to your device', { exact: true }).waitFor();
    const name = visit.saved.getByText(/^sample_video_clip_\d{4}-\d{2}-\d{2}\.mp4$/);
    expect((await name.boundingBox())?.height).toBeLessThanOrEqual(24);
    expect(await savingAs.count()).toBe(0);
  });

  it('empties the field and says how to paste where the clipboard is refused', async () => {
    await arrive(PHONE, { clipboard: false });
    await visit.submit(REEL);
    await visit.card.waitFor();
    await visit.downloadButton().tap();
    await visit.saved.waitFor();
    await visit.tapNext(visit.pasteAnother);
    await visit.message.getByText('Press and hold the field, then choose Paste.').waitFor();
    await expect.poll(() => hasFocus(visit.field)).toBe(true);
    expect(await visit.field.inputValue()).toBe('');
    // The page is as fresh as at first: Paste is the button to press.
    expect([await visit.saved.count(), await visit.card.count()]).toEqual([0, 0]);
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    const isFilled = () =>
      paste().evaluate((button) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.background = 'var(--accent)';
        const accent = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return getComputedStyle(button).backgroundColor === accent;
      });
    await expect.poll(isFilled).toBe(true);
    await expect.poll(async () => (await boxOf(visit.field)).y).toBeGreaterThanOrEqual(HEADER_PX);
  });

  it.each([PHONE, LAPTOP])('the header opens another link too at $width px', async (viewport) => {
    await arrive(viewport);
    await copy(REEL);
    await paste().click();
    await visit.card.getByText('Instagram reel').waitFor();
    await visit.downloadButton().click();
    await visit.saved.waitFor();
    await copy(TIKTOK);
    await headerButton().click();
    await visit.card.getByText('TikTok video').waitFor();
    expect(await visit.field.inputValue()).toBe(TIKTOK);
  });
});

describe("the header's button", () => {
  it('only leads to the form before a save, and keeps the link', async () => {
    await arrive(PHONE);
    await copy(REEL);
    await paste().tap();
    await settled();
    await copy(TIKTOK);
    await headerButton().tap();
    await expect.poll(() => hasFocus(visit.field)).toBe(true);
    expect(await visit.field.inputValue()).toBe(REEL);
    await visit.card.getByText('Instagram reel').waitFor();
    // A phone's keyboard inserts what it offers without a paste; it replaces the link.
    await visit.page.keyboard.insertText(TIKTOK);
    expect(await visit.field.inputValue()).toBe(TIKTOK);
  });

  it('does not end a running download, even of a result that was saved before', async () => {
    await arrive(PHONE);
    await visit.page.getByRole('link', { name: 'a clip' }).tap();
    await visit.card.waitFor();
    await visit.downloadButton().tap();
    await visit.saved.waitFor();
    await visit.card.getByRole('radio').nth(1).tap();
    await visit.page.route('**/api/media/**', () => undefined);
    await visit.downloadButton().tap();
    await visit.page.locator('[data-testid="download"][data-phase="preparing"]').waitFor();
    await visit.field.fill(REEL);
    await copy(TIKTOK);
    await headerButton().tap();
    await expect.poll(() => hasFocus(visit.field)).toBe(true);
    expect(await visit.field.inputValue()).toBe(REEL);
    expect(await visit.download.getAttribute('data-phase')).toBe('preparing');
  });
});

/** Returns whether the part is wholly visible above the lower edge `bottom`. */
const liesAbove = async (part: Locator, bottom: number): Promise<boolean> => {
  const box = await boxOf(part);
  return box.y >= 0 && box.y + box.height <= bottom;
};
const SETS = ['/?sample=clip', '/?sample=set', '/?sample=sound'];
const LONG = ['tiktok video', 'tiktok video with captions'].map(
  (name) => `/?url=${encodeURIComponent(linkOf(name))}`,
);

describe.each([
  { width: 932, height: 430 },
  { width: 568, height: 320 },
])('on a phone on its side, $width×$height', (viewport) => {
  it('arrives at the card, with the picture, a quality and the button in sight', async () => {
    await arrive(viewport);
    for (const path of [...SETS, ...LONG.slice(1)]) {
      await visit.page.goto(product.origin + path);
      await settled();
      const { y } = await boxOf(visit.card);
      expect(Math.abs(y), path).toBeLessThanOrEqual(4);
      const bar = await boxOf(visit.download);
      expect(await liesAbove(visit.downloadButton(), viewport.height), path).toBe(true);
      const choice = visit.card
        .getByTestId('single-choice')
        .or(visit.card.locator('label, li > button'))
        .first();
      expect(await liesAbove(choice, bar.y), path).toBe(true);
      const play = visit.card.getByRole('button', { name: /^(?:Play|Next)/u }).last();
      expect(await liesAbove(play, bar.y), path).toBe(true);
      await visit.page.mouse.wheel(0, 120);
      await untilStill(visit.page);
      expect(await liesAbove(visit.downloadButton(), viewport.height), `${path}, scrolled`).toBe(true);
      expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    }
  });
});

describe.each([LAPTOP, { width: 1280, height: 720 }])('at $width×$height', (viewport) => {
  it('arrives with the button and the controls of the player in sight', async () => {
    await arrive(viewport);
    for (const path of [...SETS, ...LONG]) {
      await visit.page.goto(product.origin + path);
      await settled();
      expect((await boxOf(visit.card)).y, path).toBeGreaterThanOrEqual(HEADER_PX);
      expect(await liesAbove(visit.downloadButton(), viewport.height), path).toBe(true);
      const play = visit.card.getByRole('button', { name: /^(?:Play|Next)/u }).last();
      expect(await liesAbove(play, viewport.height), path).toBe(true);
    }
  });

  it('hides no focused choice behind the button', async () => {
    await arrive(viewport, { path: LONG[1] ?? '' });
    await settled();
    await visit.card.locator('input:checked').focus();
    for (let press = 0; press < 4; press += 1) {
      await visit.page.keyboard.press('Tab');
      if (await hasFocus(visit.downloadButton())) break;
      // The page scrolls smoothly.
      await expect
        .poll(async () => {
          const focused = await boxOf(visit.page.locator(':focus'));
          return (await boxOf(visit.downloadButton())).y - focused.y - focused.height;
        })
        .toBeGreaterThanOrEqual(0);
    }
  });
});
