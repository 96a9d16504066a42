import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import type { EnginePage } from './engine.ts';

const QUALITY = 45;

/** Writes a picture of the page as WebP to the folder that `npm run screenshots -- browsers` names; else does nothing. */
export const takeEnginePicture = async (page: EnginePage, name: string): Promise<void> => {
  const folder = process.env['BROWSER_PICTURES'];
  if (folder === undefined || folder === '') return;
  await page.run(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const picture = await sharp(await page.picture())
    .webp({ quality: QUALITY })
    .toBuffer();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.webp`), picture);
};
