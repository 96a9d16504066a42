import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewPageInput } from '#shared/contract/page.ts';
import { postSchema } from '#shared/contract/preview.ts';
import { findSample } from '../../src/server/engines/sample/find-sample.ts';
import { describeSampleClip } from '../../src/server/engines/sample/sample-engine.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const VIDEO = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const OWN = { host: 'localhost:3000', origin: 'null', 'sec-fetch-site': 'same-origin' };
const FORM = { ...OWN, 'content-type': 'application/x-www-form-urlencoded' };

let mockPlatforms: MockPlatforms;
let test: TestApp;
const environment = () => ({ ENGINES: 'native,sample', UPSTREAM_ROUTES: mockPlatforms.routes });
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  test = await createTestApp(environment());
});
afterAll(async () => {
  await test.app.close();
  await mockPlatforms.close();
});

const send = async (
  payload: string,
  headers: Readonly<Record<string, string>> = FORM,
  { app }: Pick<TestApp, 'app'> = test,
) => app.inject({ method: 'POST', url: '/preview', payload, headers });
const sendLink = (url: string, more: Pick<TestApp, 'app'> = test) =>
  send(String(new URLSearchParams({ url, type: 'video' })), FORM, more);
/** Returns what the page was rendered from; the test app writes it instead of a document. */
const inputOf = ({ body }: { readonly body: string }) =>
  JSON.parse(body) as Pick<PreviewPageInput, 'answer' | 'link'>;

describe('POST /preview', () => {
  it('answers a link with a page of its post, which is neither stored nor indexed', async () => {
    const page = await sendLink(VIDEO);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'",
    });
    expect(page.headers['ratelimit']).toContain('"minute";r=');
    expect(inputOf(page)).toMatchObject({
      link: VIDEO,
      answer: { kind: 'post', post: { username: 'mock.user' } },
    });
  });

  it('finds the link in a pasted sentence, as the form with scripts does', async () => {
    const page = await sendLink(`Look at this: ${VIDEO} 🙂`);
    expect(page.statusCode).toBe(200);
    expect(inputOf(page).link).toBe(`Look at this: ${VIDEO} 🙂`);
  });

  it.each([
    ['nothing', '', 'empty'],
    ['blanks', '  \n ', 'empty'],
    ['a word', 'hello', 'invalid'],
    ['another site', 'https://www.youtube.com/watch?v=abc', 'invalid'],
    ['an address inside', 'http://127.0.0.1/p/CxAbCdEfGhI/', 'invalid'],
  ])('says what is wrong with %s', async (_name, text, reason) => {
    const page = await sendLink(text);
    expect(page.statusCode).toBe(400);
    expect(inputOf(page)).toEqual({ link: text, answer: { kind: 'invalid', reason } });
  });

  it.each([
    ['page-gone', 404, 'gone', 'Post not found. The video may have been deleted or the URL is incorrect.'],
    [
      'page-private',
      403,
      'private',
      'This post is private or restricted. Only public posts can be downloaded.',
    ],
  ])('answers %s with its status and sentence, and keeps the link', async (fault, status, code, message) => {
    const page = await sendLink(faultLink(fault));
    expect(page.statusCode).toBe(status);
    expect(inputOf(page)).toEqual({
      link: faultLink(fault),
      answer: { kind: 'failed', code, message, reference: expect.any(String) },
    });
  });

  it('shares the budget of the API, and says when to try again', async () => {
    const limited = await createTestApp({ ...environment(), PREVIEWS_PER_MINUTE: '2' });
    expect((await sendLink(VIDEO, limited)).statusCode).toBe(200);
    const api = await limited.app.inject({
      method: 'POST',
      url: '/api/preview',
      payload: { url: VIDEO },
      headers: { host: 'localhost:3000' },
    });
    expect(api.statusCode).toBe(200);
    // Neither of these may count: no link was looked up.
    await sendLink('hello', limited);
    await send('url=x', { ...FORM, 'sec-fetch-site': 'cross-site' }, limited);
    const page = await sendLink(VIDEO, limited);
    expect(page.statusCode).toBe(429);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(inputOf(page).answer).toMatchObject({
      kind: 'failed',
      code: 'rate_limited',
      retryAfter: expect.any(Number),
      ownLimit: true,
    });
    await limited.app.close();
  });

  it('shows the maintenance notice instead', async () => {
    const closed = await createTestApp(environment());
    await closed.settings.change({ maintenance: true });
    const page = await sendLink(VIDEO, closed);
    expect(page.statusCode).toBe(503);
    expect(page.headers['retry-after']).toBe('60');
    expect(page.body).toBe('the page');
    await closed.app.close();
  });

  it.each([
    ['a page of another site', { ...FORM, 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { ...FORM, 'sec-fetch-site': 'same-site' }],
    ['another origin', { ...FORM, origin: 'https://evil.example' }],
    ['no browser', { host: OWN.host, 'content-type': FORM['content-type'] }],
  ])('refuses a form from %s', async (_name, headers) => {
    const page = await send(String(new URLSearchParams({ url: VIDEO })), headers);
    expect(page.statusCode).toBe(403);
    expect(inputOf(page)).toMatchObject({ link: '', answer: { kind: 'failed', code: 'origin_foreign' } });
  });

  it('takes forms only, of a limited length', async () => {
    const long = await send(String(new URLSearchParams({ url: 'x'.repeat(40_000) })));
    expect(long.statusCode).toBe(413);
    expect(inputOf(long).answer).toEqual({ kind: 'invalid', reason: 'invalid' });
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const other = await send('{"url":"x"}', { ...OWN, 'content-type': type });
      expect(other.statusCode, type).toBe(415);
    }
    const api = await test.app.inject({
      method: 'POST',
      url: '/api/preview',
      payload: 'url=x',
      headers: FORM,
    });
    expect(api.statusCode).toBe(415);
  });

  it.each([
    'url=%E0%A4%A',
    'url=%00',
    'url[]=a&url[$ne]=b',
    '__proto__=x&constructor=y',
    'type=nothing',
    '&&&===',
  ])('answers the odd body %j like a form without a link', async (body) => {
    const page = await send(body, { ...FORM, 'content-type': `${FORM['content-type']}; charset=UTF-8` });
    expect(page.statusCode).toBe(400);
    expect(inputOf(page).answer).toMatchObject({ kind: 'invalid' });
  });

  it('logs no link', async () => {
    const logged = await createTestApp(environment());
    await sendLink(VIDEO, logged);
    await sendLink(faultLink('page-gone'), logged);
    const log = logged.log();
    await logged.app.close();
    expect(log).toContain('"route":"/preview"');
    expect(log).toContain('"code":"gone"');
    expect(log).not.toContain('7400000000000000001');
    expect(log).not.toContain('DFault');
  });
});

describe('GET /preview', () => {
  it.each(['GET', 'HEAD'] as const)('leads to the form (%s)', async (method) => {
    const { statusCode, headers } = await test.app.inject({
      method,
      url: '/preview',
      headers: { host: OWN.host },
    });
    expect(statusCode).toBe(303);
    expect(headers).toMatchObject({ location: '/', 'cache-control': 'no-store' });
  });
});

describe('the sample post that the public page draws', () => {
  it('has the labels and sizes of its preview, which are those of the files', async () => {
    const preview = await test.app.inject({
      method: 'POST',
      url: '/api/preview',
      payload: { url: '/?sample=clip' },
      headers: { host: OWN.host },
    });
    const { duration, qualities } = postSchema.parse(preview.json());
    const drawn = describeSampleClip();
    expect(drawn).toEqual({
      duration,
      qualities: qualities.map(({ label, size, sizeKnown }) => ({ label, size, sizeKnown })),
    });
    expect(drawn.qualities.map(({ size }) => size)).toEqual(
      ['clip-1080p.mp4', 'clip-720p.mp4', 'clip-480p.mp4', 'clip.mp3'].map((file) => findSample(file)?.size),
    );
  });
});
