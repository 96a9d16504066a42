import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let test: TestApp;
const ask = (headers: Record<string, string> = {}) =>
  test.app.inject({ url: '/api/openapi.json', headers: { host: 'savelet.example', ...headers } });
let text: string;
let document: OpenAPIV3_1.Document;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://savelet.example' });
  text = (await ask()).body;
  document = JSON.parse(text);
});
afterAll(() => test.app.close());

describe('GET /api/openapi.json', () => {
  it('names the program and its version, and no host', () => {
    const { name, version, description } = JSON.parse(
      readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: name, version, description } });
    expect(document.servers).toBeUndefined();
    expect(text).not.toContain('savelet.example');
  });

  it('has an ETag, with which a client with a current copy gets 304', async () => {
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first.headers['etag']).toBe(second.headers['etag']);
    const copy = await ask({ 'if-none-match': String(first.headers['etag']) });
    expect([copy.statusCode, copy.body]).toEqual([304, '']);
  });

  it('refers only to components it has', () => {
    const named = Object.keys(document.components?.schemas ?? {});
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)].map(([, name]) => name);
    expect(new Set(referred)).toEqual(new Set(named));
    expect(text.match(/"\$ref"/gu)).toHaveLength(referred.length);
  });

  it('lists each error under its status', () => {
    const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item ?? {}));
    const answers = (operations as OpenAPIV3_1.OperationObject[]).flatMap(({ responses = {} }) =>
      Object.entries(responses as Record<string, OpenAPIV3_1.ResponseObject>),
    );
    const errors = answers.flatMap(([status, { content }]) => {
      const { allOf = [] } = (content?.['application/problem+json']?.schema ?? {}) as {
        allOf?: { properties?: { code: { enum: ErrorCode[] } } }[];
      };
      return (allOf[1]?.properties?.code.enum ?? []).map((code) => [status, code] as const);
    });
    const ofOneRoute = errors.filter(([status]) => status !== 'default');
    expect(ofOneRoute.length).toBeGreaterThan(100);
    expect(errors).toContainEqual(['default', 'internal']);
    for (const [status, code] of ofOneRoute)
      expect([status, code]).toEqual([String(ERROR_STATUS[code]), code]);
  });

  it('describes the error of a conflict by its code, as every other error', () => {
    for (const url of ['/api/admin/settings', '/api/admin/engines'])
      expect(document.paths?.[url]?.patch?.responses?.['409']).toMatchObject({ description: 'conflict' });
  });

  it('tells what the guard requires of the sender of a change', () => {
    const said = (url: string, method: 'get' | 'post' | 'patch') => {
      const { description = '', parameters = [] } = document.paths?.[url]?.[method] ?? {};
      const headers = parameters.flatMap((one) => ('in' in one && one.in === 'header' ? [one.name] : []));
      return [description, ...headers];
    };
    const sender = 'Requires Sec-Fetch-Site: same-origin, or the Origin of this site.';
    expect(said('/api/admin/logo', 'post')).toEqual([`Access: administrator. ${sender}`, 'x-requested-with']);
    expect(said('/api/admin/settings', 'patch')).toEqual([`Access: administrator. ${sender}`]);
    expect(said('/api/auth/sign-in', 'post')).toEqual([sender]);
    expect(said('/api/admin/settings', 'get')).toEqual(['Access: administrator.']);
    expect(said('/api/preview', 'post')).toEqual(['']);
  });

  it('asks for the session cookie where a session is needed', () => {
    expect(document.components?.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
    });
    const security = (url: string, method: 'get' | 'post') => document.paths?.[url]?.[method]?.security;
    expect(security('/api/admin/settings', 'get')).toEqual([{ session: [] }]);
    expect(security('/api/auth/sessions', 'get')).toEqual([{ session: [] }]);
    for (const open of [security('/api/site', 'get'), security('/api/auth/sign-in', 'post')])
      expect(open).toBeUndefined();
  });
});
