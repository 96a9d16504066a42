import fastifyCookie from '@fastify/cookie';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createGuard } from '../../src/server/http/guard.ts';
import type { HttpServer } from '../../src/server/http/route-schema.ts';
import { createLimits } from '../../src/server/limits/account-limits.ts';
import {
  type AuthLibrary,
  createAuthLibraryLoader,
  PLUGIN_PATHS,
  type PluginPath,
} from '../../src/server/people/auth-library.ts';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import { registerPluginRoutes } from '../../src/server/people/plugin-routes.ts';
import {
  type AccountBrowser,
  accountIn,
  emailOf,
  openBrowser,
  openOwner,
  PASSWORD,
} from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 });

describe('the handler of the accounts library', () => {
  let test: TestApp;
  let owner: AccountBrowser;
  let library: AuthLibrary;
  beforeAll(async () => {
    test = await createTestApp({}, undefined, { hasher });
    owner = await openOwner(test);
    const { config, database } = test;
    library = await createAuthLibraryLoader({ config, database, hasher, secret: TEST_SECRET })();
  });
  afterAll(() => test.app.close());

  it('answers none of its paths', async () => {
    expect(PLUGIN_PATHS).toEqual([]);
    const { body } = await owner.call('GET', '/api/openapi.json');
    const ours = new Set(Object.keys(body['paths'] as object));
    const paths = Object.values(library.api).flatMap(({ path }) =>
      typeof path === 'string' ? [`/api/auth${path.replace(/:\w+/g, 'x')}`] : [],
    );
    expect(paths.length).toBeGreaterThan(25);
    for (const path of paths) {
      if (ours.has(path)) continue;
      for (const method of ['GET', 'POST'] as const) {
        const answer = await owner.call(method, path, method === 'POST' ? {} : undefined);
        expect([path, answer.status, answer.code]).toEqual([path, 404, 'route_unknown']);
      }
    }
  });
});

/** Paths of the library that behave like those of a plugin: one confirms a password, one opens a session. */
const PATHS: readonly PluginPath[] = [
  {
    method: 'POST',
    path: '/verify-password',
    access: 'account',
    summary: 'Confirms the password',
    body: z.looseObject({}),
    answer: z.object({ status: z.boolean() }),
    errors: { INVALID_PASSWORD: 'password_wrong' },
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    access: 'anyone',
    summary: 'Signs in',
    body: z.strictObject({ email: z.string(), password: z.string() }),
    errors: { INVALID_EMAIL_OR_PASSWORD: 'password_wrong' },
  },
];

describe('a path of a plugin', () => {
  let test: TestApp;
  let owner: AccountBrowser;
  beforeAll(async () => {
    test = await createTestApp({}, undefined, { hasher });
    const { config, accounts, app, database } = test;
    const limits = createLimits(TEST_SECRET);
    const requireRole = createGuard({ config, sessions: accounts, limits });
    await app.register(async (scope) => {
      await scope.register(fastifyCookie);
      const siteTitle = () => 'A title';
      const stored = { database, hasher, secret: TEST_SECRET, log: pino({ level: 'silent' }) };
      const parts = { config, accounts, limits, requireRole, siteTitle, ...stored };
      registerPluginRoutes(scope as unknown as HttpServer, parts, PATHS);
    });
    owner = await openOwner(test);
  });
  afterAll(() => test.app.close());

  const confirm = (password: unknown) => owner.call('POST', '/api/auth/verify-password', { password });

  it('passes the guard: origin, media type and session', async () => {
    const send = (headers: Record<string, string>) =>
      owner.call('POST', '/api/auth/verify-password', undefined, { payload: '{}', headers });
    const json = { 'content-type': 'application/json' };
    expect(await send({ ...json, origin: 'https://evil.example' })).toMatchObject({ code: 'origin_foreign' });
    expect(await send({ 'content-type': 'text/plain' })).toMatchObject({ code: 'body_type_unsupported' });
    const stranger = openBrowser(test);
    expect(await stranger.call('POST', '/api/auth/verify-password', { password: PASSWORD })).toMatchObject({
      status: 401,
      code: 'signed_out',
    });
  });

  it('answers what the library answers, and its errors as problems', async () => {
    expect(await confirm(PASSWORD)).toMatchObject({ status: 200, body: { status: true } });
    const wrong = await confirm('not this one');
    expect(wrong).toMatchObject({ status: 401, code: 'password_wrong', detail: 'Incorrect password.' });
    expect(wrong.headers['content-type']).toContain('application/problem+json');
    expect(await confirm(5)).toMatchObject({ status: 400, code: 'body_invalid' });
    const encoded = await owner.call('POST', '/api/auth/verify%2Dpassword?x=1', { password: PASSWORD });
    expect(encoded.body).toEqual({ status: true });
  });

  it('has the limit of password checks', async () => {
    const codes: (string | null)[] = [];
    while (codes.length < 12) codes.push((await confirm('not this one')).code);
    expect(codes).toContain('password_wrong');
    expect(codes.at(-1)).toBe('attempts_exceeded');
  });

  it('signs in like our own route, and gives no script the token', async () => {
    const browser = openBrowser(test, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Edg/140.0' });
    const sent = { email: emailOf('Olga'), password: PASSWORD };
    const answer = await browser.call('POST', '/api/auth/sign-in/email', sent);
    expect(accountIn(answer)).toMatchObject({ name: 'Olga', role: 'owner' });
    expect(Object.keys(answer.body).sort()).toEqual(['account', 'ownerless', 'signUp']);
    expect([...browser.jar.keys()].sort()).toEqual(['dev', 'sid']);
    const { body } = await browser.call('GET', '/api/auth/sessions');
    expect((body['sessions'] as { browser: string }[]).map((session) => session.browser)).toContain(
      'Edge on Windows',
    );
    const [last] = await test.database.query
      .selectFrom('activity')
      .select('action')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last?.action).toBe('signed_in');
  });
});
