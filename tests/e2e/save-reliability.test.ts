import { randomInt } from 'node:crypto';
import process from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type CuttingFront, PIECE_BYTES, startCuttingFront } from './cutting-front.ts';
import { downloadsOf, PublicPage, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

/** Connection drops within one download; the reliability run sets a higher number. */
const RUNS = Number(process.env['RELIABILITY_RUNS'] ?? 4);
const SECOND_MS = 1_000;
/** Covers the page's wait before each retry (the first of DOWNLOAD_RETRY_DELAYS_MS); the rest is a margin for slow machines. */
const PATIENCE_MS = (100 + RUNS * 4) * SECOND_MS;
/** 30 MB, one quality. */
const LINK = 'https://www.instagram.com/reel/DMocksBig01/';

let browser: Browser;
let product: Product;
let front: CuttingFront;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'native' }))]);
  front = await startCuttingFront(product.origin);
});
afterAll(() => Promise.all([browser?.close(), product?.stop(), front?.close()]));

/**
 * Returns one random byte offset in each of `parts` equal parts of a file, never two close together, so that every
 * attempt can gain something.
 */
const somewhereInEach = (parts: number, size: number): number[] => {
  const width = Math.floor(size / parts);
  return Array.from({ length: parts }, (_, part) => part * width + randomInt(width >> 1, width));
};

/** Counts the body bytes that a page has read from any response. */
const countTaken = async (page: Page): Promise<() => number> => {
  let taken = 0;
  await page.exposeFunction('pageTook', (bytes: number) => {
    taken += bytes;
  });
  await page.addInitScript(() => {
    const { pageTook } = globalThis as unknown as { pageTook(bytes: number): void };
    const { read } = ReadableStreamDefaultReader.prototype;
    ReadableStreamDefaultReader.prototype.read = async function counted(this: ReadableStreamDefaultReader) {
      const result = await read.call(this);
      if (result.value instanceof Uint8Array) pageTook(result.value.byteLength);
      return result;
    } as typeof read;
    const { read: readInto } = ReadableStreamBYOBReader.prototype;
    ReadableStreamBYOBReader.prototype.read = async function counted(
      this: ReadableStreamBYOBReader,
      memory: Uint8Array<ArrayBuffer>,
    ) {
      const result = await readInto.call(this, memory);
      pageTook(result.value?.byteLength ?? 0);
      return result;
    } as typeof readInto;
  });
  return () => taken;
};

/** Bytes that are requested again to see that the rest belongs to the same file. */
const COMPARED_BYTES = 512;

describe('a download whose connection drops', () => {
  it(`is resumed each time, fetches at most a piece twice, and ends identical (${RUNS} drops)`, {
    timeout: PATIENCE_MS,
  }, async () => {
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const taken = await countTaken(page);
    const visit = new PublicPage(page);
    await visit.open(front.origin);
    await visit.submit(LINK);
    await visit.card.waitFor();

    const file = product.mockPlatforms.bytesOf(LINK);
    const drops = somewhereInEach(RUNS, file.length);
    let begun = 0;
    front.cutOf = ({ start }) => {
      begun = taken();
      const at = drops.shift();
      if (at === undefined) return null;
      return { after: at - start, how: drops.length % 2 === 0 ? 'end' : 'reset' };
    };
    front.untilTaken = async ({ sent }) => {
      await expect.poll(taken, { timeout: PATIENCE_MS }).toBe(begun + sent);
    };
    const [saved] = await downloadsOf(page, 1, () => visit.downloadButton().click());

    const { transfers } = front;
    expect(transfers.filter(({ cut }) => cut)).toHaveLength(RUNS);
    expect(transfers.map(({ status }) => status)).toEqual([200, ...Array<number>(RUNS).fill(206)]);
    const again = transfers.slice(1).map(({ start }, index) => {
      const before = transfers[index]!;
      return before.start + before.sent - start;
    });
    expect(Math.min(...again)).toBeGreaterThanOrEqual(COMPARED_BYTES);
    expect(Math.max(...again)).toBeLessThanOrEqual(PIECE_BYTES + COMPARED_BYTES);
    const sent = transfers.reduce((sum, transfer) => sum + transfer.sent, 0);
    expect(sent).toBe(file.length + again.reduce((sum, bytes) => sum + bytes, 0));
    expect(saved).toMatchObject({ bytes: file.length, sha256: sha256(file) });
    await visit.toasted('Download completed successfully!');
    await context.close();
  });
});
