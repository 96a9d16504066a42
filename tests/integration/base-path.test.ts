import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import { openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp(
    { PUBLIC_URL: 'https://harbour.example/savelet/', ENGINES: 'sample' },
    undefined,
    { hasher: createPasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 }) },
  );
});
afterAll(() => test.app.close());

const ask = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { host: 'harbour.example', ...headers } });
const pageAt = async (url: string): Promise<[number, string]> => {
  const { statusCode, body } = await ask(url);
  return [statusCode, body];
};

describe('a site below a path', () => {
  it.each(['/savelet/', '/savelet', '/savelet?url=x', '/', 'https://harbour.example/savelet/'])(
    'answers %s with the page, whether or not the proxy passes the path on',
    async (url) => expect(await pageAt(url)).toEqual([200, 'the page']),
  );

  it('does not answer for a path that only begins alike', async () => {
    expect((await pageAt('/savelets/'))[0]).toBe(404);
    expect((await pageAt('/savelet/savelet/'))[0]).toBe(404);
    expect((await ask('/savelet/', { host: 'elsewhere.example' })).statusCode).toBe(421);
    expect(await pageAt('/savelet/p/DMocksFive1/')).toEqual([200, 'the page']);
  });

  it.each(['/healthz', '/readyz', '/savelet/healthz'])(
    'answers %s under any host, as the check of a container asks',
    async (url) => expect((await ask(url, { host: '10.0.0.7:3000' })).statusCode).toBe(200),
  );

  it.each([
    ['/savelet/help/', '/savelet/help'],
    ['/savelet/preview', '/savelet/'],
    ['/savelet/share', '/savelet/'],
    ['/savelet/favicon.ico', '/savelet/apple-touch-icon.png'],
  ])('redirects %s to %s', async (url, to) => expect((await ask(url)).headers['location']).toBe(to));

  it('describes itself with its path', async () => {
    const manifest = (await ask('/savelet/site.webmanifest')).json<Record<string, unknown>>();
    expect(manifest).toMatchObject({
      id: '/savelet/',
      start_url: '/savelet/',
      scope: '/savelet/',
      share_target: { action: '/savelet/share' },
    });
    expect(JSON.stringify(manifest['icons'])).toContain('"src":"/savelet/icon-192.png"');
    const robots = (await ask('/savelet/robots.txt')).body;
    expect(robots).toContain('Disallow: /savelet/api\n');
    expect(robots).toContain('Sitemap: https://harbour.example/savelet/sitemap.xml\n');
    expect((await ask('/savelet/sitemap.xml')).body).toContain(
      '<loc>https://harbour.example/savelet/help</loc>',
    );
    expect((await ask('/savelet/api/openapi.json')).json()).toMatchObject({
      servers: [{ url: '/savelet' }],
      components: { securitySchemes: { session: { name: '__Secure-sid' } } },
    });
  });

  it('answers a preview with links that lead to its files', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/savelet/api/preview',
      headers: { host: 'harbour.example' },
      payload: { url: '/?sample=clip' },
    });
    const { thumbnail, qualities } = answer.json<{ thumbnail: string; qualities: { url: string }[] }>();
    for (const url of [thumbnail, ...qualities.map((quality) => quality.url)]) {
      expect(url).toMatch(/^\/savelet\/api\/media\/[\w.-]+$/u);
      expect((await ask(url, { range: 'bytes=0-9' })).statusCode).toBe(206);
    }
  });

  it('keeps its sessions and its logo below the path', async () => {
    const owner = await openOwner(test);
    expect([...owner.jar.keys()].sort()).toEqual(['__Secure-dev', '__Secure-sid']);
    const other = openBrowser(test);
    const { setCookies } = await other.call('POST', '/savelet/api/auth/sign-up', {
      name: 'Carl',
      email: 'carl@mail.example',
      password: 'blue kettle 42',
    });
    for (const line of setCookies)
      expect(line).toMatch(/^__Secure-(?:sid|dev)=.*; Path=\/savelet; .*Secure/u);
    const out = await other.call('POST', '/savelet/api/auth/sign-out');
    expect(out.setCookies[0]).toMatch(/^__Secure-sid=; Max-Age=0; Path=\/savelet; /u);
    expect(other.jar.has('__Secure-sid')).toBe(false);
    const { logoPath } = await test.settings.change({ logo: PIXEL });
    expect(logoPath).toMatch(/^\/savelet\/api\/logo\/[0-9a-f]+$/u);
    expect((await ask(logoPath ?? '')).headers['content-type']).toBe('image/png');
    const settings = await owner.call('GET', '/savelet/api/admin/settings');
    expect(settings.body).toMatchObject({ site: { logoPath } });
  });
});
