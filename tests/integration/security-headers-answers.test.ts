import { createHash } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import http from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { type InProcessProduct, startInProcessProduct } from '../e2e/in-process-product.ts';
import { LOGO } from '../e2e/pages/site-probe.ts';

const HOST = 'savelet.example';
const VIDEO = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';

/**
 * Headers of every response of the server (docs/http-api.md). Spelled out, so that a change is a deliberate decision.
 */
const EVERYWHERE = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(self), fullscreen=(self)',
};
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const hashed = String.raw`'sha256-[\w+/]{43}='`;
const documentPolicy = (trustedTypes: string, styles = `'self' ${hashed}`) =>
  expect.stringMatching(
    new RegExp(
      `^default-src 'none'; script-src 'self' ${hashed}; style-src ${styles}; img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ${trustedTypes}; upgrade-insecure-requests$`,
    ),
  );

const page = {
  ...EVERYWHERE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': documentPolicy('site-content built-files'),
  'cache-control': 'no-cache',
  vary: 'accept-encoding, cookie',
};
/** At an address that may tell what the visitor wants: no style is in the page. */
const linked = { ...page, 'content-security-policy': documentPolicy('site-content built-files', "'self'") };
const started = { ...linked, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
const status = {
  ...page,
  'content-security-policy': expect.stringMatching(
    new RegExp(
      `^default-src 'none'; script-src ${hashed}; style-src 'self' ${hashed}; .*; require-trusted-types-for 'script'; trusted-types 'none'; upgrade-insecure-requests$`,
    ),
  ),
  vary: 'accept-encoding',
};
const answer = { ...status, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
const panel = {
  ...EVERYWHERE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': documentPolicy('site-content ProseMirrorClipboard', "'self'"),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  vary: 'accept-encoding',
};
const text = (type: string) => ({
  ...EVERYWHERE,
  'content-type': type,
  'content-security-policy': NOTHING_RUNS,
  'cache-control': 'no-cache',
});
const api = {
  ...EVERYWHERE,
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': NOTHING_RUNS,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};
const problem = { ...api, 'content-type': 'application/problem+json; charset=utf-8' };
/** Headers of a call with a limit per visitor. */
const LIMITED = {
  'ratelimit-policy': expect.stringContaining('"minute";q='),
  ratelimit: expect.stringContaining('"minute";r='),
};
const media = (type: string, disposition: 'inline' | 'attachment') => ({
  ...EVERYWHERE,
  'content-type': type,
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-accel-buffering': 'no',
  'content-disposition': expect.stringMatching(new RegExp(`^${disposition}; filename=`)),
});
const asset = (type: string) => ({
  ...EVERYWHERE,
  'content-type': type,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
});
const named = (type: string) => ({ ...asset(type), 'cache-control': 'public, max-age=86400' });

/** Headers about the transport or this one response; they express no policy. */
const OF_THE_COPY = new Set([
  ...['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-range'],
  ...['accept-ranges', 'etag', 'last-modified', 'content-encoding'],
]);

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

let product: InProcessProduct;
/** A preview's first file and its picture, through an engine whose links a browser could open by itself. */
let file: string;
let picture: string;
let built: { script: string; style: string; font: string; panelScript: string };

const ask = async (path: string, { method = 'GET', headers = {}, body }: Asked = {}) => {
  const request = http.request(`${product.origin}${path}`, { method, headers: { host: HOST, ...headers } });
  request.on('error', () => undefined);
  request.end(body);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  let read = '';
  if (answer.headers['content-type'] === 'text/event-stream') answer.destroy();
  else for await (const piece of answer.setEncoding('latin1')) read += String(piece);
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_THE_COPY.has(name));
  return { status: answer.statusCode, headers: Object.fromEntries(kept), body: read };
};
/** What a browser sends with a form on a page of this site, whose referrer policy hides the origin. */
const OWN_FORM = {
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  },
};
/** What a browser sends with a form of another site's page. */
const FOREIGN_FORM = {
  ...OWN_FORM,
  headers: { ...OWN_FORM.headers, origin: 'https://www.instagram.com', 'sec-fetch-site': 'cross-site' },
};
/** The way from a posted form's address to the page. */
const home = { ...EVERYWHERE, 'x-robots-tag': 'noindex', 'cache-control': 'no-store', location: '/' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Every registered route, as the router names it, with its methods. */
const routes = new Map<string, Set<string>>();
const hearRoutes = (message: unknown): void => {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ url, method }) => {
    routes.set(url, new Set([...(routes.get(url) ?? []), ...[method].flat()]));
  });
};

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', hearRoutes);
  product = await startInProcessProduct((mockPlatforms) => ({
    PUBLIC_URL: `https://${HOST}`,
    ENGINES: 'provider,sample',
    PROVIDER_HOST: mockPlatforms.providerHost,
    PROVIDER_API_KEY: mockPlatforms.providerKey,
  }));
  await product.settings.change({ logo: LOGO });
  const previewed = await ask('/api/preview', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ url: VIDEO }),
  });
  const post: Post = postSchema.parse(JSON.parse(previewed.body));
  file = post.qualities[0]?.url ?? '';
  picture = post.thumbnail ?? '';
  const home = await ask('/');
  const admin = await ask('/admin');
  const find = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
  built = {
    script: find(home.body, /<script type="module" [^>]*src="([^"]+)"/),
    style: find(admin.body, /<link rel="stylesheet" href="([^"]+)"/),
    font: find(home.body, /<link rel="preload" href="([^"]+)" as="font"/),
    panelScript: find(admin.body, /<script type="module" [^>]*src="([^"]+)"/),
  };
});
afterAll(() => {
  diagnostics.unsubscribe('fastify.initialization', hearRoutes);
  return product?.stop();
});

type Row = readonly [kind: string, path: () => string, asked: Asked, status: number, headers: object];

/** Every kind of response, by its route as the router names it. */
const ANSWERS: Readonly<Record<string, readonly Row[]>> = {
  '/': [
    ['the public page', () => '/', {}, 200, page],
    ['its head', () => '/', { method: 'HEAD' }, 200, page],
    ['compressed', () => '/', { headers: { 'accept-encoding': 'br' } }, 200, page],
    ['an unknown path', () => '/nowhere', {}, 404, linked],
    ['a link as the path', () => `/${VIDEO}?lang=en`, {}, 200, started],
    ['its head', () => `/${VIDEO}`, { method: 'HEAD' }, 200, started],
    ['a link that is not accepted', () => '/https://evil.example/p/DMocksFive1/', {}, 404, started],
    ['another method', () => '/', { method: 'PUT' }, 405, { ...problem, allow: 'GET, HEAD' }],
    ['another host', () => '/', { headers: { host: 'evil.example' } }, 421, problem],
    ['a path that cannot be decoded', () => '/%zz', {}, 404, linked],
    ['its head', () => '/%zz', { method: 'HEAD' }, 404, linked],
    ['a path that is no UTF-8', () => '/p/%ff%fe/', {}, 404, linked],
    ['a path that cannot be decoded, another method', () => '/%zz', { method: 'POST' }, 404, problem],
  ],
  '/admin': [['the panel', () => '/admin', {}, 200, panel]],
  '/admin/*': [
    ['a section of the panel', () => '/admin/general', {}, 200, panel],
    ['an unknown one', () => '/admin/nowhere', {}, 404, panel],
  ],
  '/status': [
    ['the status page', () => '/status', {}, 200, status],
    ['compressed', () => '/status', { headers: { 'accept-encoding': 'br' } }, 200, status],
  ],
  '/help': [['help', () => '/help', {}, 200, status]],
  '/legal/privacy': [
    ['a legal page', () => '/legal/privacy', {}, 200, status],
    [
      'a legal page, another method',
      () => '/legal/privacy',
      { method: 'POST' },
      405,
      { ...problem, allow: 'GET, HEAD' },
    ],
    ['an unknown legal page', () => '/legal/imprint', {}, 404, linked],
  ],
  '/legal/terms': [['the terms', () => '/legal/terms', {}, 200, status]],
  '/legal/dmca': [['the DMCA page', () => '/legal/dmca', {}, 200, status]],
  '/legal/copyright': [['the copyright page', () => '/legal/copyright', {}, 200, status]],
  '/healthz': [
    ['health', () => '/healthz', { headers: { host: '10.0.0.1' } }, 200, api],
    ['health, another method', () => '/healthz', { method: 'POST' }, 405, { ...problem, allow: 'GET, HEAD' }],
  ],
  '/readyz': [['readiness', () => '/readyz', {}, 200, api]],
  '/metrics': [
    [
      'metrics',
      () => '/metrics',
      { headers: { host: '127.0.0.1:3000' } },
      200,
      { ...api, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    ],
    ['metrics, another method', () => '/metrics', { method: 'HEAD' }, 405, { ...problem, allow: 'GET' }],
    ['metrics, through a proxy', () => '/metrics', {}, 404, linked],
  ],
  '/robots.txt': [['robots', () => '/robots.txt', {}, 200, text('text/plain; charset=utf-8')]],
  '/sitemap.xml': [['site map', () => '/sitemap.xml', {}, 200, text('application/xml; charset=utf-8')]],
  '/site.webmanifest': [
    ['manifest', () => '/site.webmanifest', {}, 200, text('application/manifest+json; charset=utf-8')],
  ],
  '/api/site': [
    ['settings', () => '/api/site', {}, 200, { ...api, 'cache-control': 'no-cache' }],
    ['an unknown call', () => '/api/nowhere', {}, 404, problem],
  ],
  '/api/openapi.json': [
    ['the API’s document', () => '/api/openapi.json', {}, 200, { ...api, 'cache-control': 'no-cache' }],
  ],
  '/api/status': [['status', () => '/api/status', {}, 200, api]],
  '/api/live': [
    [
      'the live stream',
      () => '/api/live',
      {},
      200,
      { ...api, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    ],
    ['its head', () => '/api/live', { method: 'HEAD' }, 405, { ...problem, allow: 'GET' }],
  ],
  '/preview': [
    [
      'the form’s answer',
      () => '/preview',
      { ...OWN_FORM, body: `url=${encodeURIComponent(VIDEO)}` },
      200,
      { ...answer, ...LIMITED },
    ],
    ['a form without a link', () => '/preview', { ...OWN_FORM, body: 'url=' }, 400, answer],
    [
      'a form of another site',
      () => '/preview',
      { ...OWN_FORM, headers: { ...OWN_FORM.headers, 'sec-fetch-site': 'cross-site' }, body: 'url=' },
      403,
      answer,
    ],
    ['its address alone', () => '/preview', {}, 303, home],
  ],
  '/share': [
    [
      'the page that answers a share',
      () => '/share',
      { ...FOREIGN_FORM, body: `text=${encodeURIComponent(VIDEO)}` },
      200,
      started,
    ],
    ['a share without a text', () => '/share', { ...FOREIGN_FORM, body: 'text=' }, 303, home],
    ['its address alone', () => '/share', {}, 303, home],
    ['another body type', () => '/share', { method: 'POST', headers: JSON_TYPE, body: '{}' }, 415, problem],
  ],
  '/service-worker.js': [
    [
      'the service worker',
      () => '/service-worker.js',
      {},
      200,
      {
        ...text('text/javascript; charset=utf-8'),
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      },
    ],
  ],
  '/api/preview': [
    [
      'a preview',
      () => '/api/preview',
      { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ url: VIDEO }) },
      200,
      { ...api, ...LIMITED },
    ],
    [
      'a bad link',
      () => '/api/preview',
      { method: 'POST', headers: JSON_TYPE, body: '{"url":"no"}' },
      400,
      { ...problem, ...LIMITED },
    ],
    ['a broken body', () => '/api/preview', { method: 'POST', headers: JSON_TYPE, body: '{' }, 400, problem],
    [
      'another body type',
      () => '/api/preview',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
      415,
      problem,
    ],
    [
      'too large a body',
      () => '/api/preview',
      { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ url: 'x'.repeat(20_000) }) },
      413,
      problem,
    ],
  ],
  '/api/media/:ticket': [
    ['a film shown', () => file, {}, 200, media('video/mp4', 'inline')],
    ['a part of it', () => file, { headers: { range: 'bytes=5-9' } }, 206, media('video/mp4', 'inline')],
    ['saved', () => `${file}?download`, {}, 200, media('video/mp4', 'attachment')],
    ['its head', () => file, { method: 'HEAD' }, 200, media('video/mp4', 'inline')],
    ['a picture', () => picture, {}, 200, media('image/jpeg', 'inline')],
    [
      'the platform’s own link',
      () => `${file}?redirect`,
      {},
      302,
      {
        ...EVERYWHERE,
        'content-security-policy': NOTHING_RUNS,
        'x-robots-tag': 'noindex',
        'cache-control': 'no-store',
        location: expect.stringMatching(/^https:/),
      },
    ],
    ['a range outside', () => file, { headers: { range: 'bytes=999999999-' } }, 416, problem],
    [
      'in a page of another site',
      () => file,
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'video' } },
      403,
      problem,
    ],
    ['no ticket', () => '/api/media/none', {}, 404, problem],
    ['a ticket too long', () => `/api/media/${'x'.repeat(9_000)}`, {}, 404, problem],
  ],
  '/api/logo/:hash': [
    [
      'the logo',
      () => `/api/logo/${createHash('sha256').update(LOGO).digest('hex')}`,
      {},
      200,
      {
        ...api,
        'content-type': 'image/png',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'public, max-age=31536000, immutable',
      },
    ],
    ['an unknown logo', () => '/api/logo/none', {}, 404, problem],
  ],
  '/api/logo/:hash/:icon': [
    [
      'an icon',
      () => `/api/logo/${createHash('sha256').update(LOGO).digest('hex')}/favicon.png`,
      {},
      200,
      {
        ...api,
        'content-type': 'image/png',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'public, max-age=31536000, immutable',
      },
    ],
    ['an icon of an unknown logo', () => `/api/logo/${'0'.repeat(64)}/favicon.png`, {}, 404, problem],
    ['an unknown icon', () => `/api/logo/${'0'.repeat(64)}/icon-7.png`, {}, 404, problem],
  ],
  '/assets/*': [
    ['a script', () => built.script, {}, 200, asset('application/javascript; charset=utf-8')],
    ['a font', () => built.font, {}, 200, asset('font/woff2')],
    ['an unknown file', () => '/assets/none.js', {}, 404, linked],
  ],
  '/assets/worker/*': [['an unknown worker', () => '/assets/worker/none.js', {}, 404, linked]],
  '/assets/panel/*': [
    ['the panel’s script', () => built.panelScript, {}, 200, asset('application/javascript; charset=utf-8')],
    ['the panel’s style sheet', () => built.style, {}, 200, asset('text/css; charset=utf-8')],
  ],
  '/favicon.ico': [
    [
      'the way to an icon',
      () => '/favicon.ico',
      {},
      302,
      {
        ...EVERYWHERE,
        'content-security-policy': NOTHING_RUNS,
        'cache-control': 'public, max-age=3600',
        location: expect.stringMatching(/^\/api\/logo\/[0-9a-f]{64}\/apple-touch-icon\.png$/),
      },
    ],
  ],
  '/favicon.svg': [['icon', () => '/favicon.svg', {}, 200, named('image/svg+xml')]],
  '/og.png': [
    [
      'the picture of shared links',
      () => '/og.png',
      {},
      200,
      {
        ...EVERYWHERE,
        'content-type': 'image/png',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
      },
    ],
  ],
  ...Object.fromEntries(
    ['apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable-512'].map((name) => [
      `/${name}.png`,
      [[name, () => `/${name}.png`, {}, 200, named('image/png')] as const],
    ]),
  ),
};

/** All routes of the panel's API pass one guard; each is called without a session. */
const GUARDED = /^\/api\/(?:auth|admin)\//;

describe('the headers of an answer', () => {
  const rows = Object.values(ANSWERS).flat();
  it.each(rows)('%s', async (_kind, path, asked, status, headers) => {
    const answer = await ask(path(), asked);
    expect({ status: answer.status, headers: answer.headers }).toEqual({ status, headers });
  });

  it('are listed for every route', () => {
    expect(routes.size).toBeGreaterThan(20);
    const open = [...routes.keys()].filter((route) => !GUARDED.test(route));
    expect(open.sort()).toEqual(Object.keys(ANSWERS).sort());
  });

  it("are a problem's on every call of the panel without a session", async () => {
    const guarded = [...routes].filter(([route]) => GUARDED.test(route));
    expect(guarded.length).toBeGreaterThan(5);
    for (const [route, methods] of guarded)
      for (const method of methods) {
        const answer = await ask(route.replaceAll(/:\w+/g, '1'), { method });
        const { 'set-cookie': _cookies, allow: _allow, 'retry-after': _wait, ...headers } = answer.headers;
        const wanted = answer.status === 200 ? api : problem;
        expect([method, route, headers]).toEqual([method, route, wanted]);
      }
  });

  it("are a page's with a Retry-After of a day during maintenance, and a problem's elsewhere", async () => {
    await product.settings.change({ maintenance: true });
    const closed = { 'cache-control': 'no-store', 'retry-after': '60' };
    expect(await ask('/')).toMatchObject({ status: 503, headers: { ...page, ...closed } });
    expect(await ask('/nowhere')).toMatchObject({ status: 503, headers: { ...linked, ...closed } });
    const preview = await ask('/api/preview', { method: 'POST', headers: JSON_TYPE, body: '{}' });
    for (const answer of [preview, await ask(file)])
      expect({ ...answer, body: '' }).toEqual({ status: 503, headers: { ...problem, ...closed }, body: '' });
    await product.settings.change({ maintenance: false });
  });

  it('contain no cookie for a visitor', async () => {
    for (const [, path, asked] of rows)
      expect((await ask(path(), asked)).headers).not.toHaveProperty('set-cookie');
  });
});

describe('a page with text of the build in it', () => {
  it.each(['/', '/nowhere', `/${VIDEO}`, '/status', '/help', '/legal/terms', '/admin'])(
    '%s has one script and at most one style, each with its own hash in the policy',
    async (path) => {
      const { body, headers } = await ask(path);
      const policy = String(headers['content-security-policy']);
      const [scripts, styles] = [/<script>([\s\S]*?)<\/script>/g, /<style[^>]*>([\s\S]*?)<\/style>/g].map(
        (tag) => [...body.matchAll(tag)].map(([, text = '']) => text),
      );
      // Browsers send the address as the Referer of what a `<style>` names; these tell what the visitor wants.
      const isFile = ['/admin', '/nowhere', `/${VIDEO}`].includes(path);
      expect([scripts?.length, styles?.length]).toEqual([1, isFile ? 0 : 1]);
      expect(body.includes('<link rel="stylesheet"')).toBe(isFile);
      const hashOf = (text: string) =>
        `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
      expect(/script-src [^;]*/.exec(policy)?.[0]).toContain(hashOf(scripts?.[0] ?? ''));
      for (const text of styles ?? []) expect(/style-src [^;]*/.exec(policy)?.[0]).toContain(hashOf(text));
      expect(body).not.toMatch(/\sstyle=|\son[a-z]+=|nonce/);
    },
  );
});

describe('a page for a signed-in account', () => {
  it('is stored by no shared cache', async () => {
    const { name, value } = await product.ownerCookie();
    const answer = await ask('/', { headers: { cookie: `${name}=${value}` } });
    expect(answer.headers).toEqual({ ...page, 'cache-control': 'private, no-cache' });
  });
});
