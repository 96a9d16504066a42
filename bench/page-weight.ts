import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { readBuiltAssets } from '../src/server/http/built-assets.ts';

const CLIENT = path.resolve(import.meta.dirname, '../dist/client');

const gzipped = async (href: string): Promise<number> =>
  gzipSync(await readFile(path.join(CLIENT, href)), { level: 9 }).length;

const total = async (hrefs: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(hrefs.map(gzipped));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Weighs what the public page loads at once: script and style, gzip bytes. */
export const weighPage = async (): Promise<{ script: number; style: number }> => {
  const assets = await readBuiltAssets(CLIENT);
  return {
    script: await total([assets.themeScript, ...assets.scripts].map(({ src }) => src)),
    style: await total(assets.styles.map(({ href }) => href)),
  };
};
