import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

const STATIC = path.resolve(import.meta.dirname, '../../src/web/static');
/** Parts of the picture: the headline and the form, the place of the mark, and the place of a title beside it. */
const ABOVE = { left: 0, top: 0, width: 1_200, height: 500 };
const MARK = { left: 60, top: 513, width: 72, height: 72 };
const BESIDE = { left: 140, top: 505, width: 1_000, height: 90 };
const RED = { r: 200, g: 20, b: 30 };

const pixels = (picture: Buffer, part: typeof ABOVE) =>
  sharp(picture).extract(part).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
/** Returns whether a part of the picture has dark pixels, as letters have. */
const hasLetters = async (picture: Buffer, part: typeof ABOVE): Promise<boolean> => {
  const bytes = await pixels(picture, part);
  for (let at = 0; at < bytes.length; at += 3)
    if (Math.max(bytes[at] ?? 255, bytes[at + 1] ?? 255, bytes[at + 2] ?? 255) < 60) return true;
  return false;
};
const square = async (width: number, height: number): Promise<string> => {
  const png = await sharp({ create: { width, height, channels: 3, background: RED } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
};

let folder: string;
let builtIn: Buffer;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-share-'));
  await mkdir(path.join(folder, 'assets'));
  await cp(STATIC, folder, { recursive: true });
  builtIn = await readFile(path.join(STATIC, 'og.png'));
  test = await createTestApp({}, undefined, { clientDir: folder });
});
afterAll(async () => {
  await test.app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => test.settings.change({ title: 'Savelet', logo: null }));

const ask = (headers: Record<string, string> = {}) =>
  test.app.inject({ url: '/og.png', headers: { host: 'localhost', ...headers } });
const drawn = async (): Promise<Buffer> => {
  const { statusCode, rawPayload } = await ask();
  expect(statusCode).toBe(200);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
  expect(await pixels(rawPayload, ABOVE)).toEqual(await pixels(builtIn, ABOVE));
  expect(rawPayload.length).toBeLessThan(200 * 1024);
  return rawPayload;
};

describe('the picture of shared links', () => {
  it('is the built-in one on a site without a title and logo of its own', async () => {
    const answer = await ask();
    expect(answer.rawPayload.equals(builtIn)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    });
    expect((await ask({ 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304);
  });

  it.each(['Harbour Clips', 'Čaj & <b>Öl</b> 🐟'])(
    "shows the owner's title beside the mark: %s",
    async (title) => {
      await test.settings.change({ title });
      const picture = await drawn();
      expect(await pixels(picture, MARK)).toEqual(await pixels(builtIn, MARK));
      expect(await hasLetters(picture, BESIDE)).toBe(true);
      expect(await hasLetters(builtIn, BESIDE)).toBe(false);
    },
  );

  it('keeps a long title inside the picture', async () => {
    await test.settings.change({ title: 'The sailing club of the long harbour and all of its many boats' });
    const picture = await drawn();
    const edge = { left: 1_141, top: 505, width: 59, height: 90 };
    expect(await pixels(picture, edge)).toEqual(await pixels(builtIn, edge));
  });

  it.each([
    ['a square logo', 300, 300, 72],
    ['a wide logo', 900, 100, 420],
    ['a tall logo', 40, 400, 7],
  ])('shows %s in the place of the mark', async (_what, width, height, drawnWidth) => {
    await test.settings.change({ logo: await square(width, height), title: 'Harbour' });
    const picture = await drawn();
    const middle = { left: MARK.left, top: 540, width: drawnWidth, height: 18 };
    const [red, green, blue] = await pixels(picture, middle);
    expect([red, green, blue]).toEqual([RED.r, RED.g, RED.b]);
    // Nothing of the built-in mark is left.
    const bytes = await pixels(picture, MARK);
    for (let at = 0; at < bytes.length; at += 3)
      expect((bytes[at + 1] ?? 0) - (bytes[at] ?? 0)).toBeLessThan(60);
    const right = { ...BESIDE, left: MARK.left + drawnWidth + 10, width: 500 };
    expect(await hasLetters(picture, right)).toBe(true);
  });

  it.each(['日本語のクリップ', 'Клипы', 'مقاطع'])(
    'leaves out a title that its font does not have: %s',
    async (title) => {
      await test.settings.change({ title });
      const picture = await drawn();
      expect(await pixels(picture, BESIDE)).toEqual(await pixels(builtIn, BESIDE));
    },
  );

  it('follows a change at once', async () => {
    await test.settings.change({ title: 'Harbour' });
    const first = await ask();
    await test.settings.change({ title: 'Pier' });
    expect((await ask({ 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(200);
  });

  it('is the built-in one when nothing can be drawn, without another try', async () => {
    await rm(path.join(folder, 'drawing'), { recursive: true });
    await test.settings.change({ title: 'Harbour Without Font' });
    expect((await ask()).statusCode).toBe(200);
    await cp(path.join(STATIC, 'drawing'), path.join(folder, 'drawing'), { recursive: true });
    expect((await ask()).rawPayload.length).toBeGreaterThan(0);
  });
});
