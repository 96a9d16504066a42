import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { type InProcessProduct, startInProcessProduct } from '../tests/e2e/in-process-product.ts';
import { furnishStatus } from '../tests/e2e/status-history.ts';
import { takePicture } from './take-picture.ts';

const QUALITY = 40;
const SCALES = { 390: 1, 1280: 0.75 } as const;
const WIDTHS = [390, 1280] as const;
const THEMES = ['light', 'dark'] as const;

/** Page that the server renders, with the name of its pictures. */
interface PageShot {
  readonly name: string;
  readonly path: string;
}

const TEXT_PAGES: readonly PageShot[] = [
  { name: 'help', path: '/help' },
  { name: 'privacy', path: '/legal/privacy' },
  { name: 'terms', path: '/legal/terms' },
  { name: 'dmca', path: '/legal/dmca' },
  { name: 'copyright', path: '/legal/copyright' },
];

/** Takes a full-page picture at both widths in both themes. */
async function takePage(browser: Browser, { origin }: InProcessProduct, shot: PageShot, folder: string) {
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme });
      await page.goto(`${origin}${shot.path}`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      const picture = await takePicture(page, QUALITY, SCALES[width]);
      await writeFile(path.join(folder, `${shot.name}-${String(width)}-${colorScheme}.webp`), picture);
      await page.close();
    }
}

async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Takes full-page pictures of the pages that the server renders: help and the legal texts into the subfolder `text`,
 * the status page without history and with thirty days of it into the subfolder `status`.
 */
export async function takePages(browser: Browser, folder: string): Promise<void> {
  const status = await emptyFolder(path.join(folder, 'status'));
  const text = await emptyFolder(path.join(folder, 'text'));
  const product = await startInProcessProduct();
  try {
    for (const page of TEXT_PAGES) await takePage(browser, product, page, text);
    await takePage(browser, product, { name: 'fresh', path: '/status' }, status);
  } finally {
    await product.stop();
  }
  // Another site, because the status answer is cached for a while.
  const furnished = await startInProcessProduct();
  try {
    await furnishStatus(furnished.database, Date.now());
    await takePage(browser, furnished, { name: 'thirty-days', path: '/status' }, status);
  } finally {
    await furnished.stop();
  }
  console.log(
    `${String((TEXT_PAGES.length + 2) * WIDTHS.length * THEMES.length)} pictures of pages of the server`,
  );
}
