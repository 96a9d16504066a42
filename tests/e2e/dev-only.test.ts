import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTS } from '../states/sample-posts.ts';
import { isStatesPath, STATES_ENTRY } from '../states/state-page.ts';
import { type Product, startProduct } from './product.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Texts that occur only in the component stories. */
const MARKS = [POSTS.video.id, 'dev/states'];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const textsUnder = async (folder: string): Promise<Map<string, string>> => {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)),
  );
};

describe('the component stories', () => {
  it.each(['/dev/states', '/dev/states/idle'])('are not served at %s', async (address) => {
    expect(isStatesPath(address)).toBe(true);
    const response = await fetch(`${product.origin}${address}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This page isn&#x27;t here');
  });

  it('have no media', async () => {
    const response = await fetch(`${product.origin}${POSTS.video.thumbnail}`);
    expect(response.status).toBe(404);
  });

  it('are in no built file', async () => {
    const built = await textsUnder('dist');
    expect(built.size).toBeGreaterThan(10);
    const telling = [...built].filter(([, text]) => MARKS.some((mark) => text.includes(mark)));
    expect(telling.map(([file]) => path.basename(file))).toEqual([]);
    expect(await readFile(path.join(ROOT, 'tests/states/sample-posts.ts'), 'utf8')).toContain(MARKS[0]);
    expect(await readFile(path.join(ROOT, STATES_ENTRY), 'utf8')).toContain('catalogue');
  });
});
