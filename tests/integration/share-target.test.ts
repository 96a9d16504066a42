import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageCache } from '../../src/server/site/pages/page-cache.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const VIDEO = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const URLENCODED = 'application/x-www-form-urlencoded';
const BOUNDARY = '----WebKitFormBoundaryX7Yz';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const ASSETS = {
  themeScript: { src: '/theme.js', integrity: '' },
  scripts: [],
  inlineStyle: null,
  styles: [],
  fonts: [],
};

/** Creates an app whose pages say what they were rendered from. */
const createApp = (environment: Record<string, string> = {}): Promise<TestApp> =>
  createTestApp({ ENGINES: 'sample', ...environment }, (settings) =>
    createPageCache(
      ({ addressLink = 'none', isShared = false }) => `${isShared ? 'shared' : 'own'}: ${addressLink}`,
      settings,
      { assets: ASSETS, publicUrl: 'http://127.0.0.1:3000', previewsPerMinute: 20 },
      () => "default-src 'none'",
    ),
  );

let test: TestApp;
beforeAll(async () => {
  test = await createApp();
});
afterAll(() => test.app.close());

const send = (
  payload: string,
  type = URLENCODED,
  { app }: Pick<TestApp, 'app'> = test,
  path = '/share',
  host = 'localhost:3000',
) => app.inject({ method: 'POST', url: path, payload, headers: { host, 'content-type': type } });
const urlencoded = (fields: Record<string, string>): string => String(new URLSearchParams(fields));
const multipart = (fields: Record<string, string>): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

describe.each([
  ['multipart', MULTIPART, multipart],
  ['urlencoded', URLENCODED, urlencoded],
] as const)('POST /share, %s', (_name, type, encode) => {
  it.each([
    ['the link', { title: 'A reel', text: 'Look', url: VIDEO }, VIDEO],
    ['the text', { title: 'A reel', text: `Look 🙂 ${VIDEO}`, url: '' }, `Look 🙂 ${VIDEO}`],
    ['the title', { title: VIDEO, text: 'Look', url: 'https://evil.example/' }, VIDEO],
    ['the only field', { text: VIDEO }, VIDEO],
  ])('finds the link in %s', async (_field, fields, link) => {
    const page = await send(encode(fields), type);
    expect([page.statusCode, page.body]).toEqual([200, `shared: ${link}`]);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'",
    });
  });

  it('hands over a text without a link too, escaped, so that the form says what is wrong', async () => {
    const page = await send(encode({ text: '"><script>alert(1)</script>' }), type);
    expect(page.body).toBe('shared: &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it.each([
    ['no field', {}],
    ['blanks', { title: ' ', text: '\n', url: '' }],
    ['other fields', { link: VIDEO, __proto__x: 'y' }],
  ])('leads to the form with %s', async (_what, fields) => {
    const answer = await send(encode(fields), type);
    expect([answer.statusCode, answer.headers['location'], answer.body]).toEqual([303, '/', '']);
  });

  it('leads to the form with more than a share can be', async () => {
    const answer = await send(encode({ text: 'x'.repeat(40_000) }), type);
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/']);
  });
});

describe('POST /share', () => {
  it('ignores a file in place of a text', async () => {
    const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="text"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${VIDEO}\r\n--${BOUNDARY}--\r\n`;
    expect((await send(file, MULTIPART)).statusCode).toBe(303);
  });

  it.each([
    ['a broken body', 'no boundary at all', MULTIPART],
    ['no boundary', multipart({ text: VIDEO }), 'multipart/form-data'],
    ['no body', '', URLENCODED],
  ])('leads to the form with %s', async (_what, payload, type) => {
    expect((await send(payload, type)).statusCode).toBe(303);
  });

  it.each(['application/json', 'text/plain', 'image/png'])('refuses %s', async (type) => {
    expect((await send(`{"text":"${VIDEO}"}`, type)).statusCode).toBe(415);
  });

  it('shows the notice during maintenance, without the text', async () => {
    const closed = await createApp();
    await closed.settings.change({ maintenance: true });
    const page = await send(urlencoded({ text: VIDEO }), URLENCODED, closed);
    expect([page.statusCode, page.headers['retry-after'], page.body]).toEqual([503, '60', 'own: none']);
    await closed.app.close();
  });

  it('works below a path', async () => {
    const below = await createApp({ PUBLIC_URL: 'https://harbour.example/savelet/' });
    const post = (text: string) =>
      send(multipart({ text }), MULTIPART, below, '/savelet/share', 'harbour.example');
    expect((await post(VIDEO)).body).toBe(`shared: ${VIDEO}`);
    expect((await post('')).headers['location']).toBe('/savelet/');
    await below.app.close();
  });

  it('takes no preview of a visitor, requests no post and logs no link', async () => {
    const logged = await createApp({ PREVIEWS_PER_MINUTE: '1' });
    for (let round = 0; round < 3; round += 1) {
      const page = await send(urlencoded({ text: VIDEO }), URLENCODED, logged);
      expect(page.statusCode).toBe(200);
      expect(page.headers).not.toHaveProperty('ratelimit');
    }
    const log = logged.log();
    await logged.app.close();
    expect(log).toContain('"route":"/share"');
    expect(log).not.toMatch(/7400000000000000001|mock\.user|tiktok\.com/u);
    expect(log).not.toContain('preview answered');
  });
});

describe('the service worker', () => {
  it('follows the settings', async () => {
    const worker = async () =>
      (await test.app.inject({ url: '/service-worker.js', headers: { host: 'localhost:3000' } })).body;
    expect(await worker()).toBe('// the worker of Savelet');
    await test.settings.change({ title: 'Harbour' });
    expect(await worker()).toBe('// the worker of Harbour');
  });
});
