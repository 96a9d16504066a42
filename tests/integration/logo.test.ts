import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedPictureSchema } from '#shared/contract/admin-settings.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { LOGO_ICON_NAMES } from '#shared/sharing.ts';
import { LOGO_UNUSED_MAX, LOGO_UNUSED_RETENTION_MS } from '../../src/server/site/settings/logo-rows.ts';
import { createLogoStore } from '../../src/server/site/settings/logo-store.ts';
import {
  LOGO_DATA_URL_MAX_CHARACTERS,
  LOGO_EDGE_MAX_PX,
  type LogoIcons,
} from '../../src/server/site/settings/picture/redraw.ts';
import { type AccountBrowser, openBrowser, openOwner } from './account-browser.ts';
import {
  animatedGif,
  animatedPng,
  createTruncatedPng,
  HOSTILE,
  noise,
  plain,
  polyglots,
  stripes,
} from './pictures.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const MEMORY_GROWTH_MAX_BYTES = 150 * 1024 * 1024;
const PICTURE_TIMEOUT_MS = 60_000;
/** What a redrawn picture has besides its bytes. */
const DRAWN = { type: 'image/png', width: 1, height: 1, thumbnail: 'data:' } as const;

let test: TestApp;
let owner: AccountBrowser;
beforeAll(async () => {
  test = await createTestApp();
  owner = await openOwner(test);
});
afterAll(() => test.app.close());

const upload = (picture: Buffer, type: string | null = 'image/png', browser = owner) =>
  browser.call('POST', '/api/admin/logo', undefined, {
    payload: picture,
    headers: { 'x-requested-with': 'savelet', ...(type === null ? {} : { 'content-type': type }) },
  });
const fetchLogo = (hash: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url: `/api/logo/${hash}`, headers: { host: 'localhost', ...headers } });

const added = async (picture: Buffer, type?: string | null) => {
  const answer = await upload(picture, type);
  expect(answer).toMatchObject({ status: 200 });
  const logo = storedPictureSchema.parse(answer.body);
  const full = (await fetchLogo(logo.hash)).rawPayload;
  expect(full).toHaveLength(logo.bytes);
  const small = Buffer.from(logo.dataUrl.split(',')[1] ?? '', 'base64');
  return { logo, full, small };
};

describe('POST /api/admin/logo', { timeout: PICTURE_TIMEOUT_MS }, () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('re-encodes a %s', async (format) => {
    const { logo, full, small } = await added(
      await stripes(1_500, 900).toFormat(format).toBuffer(),
      'text/html',
    );
    expect([logo.width, logo.height]).toEqual([LOGO_EDGE_MAX_PX, 614]);
    expect(await sharp(full).metadata()).toMatchObject({
      width: LOGO_EDGE_MAX_PX,
      height: 614,
    });
    expect(await sharp(small).metadata()).toMatchObject({ width: 256, height: 154 });
  });

  it('accepts a file whose type the browser does not know, and does not enlarge small ones', async () => {
    const { logo } = await added(await stripes(20, 10).png().toBuffer(), null);
    expect([logo.width, logo.height]).toEqual([20, 10]);
  });

  it('rotates a picture upright and removes all other metadata', async () => {
    const exif = { IFD0: { Artist: 'Ann', Copyright: HOSTILE }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const picture = await stripes(60, 20).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { logo, full } = await added(picture);
    expect([logo.width, logo.height]).toEqual([20, 60]);
    const { exif: left, icc, orientation } = await sharp(full).metadata();
    expect([left, icc, orientation]).toEqual([undefined, undefined, undefined]);
  });

  it('creates a small version of any picture that fits the page', async () => {
    const { logo } = await added(await noise(1_200, 1_200).png().toBuffer());
    expect(logo.dataUrl.length).toBeLessThanOrEqual(LOGO_DATA_URL_MAX_CHARACTERS);
    expect((await fetchLogo(logo.hash)).headers['content-type']).toBe('image/webp');
  });

  it('keeps nothing of a file that is another format as well', async () => {
    for (const [name, picture] of Object.entries(await polyglots())) {
      expect(picture.includes(HOSTILE), name).toBe(true);
      const { full, small } = await added(picture);
      expect([full.includes('script'), small.includes('script')], name).toEqual([false, false]);
      expect(full.includes('PK\x03\x04'), name).toBe(false);
    }
  });

  it('rejects files that are not a complete picture, with the specified sentence', async () => {
    const [jpeg, png, webp] = await Promise.all([
      noise(200, 200).jpeg().toBuffer(),
      noise(200, 200).png().toBuffer(),
      noise(200, 200).webp().toBuffer(),
    ]);
    const cases: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      'an SVG': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
      'an SVG after a declaration': Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
      ),
      'a page': Buffer.from(`<html>${HOSTILE}</html>`),
      'a PDF': Buffer.from('%PDF-1.7\n1 0 obj'),
      'a TIFF': await stripes(20, 20).tiff().toBuffer(),
      'a HEIC by name': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1'),
      'an AVIF by name': Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1'),
      zeros: Buffer.alloc(1_000),
      'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
      'half a PNG': png.subarray(0, png.length / 2),
      'half a WebP': webp.subarray(0, webp.length / 2),
      'a GIF’s beginning': Buffer.from('GIF89a'),
      'a PNG’s beginning and a page': Buffer.concat([png.subarray(0, 40), Buffer.from(HOSTILE)]),
      'a script after a GIF’s name': Buffer.from(`GIF89a=1;${HOSTILE}`),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      const { status, code, detail } = await upload(bytes);
      expect([name, status, code, detail]).toEqual([
        name,
        415,
        'logo_invalid',
        'Please select a valid image file',
      ]);
    }
  });

  it('rejects truncated pictures and bombs without allocating memory for them', async () => {
    const bombs: Record<string, Buffer> = {
      'a PNG of 50,000 by 50,000': createTruncatedPng(50_000, 50_000),
      'a PNG of 25 million pixels that are not there': createTruncatedPng(5_000, 5_000),
      'an AVIF of 9 million pixels': await plain(3_000, 3_000).avif({ effort: 0 }).toBuffer(),
      'a progressive JPEG of 20 million pixels': await plain(5_000, 4_000)
        .jpeg({ progressive: true })
        .toBuffer(),
    };
    const frames: Record<string, Buffer> = {
      'an APNG of 10,000 frames': animatedPng(10_000),
      'a GIF of 300,000 frames': animatedGif(300_000, 100),
      'a PNG of 25 million pixels': await plain(5_000, 5_000).png().toBuffer(),
    };
    const before = process.memoryUsage.rss();
    let most = before;
    const observeMemory = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 10);
    for (const [name, bytes] of Object.entries(bombs))
      expect([name, (await upload(bytes)).code]).toEqual([name, 'logo_invalid']);
    for (const [name, bytes] of Object.entries(frames))
      expect([name, (await upload(bytes)).status]).toEqual([name, 200]);
    clearInterval(observeMemory);
    expect(most - before).toBeLessThan(MEMORY_GROWTH_MAX_BYTES);
  });

  it('accepts 5,242,880 bytes and not one more', async () => {
    const picture = await stripes(64, 64).jpeg().toBuffer();
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    expect((await upload(padded(LOGO_MAX_BYTES))).status).toBe(200);
    const { status, code, detail } = await upload(padded(LOGO_MAX_BYTES + 1));
    expect([status, code, detail]).toEqual([413, 'logo_too_large', 'Image size must be less than 5MB']);
  });

  it("is for administrators, and only from the site's own pages", async () => {
    const picture = await stripes(20, 20).png().toBuffer();
    expect((await upload(picture, 'image/png', openBrowser(test))).code).toBe('signed_out');
    const foreign = await owner.call('POST', '/api/admin/logo', undefined, {
      payload: picture,
      headers: { 'content-type': 'image/png' },
    });
    expect(foreign.status).toBe(415);
    expect(foreign.code).toBe('body_type_unsupported');
  });
});

describe('a logo', { timeout: PICTURE_TIMEOUT_MS }, () => {
  it('is served with an immutable cache header, as a picture and nothing else', async () => {
    const { logo } = await added(await stripes(30, 30).png().toBuffer());
    const answer = await fetchLogo(logo.hash);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const again = await fetchLogo(logo.hash, { 'if-none-match': String(answer.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await fetchLogo(logo.hash, {}, 'HEAD')).headers['content-length']).toBe(String(logo.bytes));
    for (const unknown of ['0'.repeat(64), logo.hash.toUpperCase(), 'x', '..%2f..%2fetc%2fpasswd'])
      expect((await fetchLogo(unknown)).json()).toMatchObject({ status: 404, code: 'logo_unknown' });
  });

  it('is drawn whole in the middle of square icons, whatever its shape', async () => {
    const pictures = {
      wide: await stripes(400, 100).png().toBuffer(),
      tall: await stripes(30, 90).jpeg().toBuffer(),
      huge: await noise(1_200, 600).webp().toBuffer(),
      moving: animatedGif(3, 40),
    };
    const edges = {
      'favicon.png': 64,
      'apple-touch-icon.png': 180,
      'icon-192.png': 192,
      'icon-512.png': 512,
    };
    for (const [shape, picture] of Object.entries(pictures)) {
      const { logo } = await added(picture);
      for (const [name, edge] of Object.entries(edges)) {
        const answer = await fetchLogo(`${logo.hash}/${name}`);
        expect([shape, name, answer.statusCode]).toEqual([shape, name, 200]);
        const { width, height, format } = await sharp(answer.rawPayload).metadata();
        expect([shape, name, width, height, format]).toEqual([shape, name, edge, edge, 'png']);
      }
    }
    const { logo } = await added(pictures.wide);
    const pixelsOf = async (name: string) => {
      const { data, info } = await sharp((await fetchLogo(`${logo.hash}/${name}`)).rawPayload)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
      ];
    };
    const favicon = await pixelsOf('favicon.png');
    expect(favicon(32, 4)).toEqual([0, 0, 0, 0]);
    expect(favicon(8, 28)[3]).toBe(255);
    // Systems fill transparent parts of these two with black, or cut off the corners.
    const maskable = await pixelsOf('icon-maskable-512.png');
    expect([maskable(0, 0), maskable(256, 100)]).toEqual([
      [250, 250, 247, 255],
      [250, 250, 247, 255],
    ]);
    expect((await pixelsOf('apple-touch-icon.png'))(5, 90)).toEqual([250, 250, 247, 255]);
  });

  it('fills its icons if it is a square without transparency', async () => {
    const { logo } = await added(await stripes(80, 80).png().toBuffer());
    const touch = sharp((await fetchLogo(`${logo.hash}/apple-touch-icon.png`)).rawPayload);
    const { data } = await touch.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 40, 255]);
  });

  it('draws its icons once, and those of no other hash', async () => {
    let drawn = 0;
    const store = createLogoStore(test.database, undefined, undefined, async (bytes) => {
      drawn += 1;
      return Object.fromEntries(LOGO_ICON_NAMES.map((name) => [name, bytes])) as LogoIcons;
    });
    const { logo } = await added(await stripes(20, 40).png().toBuffer());
    await Promise.all(LOGO_ICON_NAMES.map((name) => store.findIcon(logo.hash, name)));
    expect(drawn).toBe(1);
    expect(await store.findIcon('0'.repeat(64), 'favicon.png')).toBeNull();
    for (const unknown of [`${logo.hash}/icon-7.png`, `${'0'.repeat(64)}/favicon.png`])
      expect((await fetchLogo(unknown)).json()).toMatchObject({ status: 404, code: 'logo_unknown' });
  });

  it('is saved by its hash, shown as its small version, and announced to open pages', async () => {
    const { logo } = await added(await stripes(50, 50).png().toBuffer());
    const { revision } = test.settings.current();
    const saved = await owner.call('PATCH', '/api/admin/settings', { revision, change: { logo: logo.hash } });
    expect(saved.body).toMatchObject({ site: { logo: logo.dataUrl }, logo });
    expect(test.settings.current().logo).toBe(logo.dataUrl);
    const removed = await owner.call('PATCH', '/api/admin/settings', {
      revision: revision + 1,
      change: { logo: null },
    });
    expect(removed.body).toMatchObject({ site: { logo: null }, logo: null });
    const past = await owner.call('GET', `/api/admin/revisions/${revision + 1}`);
    expect(past.body).toMatchObject({ site: { logo: logo.dataUrl } });
  });

  it('is kept while a revision refers to it or it was just uploaded', async () => {
    const { logo } = await added(await stripes(70, 70).png().toBuffer());
    const { revision } = test.settings.current();
    await owner.call('PATCH', '/api/admin/settings', { revision, change: { logo: logo.hash } });
    let now = Date.now();
    let made = 0;
    const store = createLogoStore(
      test.database,
      async () => ({ ...DRAWN, bytes: Buffer.from(`picture ${made++}`) }),
      () => now,
    );
    const hashes: string[] = [];
    for (let count = 0; count < LOGO_UNUSED_MAX + 2; count += 1) {
      now += 1_000;
      const one = await store.add(Buffer.from('x'));
      if (one.ok) hashes.push(one.logo.hash);
    }
    const there = async (hash: string | undefined) => (await store.find(hash ?? '')) !== null;
    expect(await Promise.all(hashes.map(there))).toEqual(hashes.map((_, at) => at > 1));
    now += LOGO_UNUSED_RETENTION_MS + 1;
    await store.add(Buffer.from('x'));
    expect(await Promise.all(hashes.map(there))).toEqual(hashes.map(() => false));
    expect(await there(logo.hash)).toBe(true);
  });

  it('is kept for another day when the same picture is uploaded again', async () => {
    let now = Date.now();
    const store = createLogoStore(
      test.database,
      async (sent) => ({ ...DRAWN, bytes: sent }),
      () => now,
    );
    const again = await store.add(Buffer.from('uploaded twice'));
    if (!again.ok) throw new Error(again.code);
    now += LOGO_UNUSED_RETENTION_MS;
    await store.add(Buffer.from('uploaded twice'));
    now += LOGO_UNUSED_RETENTION_MS;
    await store.add(Buffer.from('uploaded once'));
    expect(await store.find(again.logo.hash)).not.toBeNull();
  });
});
