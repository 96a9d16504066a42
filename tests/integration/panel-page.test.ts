import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionTitles } from '#messages/section-titles.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.app.close());

const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  test.app.inject({ method, url, headers: { host: '127.0.0.1:3000' } });

describe('the URLs of the panel', () => {
  it.each([
    '/admin',
    '/admin/',
    '/admin/login',
    '/admin/signup?setup=a-code',
    ...Object.keys(sectionTitles).map((section) => `/admin/${section}`),
  ])("return the panel's page: %s", async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers['content-security-policy']).toBeDefined();
    expect(answer.headers['etag']).toBeUndefined();
  });

  it.each(['/admin/nowhere', '/admin/general/more'])('return 404 where there is no page: %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  it('are read-only', async () => {
    expect((await get('/admin/general', 'HEAD')).statusCode).toBe(200);
    const answer = await get('/admin/general', 'POST');
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });
});
