import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawSharePicture } from '../../src/server/site/settings/picture/redraw.ts';
import { NAME_FONT_FILE } from '../../src/shared/sharing.ts';
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
const square = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: RED } })
    .png()
    .toBuffer();
const isRed = async (picture: Buffer, part: typeof ABOVE): Promise<boolean> => {
  const [red, green, blue] = await pixels(picture, part);
  return red === RED.r && green === RED.g && blue === RED.b;
};

let builtIn: Buffer;
beforeAll(async () => {
  builtIn = await readFile(path.join(STATIC, 'og.png'));
});

const expectPicture = async (picture: Buffer): Promise<Buffer> => {
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
  expect((await pixels(picture, ABOVE)).equals(await pixels(builtIn, ABOVE))).toBe(true);
  expect(picture.length).toBeLessThan(200 * 1024);
  return picture;
};

describe('drawing the picture of shared links', () => {
  const draw = async (title: string, logo: Buffer | null = null): Promise<Buffer> =>
    expectPicture(
      Buffer.from(
        await drawSharePicture(builtIn, { title, logo, fontFile: path.join(STATIC, NAME_FONT_FILE) }),
      ),
    );

  it.each(['Harbour Clips', 'Čaj & <b>Öl</b> 🐟'])('shows the title beside the mark: %s', async (title) => {
    const picture = await draw(title);
    expect((await pixels(picture, MARK)).equals(await pixels(builtIn, MARK))).toBe(true);
    expect(await hasLetters(picture, BESIDE)).toBe(true);
    expect(await hasLetters(builtIn, BESIDE)).toBe(false);
  });

  it('keeps a long title inside the picture', async () => {
    const picture = await draw('The sailing club of the long harbour and of its many many boats');
    const edge = { left: 1_141, top: 505, width: 59, height: 90 };
    expect((await pixels(picture, edge)).equals(await pixels(builtIn, edge))).toBe(true);
  });

  it.each([
    ['a square logo', 300, 300, 72],
    ['a wide logo', 900, 100, 420],
    ['a tall logo', 40, 400, 7],
    ['a logo smaller than the mark', 24, 24, 24],
  ])('shows %s in the place of the mark', async (_what, width, height, drawnWidth) => {
    const picture = await draw('Harbour', await square(width, height));
    expect(await isRed(picture, { left: MARK.left, top: 540, width: drawnWidth, height: 18 })).toBe(true);
    // Nothing of the built-in mark is left.
    const bytes = await pixels(picture, MARK);
    for (let at = 0; at < bytes.length; at += 3)
      expect((bytes[at + 1] ?? 0) - (bytes[at] ?? 0)).toBeLessThan(60);
    const right = { ...BESIDE, left: MARK.left + drawnWidth + 10, width: 500 };
    expect(await hasLetters(picture, right)).toBe(true);
  });

  it.each(['日本語のクリップ', 'Клипы', 'مقاطع'])(
    'leaves out a title that its font does not have: %s',
    async (title) =>
      expect((await pixels(await draw(title), BESIDE)).equals(await pixels(builtIn, BESIDE))).toBe(true),
  );
});

describe('GET /og.png', () => {
  let folder: string;
  let test: TestApp;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-share-'));
    await mkdir(path.join(folder, 'assets'));
    await cp(STATIC, folder, { recursive: true });
    test = await createTestApp({}, undefined, { clientDir: folder });
  });
  afterAll(async () => {
    await test.app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (headers: Record<string, string> = {}) =>
    test.app.inject({ url: '/og.png', headers: { host: 'localhost', ...headers } });

  it('is the built-in picture on a site without a title and logo of its own', async () => {
    const answer = await ask();
    expect(answer.rawPayload.equals(builtIn)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    });
    expect((await ask({ 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304);
  });

  it("has the owner's title and logo as soon as they are saved", async () => {
    const logo = `data:image/png;base64,${(await square(300, 300)).toString('base64')}`;
    await test.settings.change({ title: 'Harbour', logo });
    const answer = await ask();
    const picture = await expectPicture(answer.rawPayload);
    expect(await isRed(picture, MARK)).toBe(true);
    expect(await hasLetters(picture, BESIDE)).toBe(true);
    expect((await ask({ 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304);
    await test.settings.change({ title: 'Savelet', logo: null });
    expect((await ask()).rawPayload.equals(builtIn)).toBe(true);
  });

  it('is the built-in picture when nothing can be drawn, and is not tried again at once', async () => {
    const cut = builtIn.subarray(0, 2_000);
    await writeFile(path.join(folder, 'og.png'), cut);
    await test.settings.change({ title: 'Harbour' });
    const answers = [await ask(), await ask()];
    for (const { rawPayload } of answers) expect(rawPayload.equals(cut)).toBe(true);
    expect(test.log().match(/picture of shared links could not be drawn/gu)).toHaveLength(1);
  });
});
