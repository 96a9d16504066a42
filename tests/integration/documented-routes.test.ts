import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '#shared/errors.ts';
import { createTestApp } from './test-app.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/http-api.md');
const METHODS = '(?:GET|HEAD|POST|PUT|PATCH|DELETE)';
const CALL = new RegExp(`(${METHODS}(?:, ${METHODS})*) (/[^\\s,;?]*(?:, /[^\\s,;?]*)*)`, 'gu');

/** What is said about some calls, in the document or on the page. */
interface Statement {
  /** Methods and paths ('GET /api/site'); GET covers HEAD. */
  readonly calls: readonly string[];
  /** Error codes. */
  readonly codes: readonly string[];
  /** Statuses of answers that are not errors, except 200. */
  readonly statuses: readonly number[];
  readonly query: readonly string[];
  /** Fields of the body; an optional one ends in '?'. Null without a JSON body. */
  readonly body: readonly string[] | null;
}

const callsIn = (text: string): string[] =>
  [...text.replaceAll('`', '').matchAll(CALL)].flatMap(([, methods = '', paths = '']) =>
    methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .flatMap((method) => paths.split(', ').map((one) => `${method} ${one}`)),
  );

/** Returns the names of the fields of an object as the page writes it: `{ "url": string, "type"?: … }` or `{a, b?}`. */
const fieldsIn = (written: string): string[] => {
  let inner = written.slice(1, -1);
  for (let last = ''; last !== inner; ) {
    last = inner;
    inner = inner.replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/gu, '');
  }
  return inner
    .split(',')
    .map((part) => part.replaceAll('"', '').trim())
    .map((part) => part.split(':')[0] ?? part);
};

const sorted = <T>(values: Iterable<T>): T[] => [...new Set(values)].toSorted();

/** Reads what one section or one row of a table says. The first object in a code span is the body. */
const readStatement = (heading: string, text: string, hasBody: boolean): Statement => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gmu, '');
  const spans = [...prose.matchAll(/`([^`]+)`/gu)].map(([, span = '']) => span);
  const object = spans.find((span) => span.startsWith('{'));
  return {
    calls: callsIn(heading),
    codes: sorted(spans.filter((span) => Object.hasOwn(ERROR_STATUS, span))),
    statuses: sorted([...prose.matchAll(/\b(20[1-9]|30\d)\b/gu)].map(([status]) => Number(status))),
    query: sorted(
      [...spans, ...heading.replaceAll('`', '').split(' ')].flatMap(
        (span) => /^(?:\/[^?]*)?\?(\w+)(?:=[\w{}]*)?$/u.exec(span)?.[1] ?? [],
      ),
    ),
    body: hasBody && object !== undefined ? sorted(fieldsIn(object)) : null,
  };
};

/** Returns each section with calls in its heading, and each row of a table with calls in its first cell. */
const sectionsOf = (markdown: string): { readonly heading: string; readonly text: string }[] =>
  markdown.split(/^(?=## )/mu).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n');
    if (heading.startsWith('## ') && callsIn(heading).length > 0)
      return [{ heading, text: lines.join('\n') }];
    return lines.flatMap((line) => {
      const [, first = '', ...others] = line.split(' | ').flatMap((cell) => cell.split(/^\| /u));
      return line.startsWith('| ') && callsIn(first).length > 0
        ? [{ heading: first, text: others.join(' | ') }]
        : [];
    });
  });

type Operation = OpenAPIV3_1.OperationObject;

/** A code that is also the name of a setting, so that its mention need not be about an error. */
const AMBIGUOUS = 'maintenance';

/** Codes that the page explains once, for all calls with a body or a guard. */
const OF_BODIES = ['body_invalid', 'body_too_large', 'body_type_unsupported'];
const OF_GUARD = ['rate_limited', 'origin_foreign', 'signed_out', 'account_waiting', 'role_forbidden'];

/** Returns the error codes of an answer in the document. */
const codesOf = (answer: unknown): string[] => {
  const { content } = answer as OpenAPIV3_1.ResponseObject;
  const schema = content?.['application/problem+json']?.schema as OpenAPIV3_1.SchemaObject | undefined;
  const parts = [schema, ...(schema?.allOf ?? [])] as { readonly properties?: { readonly code?: unknown } }[];
  return parts.flatMap((part) => {
    const code = part?.properties?.code as { enum?: string[]; const?: string } | undefined;
    return code?.enum ?? code?.const ?? [];
  });
};

const readOperation = (call: string, operation: Operation): Statement & { readonly common: string[] } => {
  const { responses = {}, parameters = [], requestBody } = operation;
  const { default: anyError, ...answers } = responses;
  const isGuarded = /\/api\/(?:auth|admin)\//u.test(call);
  const common = [...OF_BODIES, ...(isGuarded ? OF_GUARD : []), ...codesOf(anyError)];
  const json = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content['application/json']
    ?.schema;
  const { properties, required = [] } = (json ?? {}) as OpenAPIV3_1.SchemaObject;
  return {
    calls: [call],
    codes: sorted(Object.values(answers).flatMap(codesOf)),
    common,
    statuses: sorted(
      Object.keys(answers)
        .map(Number)
        .filter((status) => status > 200 && status < 400),
    ),
    query: sorted(
      (parameters as OpenAPIV3_1.ParameterObject[]).flatMap((one) => (one.in === 'query' ? one.name : [])),
    ),
    body:
      properties === undefined
        ? null
        : sorted(Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))),
  };
};

/** Returns every difference between the page and the document. */
const differences = (markdown: string, { paths = {} }: OpenAPIV3_1.Document): string[] => {
  const operations = new Map(
    Object.entries(paths).flatMap(([url, item]) =>
      Object.entries(item ?? {})
        .filter(([method]) => method !== 'head')
        .map(([method, operation]) => {
          const call = `${method.toUpperCase()} ${url}`;
          return [call, readOperation(call, operation as Operation)] as const;
        }),
    ),
  );
  const sections = sectionsOf(markdown);
  const documented = sections.flatMap(({ heading }) => callsIn(heading));
  const missing = (what: string, from: readonly unknown[], than: readonly unknown[]) =>
    from.filter((one) => !than.includes(one)).map((one) => `${what}: ${String(one)}`);
  return [
    ...missing('not on the page', [...operations.keys()], documented),
    ...missing('not a route', documented, [...operations.keys()]),
    ...sections.flatMap(({ heading, text }) => {
      const found = callsIn(heading).flatMap((call) => operations.get(call) ?? []);
      const bodies = found.flatMap(({ body }) => body ?? []);
      const page = readStatement(heading, text, bodies.length > 0);
      const codes = found.flatMap((one) => one.codes);
      const common = found.flatMap((one) => one.common);
      const statuses = sorted(found.flatMap((one) => one.statuses));
      const query = sorted(found.flatMap((one) => one.query));
      const of = (what: string): string => `${what} of ${page.calls[0] ?? ''}`;
      return [
        ...missing(of('undocumented code'), sorted(codes.filter((one) => !common.includes(one))), page.codes),
        ...missing(of('code never sent'), page.codes, [...codes, ...common, AMBIGUOUS]),
        ...missing(of('undocumented status'), statuses, page.statuses),
        ...missing(of('status never sent'), page.statuses, statuses),
        ...missing(of('undocumented parameter'), query, page.query),
        ...missing(of('unknown parameter'), page.query, query),
        ...missing(of('undocumented field'), bodies, page.body ?? []),
        ...missing(of('unknown field'), page.body ?? [], bodies),
      ];
    }),
  ];
};

/** The panel's pages are internal and not part of the documented API. */
const NO_CALLS = new Set(['GET /admin', 'GET /admin/*']);

let document: OpenAPIV3_1.Document;
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
});

describe('docs/http-api.md', () => {
  it('documents every API route, and no other', () => {
    const calls = [...routes].filter((route) => !NO_CALLS.has(route));
    const documented = sectionsOf(readFileSync(PAGE, 'utf8')).flatMap(({ heading }) => callsIn(heading));
    expect(documented.toSorted()).toEqual(calls.toSorted());
  });

  it('says what the OpenAPI document says', () => {
    expect(differences(readFileSync(PAGE, 'utf8'), document)).toEqual([]);
  });

  it.each([
    [
      '## GET /api/site',
      '## GET /api/sites',
      [
        'not on the page: GET /api/site',
        'not a route: GET /api/sites',
        'status never sent of GET /api/sites: 304',
      ],
    ],
    ['`embed_forbidden`', 'nothing', ['undocumented code of GET /api/media/{ticket}: embed_forbidden']],
    [
      '`platform_off`.',
      '`gone`, `logo_unknown`.',
      [
        'undocumented code of POST /api/preview: platform_off',
        'code never sent of POST /api/preview: logo_unknown',
      ],
    ],
    [
      'or 202 `{',
      'or 201 `{',
      [
        'undocumented status of POST /api/auth/sign-up: 202',
        'status never sent of POST /api/auth/sign-up: 201',
      ],
    ],
    [
      '`?redirect`',
      '`?direct`',
      [
        'undocumented parameter of GET /api/media/{ticket}: redirect',
        'unknown parameter of GET /api/media/{ticket}: direct',
      ],
    ],
    [
      'setupCode?}',
      'setupCode}',
      [
        'undocumented field of POST /api/auth/sign-up: setupCode?',
        'unknown field of POST /api/auth/sign-up: setupCode',
      ],
    ],
    [
      '{ "platform": ',
      '{ "site": ',
      [
        'undocumented field of POST /api/admin/engines/check: platform',
        'unknown field of POST /api/admin/engines/check: site',
      ],
    ],
    [
      '?before={id}',
      '?after={id}',
      [
        'undocumented parameter of GET /api/admin/activity: before',
        'unknown parameter of GET /api/admin/activity: after',
      ],
    ],
  ])('differs when %j is %j', (said, instead, expected) => {
    const page = readFileSync(PAGE, 'utf8');
    expect(page).toContain(said);
    expect(differences(page.replace(said, instead), document)).toEqual(expected);
  });

  it('is read by headings and tables', () => {
    const page =
      '## GET, HEAD /a\n## GET /b, /b/{id}; POST /b/{id}/x\n## Rest: /g/…\n| `PUT /c`, `/d?e={f}` | GET /no |\nPOST /text\n';
    expect(sectionsOf(page).flatMap(({ heading }) => callsIn(heading))).toEqual([
      'GET /a',
      'GET /b',
      'GET /b/{id}',
      'POST /b/{id}/x',
      'PUT /c',
      'PUT /d',
    ]);
  });
});
