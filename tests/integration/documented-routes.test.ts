import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { createTestApp } from './test-app.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/http-api.md');
const METHODS = '(?:GET|HEAD|POST|PUT|PATCH|DELETE)';
const CALL = new RegExp(`(${METHODS}(?:, ${METHODS})*) (/[^\\s,;?]*(?:, /[^\\s,;?]*)*)`, 'gu');

/**
 * Returns every call ('GET /api/site') that is documented in a heading or in the first cell of a table row. A
 * documented GET covers HEAD.
 */
const documented = (markdown: string): string[] =>
  markdown
    .split('\n')
    .flatMap((line) => (line.startsWith('## ') ? line : /^\| ([^|]*) \|/u.exec(line)?.[1]) ?? [])
    .flatMap((text) => [...text.replaceAll('`', '').matchAll(CALL)])
    .flatMap(([, methods = '', paths = '']) =>
      methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .flatMap((method) => paths.split(', ').map((one) => `${method} ${one}`)),
    );

/** The panel's pages are internal and not part of the documented API. */
const NO_CALLS = new Set(['GET /admin', 'GET /admin/*']);

it('docs/http-api.md documents every API route, and no other', async () => {
  const routes = new Set<string>();
  const watch = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.add(`${one} ${url.replaceAll(/:(\w+)/gu, '{$1}')}`);
    });
  };
  diagnostics.subscribe('fastify.initialization', watch);
  const { app } = await createTestApp();
  diagnostics.unsubscribe('fastify.initialization', watch);
  await app.close();
  const calls = [...routes].filter((route) => !NO_CALLS.has(route));
  expect(documented(readFileSync(PAGE, 'utf8')).toSorted()).toEqual(calls.toSorted());
});

it('finds calls in headings and tables', () => {
  const page =
    '## GET, HEAD /a\n## GET /b, /b/{id}; POST /b/{id}/x\n| `PUT /c`, `/d?e={f}` | GET /no |\nPOST /text\n## Rest: /g/…\n';
  expect(documented(page)).toEqual(['GET /a', 'GET /b', 'GET /b/{id}', 'POST /b/{id}/x', 'PUT /c', 'PUT /d']);
});
