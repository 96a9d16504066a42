import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANVAS_COLORS } from '#shared/sharing.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const FILES = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/service-worker.js'] as const;
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const STATIC = path.resolve(import.meta.dirname, '../../src/web/static');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    PUBLIC_URL: 'https://harbour.example',
    PROVIDER_HOST: 'https://api.example.com',
    PROVIDER_API_KEY: 'key-of-the-owner',
  });
});
afterAll(() => test.app.close());

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  test.app.inject({ url, method, headers: { host: 'harbour.example', ...headers } });

/** Reads width, height and transparency from the head of a PNG. */
const readPng = async (name: string) => {
  const bytes = await readFile(path.join(STATIC, name));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
};

describe('the static files beside the page', () => {
  it('tell crawlers what they may visit', async () => {
    const answer = await ask('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.split('\n')).toEqual([
      'User-agent: *',
      'Allow: /',
      'Disallow: /admin',
      'Disallow: /api',
      'Disallow: /*?url=',
      '',
      'Sitemap: https://harbour.example/sitemap.xml',
      '',
    ]);
  });

  it('list the page with the time of its last change', async () => {
    const answer = await ask('/sitemap.xml');
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(answer.body).toContain(
      `<url><loc>https://harbour.example/</loc><lastmod>${test.settings.current().updatedAt}</lastmod></url>`,
    );
    for (const path of ['status', 'help', 'legal/privacy', 'legal/terms', 'legal/dmca', 'legal/copyright'])
      expect(answer.body).toContain(`<url><loc>https://harbour.example/${path}</loc></url>`);
    expect(answer.body.match(/<url>/gu)).toHaveLength(7);
  });

  it('make the page installable, and a share target', async () => {
    const answer = await ask('/site.webmanifest');
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(answer.body);
    expect(manifest).toMatchObject({
      name: 'Savelet',
      start_url: '/',
      display: 'standalone',
      theme_color: '#fafaf7',
      background_color: '#fafaf7',
    });
    expect(manifest.share_target).toEqual({
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url' },
    });
    expect(manifest.icons).toHaveLength(3);
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await readPng(src);
      expect(`${width}x${height}`, src).toBe(sizes);
    }
  });

  it('follow the settings at once', async () => {
    const before = (await ask('/site.webmanifest')).headers['etag'];
    await test.settings.change({ title: 'Pier “7” & Co' });
    const answer = await ask('/site.webmanifest', { 'if-none-match': String(before) });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ name: 'Pier “7” & Co', short_name: 'Pier “7” & Co' });
    expect((await ask('/sitemap.xml')).body).toContain(test.settings.current().updatedAt);
  });

  it("name icons drawn from the owner's logo, if there is one", async () => {
    const iconsOf = async () =>
      (JSON.parse((await ask('/site.webmanifest')).body) as { icons: { src: string; sizes: string }[] })
        .icons;
    const { logoPath } = await test.settings.change({ logo: PIXEL });
    const icons = await iconsOf();
    expect(icons.map(({ src }) => src)).toEqual(
      ['icon-192.png', 'icon-512.png', 'icon-maskable-512.png'].map((name) => `${logoPath}/${name}`),
    );
    for (const { src, sizes } of icons) {
      const bytes = (await ask(src)).rawPayload;
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
    await test.settings.change({ logo: null });
    expect((await iconsOf())[0]).toMatchObject({ src: '/icon-192.png' });
  });

  it.each(FILES)('%s is revalidated, answered 304 when unchanged, and contains no secret', async (file) => {
    const answer = await ask(file);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    const again = await ask(file, { 'if-none-match': String(answer.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask(file, {}, 'HEAD')).statusCode).toBe(200);
    expect((await ask(file, {}, 'POST')).statusCode).toBe(405);
    expect(answer.body).not.toMatch(/key-of-the-owner|api\.example/);
  });

  it('are pictures of the size their tags declare, and small', async () => {
    const share = await readPng('og.png');
    expect(share).toMatchObject({ width: 1_200, height: 630 });
    expect(share.bytes).toBeLessThan(80 * 1024);
    expect(await readPng('apple-touch-icon.png')).toMatchObject({ width: 180, height: 180 });
  });
});

describe('everything except the page', () => {
  it('asks not to be indexed', async () => {
    for (const url of ['/api/site', '/api/status', '/api/nowhere', '/api/media/abc'])
      expect((await ask(url)).headers['x-robots-tag'], url).toBe('noindex');
    expect((await ask('/')).headers['x-robots-tag']).toBeUndefined();
  });
});

describe('the canvas colours', () => {
  it("equal the design's", async () => {
    const theme = await readFile(path.resolve(STATIC, '../theme.ts'), 'utf8');
    for (const color of Object.values(CANVAS_COLORS)) expect(theme).toContain(`'${color}'`);
  });
});
