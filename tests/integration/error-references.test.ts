import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '#shared/contract/problem.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let test: TestApp;
beforeAll(async () => {
  // Nothing listens on port 9, so no platform can be reached.
  test = await createTestApp({
    ENGINES: 'native',
    UPSTREAM_ROUTES: 'www.instagram.com=http://127.0.0.1:9,vm.tiktok.com=http://127.0.0.1:9',
  });
});
afterAll(() => test.app.close());

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

const ask = async (options: InjectOptions) => {
  const answer = await test.app.inject({
    ...options,
    headers: { host: 'localhost', ...options.headers },
  });
  return { status: answer.statusCode, problem: problemSchema.parse(answer.json()) };
};

/** Returns the log lines that carry a reference. */
const linesOf = (reference: string): readonly Record<string, unknown>[] =>
  test
    .log()
    .split('\n')
    .filter((line) => line.includes(reference))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const preview = (body: unknown): InjectOptions => ({
  method: 'POST',
  url: '/api/preview',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});

describe('the reference of an error response', () => {
  it.each<[string, InjectOptions, string, string]>([
    ['a bad link', preview({ url: 'https://example.com/secret-1' }), '/api/preview', 'link_invalid'],
    ['a bad body', preview([]), '/api/preview', 'body_invalid'],
    [
      'a platform out of reach',
      preview({ url: 'https://www.instagram.com/reel/SecretCode1/' }),
      '/api/preview',
      'network',
    ],
    [
      'a short link out of reach',
      preview({ url: 'https://vm.tiktok.com/ZSecret2/' }),
      '/api/preview',
      'network',
    ],
    ['an unknown ticket', { url: '/api/media/SecretTicket' }, '/api/media/:ticket', 'ticket_invalid'],
    ['an unknown call', { url: '/api/secret-3' }, 'none', 'route_unknown'],
    ['a wrong method', { method: 'DELETE', url: '/api/preview' }, 'none', 'method_not_allowed'],
    ['an unreadable URL', { url: '/api/%zz' }, 'none', 'route_unknown'],
    [
      'a foreign host name',
      { url: '/api/site', headers: { host: 'elsewhere.example' } },
      '/api/site',
      'host_foreign',
    ],
    ['a call for signed-in people', { url: '/api/admin/settings' }, '/api/admin/settings', 'signed_out'],
  ])('of %s is in the log, and reveals nothing else', async (_what, options, route, code) => {
    const { status, problem } = await ask(options);
    const reference = problem.reference ?? '';
    expect(reference).toMatch(REFERENCE);
    expect(problem.code).toBe(code);
    const [line] = linesOf(reference).filter(({ msg }) => msg === 'problem answered');
    const { time: _time, pid: _pid, hostname: _machine, level, ...told } = line ?? {};
    // pino's 30 is `info`, the level at which a server runs.
    expect(level).toBe(30);
    expect(told).toEqual({
      reference,
      route,
      method: options.method ?? 'GET',
      statusCode: status,
      code,
      msg: 'problem answered',
    });
    expect(test.log()).not.toMatch(/secret/i);
  });

  it('is different each time', async () => {
    const asked = [preview({ url: 'x' }), preview({ url: 'x' }), preview({ url: 'x' })].map(ask);
    const references = (await Promise.all(asked)).map(({ problem }) => problem.reference);
    expect(new Set(references).size).toBe(asked.length);
  });

  it('of a failed preview leads to its reason', async () => {
    const offline = await createTestApp({ ENGINES: 'cobalt' });
    const answer = await offline.app.inject({
      ...preview({ url: 'https://www.instagram.com/reel/SecretCode1/' }),
      headers: { host: 'localhost', 'content-type': 'application/json' },
    });
    const { code, reference } = problemSchema.parse(answer.json());
    expect(code).toBe('failed');
    expect(offline.log()).toContain(`"code":"failed","reason":"no_engine"`);
    expect(offline.log()).toContain(`"reference":"${reference}"`);
    await offline.app.close();
  });

  it('is logged for the first 20 errors of a minute; after that only their number is', async () => {
    const flooded = await createTestApp({ ENGINES: 'sample' });
    const answered = (): Record<string, unknown>[] =>
      flooded
        .log()
        .split('\n')
        .filter((line) => line.includes('problem answered'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (let count = 0; count < 50; count += 1) {
      const { statusCode } = await flooded.app.inject({
        url: '/api/elsewhere',
        headers: { host: 'localhost' },
      });
      expect(statusCode).toBe(404);
    }
    expect(answered()).toHaveLength(20);
    await flooded.app.close();
    expect(answered().slice(20)).toMatchObject([{ route: 'none', code: 'route_unknown', leftOut: 30 }]);
  });
});
