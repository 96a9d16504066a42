import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Post, Quality } from '../../src/shared/contract/preview.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
let clip: Post;
let set: Post;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
  const preview = async (outbound: string): Promise<Post> => {
    const response = await fetch(`${product.origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.origin },
      body: JSON.stringify({ url: `/?sample=${outbound}` }),
    });
    return (await response.json()) as Post;
  };
  [clip, set] = await Promise.all([preview('clip'), preview('set')]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Creates a post like `post` with one item that has these qualities. */
const withQualities = (post: Post, qualities: readonly Quality[]): Post => {
  const [item] = post.items;
  if (item === undefined) throw new Error('the sample has no item');
  return { ...post, qualities: [...qualities], items: [{ ...item, qualities: [...qualities] }] };
};
const quality = (change: Partial<Quality>): Quality => {
  const [first] = clip.qualities;
  if (first === undefined) throw new Error('the sample has no quality');
  return { ...first, ...change };
};

/** Opens a page whose preview is this post, whatever link is submitted. */
const visitWith = async (post: Post, options: BrowserContextOptions = {}): Promise<PublicPage> => {
  const page = await browser.newPage(options);
  await page.route('**/api/preview', (route) => route.fulfill({ json: post }));
  const visit = new PublicPage(page);
  await visit.open(product.origin, '/?sample=clip');
  await visit.card.waitFor();
  return visit;
};
const rowsOf = (visit: PublicPage): Promise<string[]> =>
  visit.card
    .getByRole('radio')
    .evaluateAll((radios) =>
      radios.map((radio) => (radio.closest('label') as HTMLElement).innerText.replaceAll(/\n+/g, ' | ')),
    );

describe('the quality rows', () => {
  it('have label, legend and size, say "about" for an estimate and "No sound" where there is none', async () => {
    const visit = await visitWith(
      withQualities(clip, [
        quality({ label: '1080p Full HD', quality: 'full hd', size: 19_293_798, sizeKnown: true }),
        quality({
          label: '480p',
          quality: 'medium',
          size: 5_242_880,
          sizeKnown: false,
          audioAvailable: false,
        }),
      ]),
    );
    await expect
      .poll(() => rowsOf(visit))
      .toEqual([
        '1080p Full HD | Best quality, larger file | 18.40 MB',
        '480p | Smaller and faster. No sound | about 5 MB',
      ]);
    const ends = await visit.card.locator('label > .num').evaluateAll((sizes) =>
      sizes.map((size) => ({
        right: Math.round(size.getBoundingClientRect().right),
        digits: getComputedStyle(size).fontVariantNumeric,
      })),
    );
    expect(new Set(ends.map(({ right }) => right)).size).toBe(1);
    expect(ends.every(({ digits }) => digits === 'tabular-nums')).toBe(true);
    await visit.downloadButton().getByText('Download 1080p, 18.40 MB').waitFor();
    await visit.card.getByRole('radio').first().focus();
    await visit.page.keyboard.press('ArrowDown');
    await visit.downloadButton().getByText('Download 480p, about 5 MB').waitFor();
    await visit.page.close();
  });

  it('are one plain line for a single option', async () => {
    const visit = await visitWith(withQualities(clip, [quality({})]));
    expect(await visit.card.getByRole('radio').count()).toBe(0);
    await expect
      .poll(() => visit.card.getByTestId('single-choice').innerText())
      .toMatch(/1080p Full HD.*1\.09 MB/s);
    expect(await visit.card.getByText('Quality', { exact: true }).count()).toBe(0);
    await visit.page.close();
  });

  it('collapse from six on, and the focus continues at the first row that expands', async () => {
    const labels = ['1080p Full HD', '720p HD', '480p', '360p', '240p', '144p', 'Audio (MP3)'];
    const visit = await visitWith(
      withQualities(
        clip,
        labels.map((label) => quality({ label, quality: label })),
      ),
    );
    await expect.poll(() => visit.card.getByRole('radio').count()).toBe(4);
    await visit.card.getByRole('button', { name: 'Show all 7' }).click();
    await expect.poll(() => visit.card.getByRole('radio').count()).toBe(7);
    expect(
      await visit.card
        .getByRole('radio')
        .nth(4)
        .evaluate((radio) => radio === document.activeElement),
    ).toBe(true);
    await visit.page.close();
  });
});

describe('the stage', () => {
  it('shows a placeholder for a photo that fails to load, which can still be saved', async () => {
    const [first] = set.items;
    if (first === undefined) throw new Error('the sample set is empty');
    const photo = withQualities(
      { ...set, items: [first] },
      first.qualities.map((file) => ({ ...file, url: '/api/media/broken' })),
    );
    const visit = await visitWith(photo);
    await visit.page.getByTestId('photo-placeholder').getByText('Photo unavailable').waitFor();
    expect(await visit.downloadButton().getAttribute('aria-disabled')).toBeNull();
    await visit.page.close();
  });

  it('reports a clip that cannot play, and keeps the download', async () => {
    const visit = await visitWith(withQualities(clip, [quality({ url: '/api/media/broken' })]));
    await visit.card.getByText("The preview can't play here, but the download may still work.").waitFor();
    expect(await visit.downloadButton().getAttribute('aria-disabled')).toBeNull();
    await visit.page.close();
  });

  it('opens a photo full screen and returns the focus on Escape', async () => {
    const [first] = set.items;
    const visit = await visitWith({ ...set, items: first === undefined ? [] : [first] });
    const open = visit.card.getByRole('button', { name: /View the photo full screen/ });
    const notice = visit.toast('Caption copied').or(visit.toast('The caption could not be copied.'));
    await visit.card.getByRole('button', { name: 'Copy caption' }).press('Enter');
    await notice.waitFor();
    await open.focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('dialog').waitFor();
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('dialog').waitFor({ state: 'hidden' });
    // One key press closes one thing: the toast under the picture stays.
    await expect.poll(() => notice.count()).toBe(1);
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
    await visit.page.close();
  });
});

describe('a set', () => {
  let visit: PublicPage;
  let page: Page;
  beforeEach(async () => {
    visit = await visitWith(set, { viewport: { width: 390, height: 844 }, hasTouch: true });
    page = visit.page;
    return () => page.close();
  });
  const place = (words: string) => visit.card.getByText(words, { exact: true });
  const swipe = (from: number, to: number) =>
    page.getByTestId('set-stage').evaluate(
      (stage, [start, end]) => {
        const at = (type: string, clientX: number) =>
          stage.dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              clientX,
              clientY: 300,
              pointerType: 'touch',
              isPrimary: true,
            }),
          );
        at('pointerdown', start ?? 0);
        at('pointerup', end ?? 0);
      },
      [from, to],
    );

  it('is browsed with its buttons, the arrow keys and a swipe', async () => {
    await place('1 of 5').waitFor();
    const next = visit.card.getByRole('button', { name: 'Next' });
    const box = await next.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await next.click();
    await place('2 of 5').waitFor();
    await page.keyboard.press('ArrowRight');
    await place('3 of 5').waitFor();
    await page.keyboard.press('ArrowLeft');
    await place('2 of 5').waitFor();
    await swipe(300, 120);
    await place('3 of 5').waitFor();
    await swipe(120, 300);
    await place('2 of 5').waitFor();
  });

  it('saves the selected items, and says what is missing when none is selected', async () => {
    const check = visit.card.getByRole('checkbox', { name: 'Select photo 3' });
    expect(await check.isChecked()).toBe(true);
    await check.click();
    await place('4 of 5 selected').waitFor();
    await place('1 of 5').waitFor();
    await visit.downloadButton().getByText('Download 4 photos').waitFor();
    await visit.card.getByRole('button', { name: 'None', exact: true }).click();
    const none = visit.download.getByRole('button', { name: 'Choose at least one photo' });
    await expect.poll(() => none.getAttribute('aria-disabled')).toBe('true');
    await visit.card.getByRole('button', { name: 'All', exact: true }).click();
    await visit.downloadButton().getByText('Download 5 photos').waitFor();
    expect((await rowsOf(visit)).map((row) => row.split(' | ')[0])).toEqual([
      'Separate files',
      'One ZIP file',
      'Save to a folder',
    ]);
  });

  it('shows a picture that is touched, and keeps it in the download', async () => {
    await visit.card.getByRole('button', { name: 'Show photo 3' }).tap();
    await place('3 of 5').waitFor();
    await place('5 of 5 selected').waitFor();
    await page.keyboard.press('ArrowRight');
    await place('4 of 5').waitFor();
    const focused = visit.card.locator(':focus');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Show photo 4');
  });

  it('saves the shown picture alone', async () => {
    await visit.card.getByRole('button', { name: 'Show photo 2' }).tap();
    const saved = page.waitForEvent('download');
    await visit.card.getByRole('button', { name: 'Download this one' }).tap();
    expect((await saved).suggestedFilename()).toMatch(/^sample_photo_set_2_/u);
    await visit.saved.waitFor();
    await place('5 of 5 selected').waitFor();
  });

  it('keeps a focused row completely above the download bar', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await visit.card.getByRole('button', { name: 'Download this one' }).focus();
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => {
        const row = await visit.card.locator('label:has(:focus)').boundingBox();
        const block = await visit.download.boundingBox();
        return (block?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? Number.NaN);
      })
      .toBeGreaterThanOrEqual(2);
  });

  it('keeps the download within reach on a phone', async () => {
    const block = await visit.download.boundingBox();
    expect((block?.y ?? 0) + (block?.height ?? 0)).toBeLessThanOrEqual(844);
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(300);
    const later = await visit.download.boundingBox();
    expect((later?.y ?? 0) + (later?.height ?? 0)).toBeLessThanOrEqual(844);
  });
});
