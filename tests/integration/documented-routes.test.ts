import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '#shared/errors.ts';
import { createTestApp } from './test-app.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/http-api.md');
const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (\/[\w./{}-]*)/gu;
/** The panel's pages are internal and not part of the documented API. */
const NO_CALLS = new Set(['GET /admin', 'GET /admin/*']);
/** Codes that no route sends, because they are about requests without one. */
const OF_NO_ROUTE = new Set(['route_unknown', 'method_not_allowed']);

/** Returns the calls that a text names, as 'GET /api/site'. */
const callsIn = (text: string): string[] =>
  [...text.matchAll(CALL)].map(([, method = '', url = '']) => `${method} ${url}`);

/** Returns the error codes that a text names. A single word, which may also be a field, is left out. */
const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/gu)].map(([, code = '']) => code);

type Operation = OpenAPIV3_1.OperationObject;

let document: OpenAPIV3_1.Document;
let operations: ReadonlyMap<string, Operation>;
const routes = new Set<string>();
beforeAll(async () => {
  const watch = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.add(`${one} ${url.replaceAll(/:(\w+)/gu, '{$1}')}`);
    });
  };
  diagnostics.subscribe('fastify.initialization', watch);
  const { app } = await createTestApp();
  diagnostics.unsubscribe('fastify.initialization', watch);
  const answer = await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } });
  document = answer.json();
  await app.close();
  operations = new Map(
    Object.entries(document.paths ?? {}).flatMap(([url, item]) =>
      Object.entries(item ?? {})
        .filter(([method]) => method !== 'head')
        .map(([method, operation]) => [`${method.toUpperCase()} ${url}`, operation as Operation] as const),
    ),
  );
});

describe('GET /api/openapi.json', () => {
  it('describes every call, and no other', () => {
    const calls = [...routes].filter((route) => !NO_CALLS.has(route));
    expect(calls.length).toBeGreaterThan(40);
    expect([...operations.keys()].toSorted()).toEqual(calls.toSorted());
  });

  it('says how each call answers when nothing is wrong', () => {
    const silent = [...operations].filter(
      ([, { responses = {} }]) => !Object.keys(responses).some((status) => /^[23]/u.test(status)),
    );
    expect(silent.map(([call]) => call)).toEqual([]);
  });

  it('describes the JSON of every answer and every body of the API', () => {
    const isEmpty = (schema: unknown): boolean => Object.keys(schema ?? {}).length === 0;
    const vague = [...operations].flatMap(([call, { responses = {}, requestBody }]) =>
      [requestBody, ...Object.values(responses)].flatMap((part) => {
        const json = (part as OpenAPIV3_1.ResponseObject | undefined)?.content?.['application/json'];
        return json !== undefined && isEmpty(json.schema) ? call : [];
      }),
    );
    expect(vague).toEqual([]);
  });

  it('names every error code', () => {
    const text = JSON.stringify(document.paths);
    const missing = Object.keys(ERROR_STATUS).filter((code) => !text.includes(`"${code}"`));
    expect(missing.filter((code) => !OF_NO_ROUTE.has(code))).toEqual([]);
  });
});

describe('docs/http-api.md', () => {
  const page = readFileSync(PAGE, 'utf8');

  it('names only calls that exist', () => {
    const named = callsIn(page);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((call) => !operations.has(call))).toEqual([]);
  });

  it('names only error codes that exist', () => {
    const named = codesIn(page);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((code) => !Object.hasOwn(ERROR_STATUS, code))).toEqual([]);
  });

  it('is read by its calls and codes', () => {
    expect(callsIn('`GET /a/{id}`, POST /b?c and /d')).toEqual(['GET /a/{id}', 'POST /b']);
    expect(codesIn('`rate_limited`, `gone`, `siteRevision` and no_media')).toEqual(['rate_limited']);
  });
});
