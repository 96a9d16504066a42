import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const MEDIA = path.resolve(import.meta.dirname, '../../src/server/engines/sample/media');
const TODAY = new Date().toISOString().slice(0, 10);

const SAMPLES = [
  { sample: 'clip', link: 'a clip', names: [`sample_video_clip_${TODAY}.mp4`], files: ['clip-1080p.mp4'] },
  {
    sample: 'set',
    link: 'a photo set',
    names: [1, 2, 3, 4, 5].map((index) => `sample_photo_set_${index}_${TODAY}.jpg`),
    files: [1, 2, 3, 4, 5].map((index) => `set-${index}.jpg`),
  },
  { sample: 'sound', link: 'a sound', names: [`sample_audio_sound_${TODAY}.mp3`], files: ['sound.mp3'] },
];

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({}), { upstream: false })]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe.each(SAMPLES)('the sample $sample, with no upstream at all', ({ sample, link, names, files }) => {
  it('is saved byte for byte from the link under the field', async () => {
    const context = await browser.newContext({ acceptDownloads: true });
    const visit = new PublicPage(await context.newPage());
    await visit.open(product.origin);
    await visit.page.getByRole('link', { name: link, exact: true }).click();
    await visit.card.waitFor();
    const saved = await downloadsOf(visit.page, files.length, () => visit.downloadButton().click());
    const expected = await Promise.all(
      files.map(async (file) => sha256(await readFile(path.join(MEDIA, file)))),
    );
    expect(saved.map((file) => file.name)).toEqual(names);
    expect(saved.map((file) => file.sha256)).toEqual(expected);
    expect(product.mockPlatforms.requests).toEqual([]);
    await context.close();
  });

  it('opens by its own link and leaves no trace in the URL', async () => {
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin, `/?sample=${sample}`);
    await visit.card.waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    await page.close();
  });
});

describe('a preview with nothing in the field', () => {
  it('has its Download as the only accent button', async () => {
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.waitFor();
    await page.getByRole('button', { name: 'Paste' }).waitFor();
    const accent = await visit
      .downloadButton()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
    const alike = await page
      .getByRole('button')
      .evaluateAll(
        (buttons, colour) =>
          buttons
            .filter((button) => getComputedStyle(button).backgroundColor === colour)
            .map((button) => button.textContent),
        accent,
      );
    expect(alike).toEqual([expect.stringMatching(/^Download /)]);
    await page.close();
  });
});

describe('a real link while nothing is reachable', () => {
  it('never falls back to a sample', async () => {
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.submit('https://www.instagram.com/reel/DMocksReel1/');
    await visit.errorPanel
      .getByText('Failed to fetch video: this server could not reach the platform.')
      .waitFor();
    expect(await visit.card.count()).toBe(0);
    await page.close();
  });
});
