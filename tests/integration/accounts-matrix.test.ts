import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/contract/account.ts';
import { type AccountBrowser, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/**
 * Every route of the server and who may call it. The test fails for a route without a row, and for a row without a
 * route.
 */
const ROWS: Readonly<Record<string, 'public' | 'anyone' | 'account' | 'administrator' | 'owner'>> = {
  'GET /': 'public',
  'GET /admin': 'public',
  'GET /admin/*': 'public',
  'GET /status': 'public',
  'GET /help': 'public',
  'GET /share': 'public',
  'POST /share': 'public',
  'GET /service-worker.js': 'public',
  'GET /preview': 'public',
  'POST /preview': 'public',
  'GET /legal/privacy': 'public',
  'GET /legal/terms': 'public',
  'GET /legal/dmca': 'public',
  'GET /legal/copyright': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /favicon.ico': 'public',
  'GET /robots.txt': 'public',
  'GET /sitemap.xml': 'public',
  'GET /site.webmanifest': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/site': 'public',
  'GET /api/live': 'public',
  'GET /api/status': 'public',
  'POST /api/preview': 'public',
  'GET /api/media/:ticket': 'public',
  'GET /api/logo/:hash': 'public',
  'GET /api/logo/:hash/:icon': 'public',

  'GET /api/auth/session': 'anyone',
  'POST /api/auth/sign-up': 'anyone',
  'POST /api/auth/sign-in': 'anyone',
  'POST /api/auth/claim': 'account',
  'POST /api/auth/password': 'account',
  'GET /api/auth/live': 'account',
  'GET /api/auth/sessions': 'account',
  'DELETE /api/auth/sessions': 'account',
  'DELETE /api/auth/sessions/:id': 'account',
  'GET /api/admin/overview': 'administrator',
  'GET /api/admin/activity': 'administrator',
  'GET /api/admin/live': 'administrator',
  'GET /api/admin/settings': 'administrator',
  'PATCH /api/admin/settings': 'administrator',
  'GET /api/admin/revisions': 'administrator',
  'GET /api/admin/revisions/:revision': 'administrator',
  'POST /api/admin/revisions/:revision/restore': 'administrator',
  'POST /api/admin/logo': 'administrator',
  'GET /api/admin/engines': 'administrator',
  'PATCH /api/admin/engines': 'administrator',
  'POST /api/admin/engines/alerts/test': 'administrator',
  'POST /api/admin/engines/check': 'administrator',
  'GET /api/admin/engines/yt-dlp': 'owner',
  'POST /api/admin/engines/yt-dlp/install': 'owner',
  'POST /api/admin/engines/yt-dlp/rollback': 'owner',
  'PUT /api/admin/engines/yt-dlp/schedule': 'owner',
  'DELETE /api/admin/engines/yt-dlp': 'owner',
  'GET /api/admin/traffic': 'owner',
  'PUT /api/admin/traffic': 'owner',
  'GET /api/admin/update-notice': 'owner',
  'PUT /api/admin/update-notice': 'owner',
  'GET /api/admin/backups': 'owner',
  'PUT /api/admin/backups': 'owner',
  'GET /api/admin/first-run': 'owner',
  'PATCH /api/admin/first-run': 'owner',
  'GET /api/admin/accounts': 'owner',
  'PUT /api/admin/accounts/:id/role': 'owner',
  'DELETE /api/admin/accounts/:id': 'owner',
  'DELETE /api/admin/accounts/:id/sessions': 'owner',
  'POST /api/admin/accounts/:id/owner': 'owner',
  'PUT /api/admin/sign-up': 'owner',
  // This row comes last because it ends the session that the other rows use.
  'POST /api/auth/sign-out': 'anyone',
};

const CALLERS = ['nobody', 'waiting', 'administrator', 'owner'] as const;
type Caller = (typeof CALLERS)[number];

const refusalFor = (access: string, caller: Caller): string | null => {
  if (access === 'public' || access === 'anyone') return null;
  if (caller === 'nobody') return '401 signed_out';
  if (access === 'account') return null;
  if (caller === 'waiting') return '403 account_waiting';
  return access === 'owner' && caller === 'administrator' ? '403 role_forbidden' : null;
};

const REFUSALS = new Set([
  '401 signed_out',
  '403 account_waiting',
  '403 role_forbidden',
  '403 origin_foreign',
]);

describe('access by role', () => {
  const routes = new Map<string, string | undefined>();
  const callers = new Map<Caller, AccountBrowser>();
  let test: TestApp;
  let origin: string;

  beforeAll(async () => {
    const watch = (message: unknown): void => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook('onRoute', ({ method, url, config }) => {
        for (const one of [method].flat()) if (one !== 'HEAD') routes.set(`${one} ${url}`, config?.access);
      });
    };
    diagnostics.subscribe('fastify.initialization', watch);
    test = await createTestApp();
    diagnostics.unsubscribe('fastify.initialization', watch);
    const owner = await openOwner(test);
    const others = { waiting: openBrowser(test), administrator: openBrowser(test) };
    const ids = new Map<Role, string>();
    for (const [role, browser] of Object.entries(others)) {
      const { body } = await browser.signUp(role);
      ids.set(role as Role, (body['account'] as { id: string }).id);
    }
    await owner.call('PUT', `/api/admin/accounts/${ids.get('administrator')}/role`, {
      role: 'administrator',
    });
    callers.set('nobody', openBrowser(test));
    callers.set('owner', owner);
    for (const [role, browser] of Object.entries(others)) callers.set(role as Caller, browser);
    origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => test.app.close());

  const ask = async (route: string, caller: Caller): Promise<string> => {
    const [method = '', path = ''] = route.split(' ');
    const jar = [...(callers.get(caller)?.jar ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const leave = new AbortController();
    const answer = await fetch(origin + path.replace(/:\w+/g, 'x').replace('*', 'general'), {
      method,
      headers: {
        ...{ origin, cookie: jar, 'x-requested-with': 'savelet' },
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
      signal: leave.signal,
    });
    const isProblem = answer.headers.get('content-type')?.includes('problem') ?? false;
    const code = isProblem ? ((await answer.json()) as { code: string }).code : '';
    leave.abort();
    return `${answer.status} ${code}`.trim();
  };

  it('has a row for every route, and a route for every row', () => {
    expect([...routes.keys()].sort()).toEqual(Object.keys(ROWS).sort());
    for (const [route, access] of Object.entries(ROWS))
      expect([route, routes.get(route) ?? 'public']).toEqual([route, access]);
  });

  it.each(CALLERS)('is enforced for %s', async (caller) => {
    for (const [route, access] of Object.entries(ROWS)) {
      const answer = await ask(route, caller);
      const expected = refusalFor(access, caller);
      if (expected === null) expect([route, REFUSALS.has(answer), answer]).toEqual([route, false, answer]);
      else expect([route, answer]).toEqual([route, expected]);
    }
  });
});

describe('cross-site protection', () => {
  let test: TestApp;
  let owner: AccountBrowser;
  let origin: string;
  beforeAll(async () => {
    test = await createTestApp({ PUBLIC_URL: 'https://save.example' });
    owner = await openOwner(test);
    origin = 'https://save.example';
  });
  afterAll(() => test.app.close());

  const WRITES = Object.keys(ROWS)
    .filter((route) => /^(?:POST|PUT|PATCH|DELETE) \/api\/(?:auth|admin)\//.test(route))
    .map((route) => route.replace(/:\w+/g, 'x').split(' ') as ['POST', string]);

  const json = { 'content-type': 'application/json' };
  const SENDERS: readonly (readonly [what: string, headers: Record<string, string | undefined>])[] = [
    ['no origin', { ...json, origin: undefined, 'sec-fetch-site': undefined }],
    ['a null origin', { ...json, origin: 'null', 'sec-fetch-site': undefined }],
    ['a foreign origin', { ...json, origin: 'https://evil.example', 'sec-fetch-site': undefined }],
    ['a foreign origin that claims the same site', { ...json, origin: 'https://evil.example' }],
    ['a sibling host', { ...json, origin: 'https://blog.save.example', 'sec-fetch-site': undefined }],
    [
      'the same host without encryption',
      { ...json, origin: 'http://save.example', 'sec-fetch-site': undefined },
    ],
    ['another port', { ...json, origin: 'https://save.example:8443', 'sec-fetch-site': undefined }],
    ['a cross-site fetch', { ...json, origin: undefined, 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', { ...json, origin: undefined, 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { ...json, origin: undefined, 'sec-fetch-site': 'none' }],
  ];

  it.each(SENDERS)('rejects every write from %s', async (_what, headers) => {
    for (const [method, path] of WRITES) {
      const answer = await owner.call(method, path, undefined, { payload: '{}', headers });
      expect([path, answer.status, answer.code]).toEqual([path, 403, 'origin_foreign']);
      expect(answer.setCookies).toEqual([]);
    }
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/jsonp',
  ])('rejects every write as %s', async (type) => {
    for (const [method, path] of WRITES) {
      const answer = await owner.call(method, path, undefined, {
        payload: '{}',
        headers: { 'content-type': type },
      });
      expect([path, answer.status, answer.code]).toEqual([path, 415, 'body_type_unsupported']);
    }
  });

  it('accepts a write of an older browser, which sends only the origin', async () => {
    const answer = await owner.call('DELETE', '/api/auth/sessions', undefined, {
      headers: { origin, 'sec-fetch-site': undefined },
    });
    expect(answer.status).toBe(204);
  });
});
