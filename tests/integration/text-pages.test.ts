import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT_PAGES, textPagePath } from '#shared/contract/legal-texts.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.app.close());

const ask = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' = 'GET',
) => test.app.inject({ url, method, headers: { host: 'localhost', ...headers } });

describe.each(TEXT_PAGES.map((page) => [textPagePath(page), page] as const))('%s', (path, page) => {
  it('is a page with a policy, revalidated, and 304 when unchanged', async () => {
    const answer = await ask(path);
    expect([answer.statusCode, answer.body]).toEqual([200, `the page ${page} `]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('x-robots-tag');
    const again = await ask(path, { 'if-none-match': String(answer.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['content-security-policy']).toBe("default-src 'none'");
    const head = await ask(path, {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', answer.headers['etag']]);
  });

  it('is sent compressed as the browser allows', async () => {
    const brotli = await ask(path, { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(`the page ${page} `);
    const gzip = await ask(path, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(`the page ${page} `);
  });

  it('answers no other method', async () => {
    for (const method of ['POST', 'PUT'] as const) {
      const answer = await ask(path, {}, method);
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });
});

it.each([
  '/legal',
  '/legal/',
  '/legal/imprint',
  '/legal/privacy/more',
  '/help/iphone',
  '/legal/%70rivacy%00',
])('%s is no page', async (path) => {
  const answer = await ask(path);
  expect([answer.statusCode, answer.body]).toEqual([404, "This page isn't here"]);
});

it.each([...TEXT_PAGES.map(textPagePath), '/status'])('%s/ leads to the page', async (path) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await ask(`${path}/?from=a`, {}, method);
    expect([answer.statusCode, answer.headers['location'], answer.body]).toEqual([308, `${path}?from=a`, '']);
  }
  expect((await ask(`${path}/`, {}, 'POST')).statusCode).toBe(404);
});

it.each(['//help/', '/help//', '/%2F/', '/api/status/', '/legal/imprint/'])(
  '%s is no page either',
  async (path) => expect((await ask(path)).statusCode).toBe(404),
);

it('show the owner’s text from the next request on, and the default again without one', async () => {
  const before = (await ask('/legal/dmca')).headers['etag'];
  await test.settings.change({ dmcaText: '<p>Ours</p><script>a()</script>' });
  const changed = await ask('/legal/dmca', { 'if-none-match': String(before) });
  expect([changed.statusCode, changed.body]).toEqual([200, 'the page dmca <p>Ours</p>']);
  await test.settings.change({ dmcaText: '' });
  expect((await ask('/legal/dmca')).body).toBe('the page dmca ');
});

it('stay readable during maintenance', async () => {
  await test.settings.change({ maintenance: true });
  expect((await ask('/')).statusCode).toBe(503);
  for (const page of TEXT_PAGES) expect((await ask(textPagePath(page))).statusCode).toBe(200);
  await test.settings.change({ maintenance: false });
});
