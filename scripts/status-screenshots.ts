import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startInProcessProduct } from '../tests/e2e/in-process-product.ts';
import { furnishStatus } from '../tests/e2e/status-history.ts';
import { takePicture } from './take-picture.ts';

const QUALITY = 40;
const SCALES = { 390: 1, 1280: 0.75 } as const;
const WIDTHS = [390, 1280] as const;
const THEMES = ['light', 'dark'] as const;

/**
 * Takes full-page pictures of the status page, with thirty days of history and without; writes them to the subfolder
 * `status`.
 */
export async function takeStatus(browser: Browser, folder: string): Promise<void> {
  const target = path.join(folder, 'status');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const name of ['fresh', 'thirty-days'] as const) {
    const product = await startInProcessProduct();
    try {
      if (name === 'thirty-days') await furnishStatus(product.database, Date.now());
      for (const width of WIDTHS)
        for (const colorScheme of THEMES) {
          const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme });
          await page.goto(`${product.origin}/status`);
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height });
          const picture = await takePicture(page, QUALITY, SCALES[width]);
          await writeFile(path.join(target, `${name}-${String(width)}-${colorScheme}.webp`), picture);
          await page.close();
        }
    } finally {
      await product.stop();
    }
  }
  console.log(`${String(2 * WIDTHS.length * THEMES.length)} pictures of the status page`);
}
