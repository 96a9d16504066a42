import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import { ERROR_STATUS } from '#shared/errors.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { emailOf, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const TOKEN = 'an invented token, no spaces'.replaceAll(/[ ,]+/g, '-');
const ELSEWHERE = '198.51.100.23';

/** Returns the value of a series in a scrape; null when it is not there. The labels are compared in any order. */
const readSeries = (scrape: string, name: string, labels: Readonly<Record<string, string>> = {}) => {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = scrape
    .split('\n')
    .find(
      (one) =>
        one.startsWith(name) &&
        /[ {]/.test(one.charAt(name.length)) &&
        wanted.every((label) => one.includes(label)),
    );
  return line === undefined ? null : Number(line.split(' ').at(-1));
};

describe('GET /metrics', () => {
  let open: TestApp;
  let closed: TestApp;
  beforeAll(async () => {
    [open, closed] = await Promise.all([
      createTestApp({ METRICS_TOKEN: TOKEN, PUBLIC_URL: 'https://save.example' }),
      createTestApp(),
    ]);
  });
  afterAll(() => Promise.all([open.app.close(), closed.app.close()]));

  const ask = async ({ app }: TestApp, asked: InjectOptions) =>
    app.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000' }, ...asked });

  it('answers a program on this machine as Prometheus reads it', async () => {
    const answer = await ask(closed, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatch(/^# HELP savelet_previews_total \S/m);
  });

  const host = '127.0.0.1:3000';
  it.each([
    ['of IPv6', { remoteAddress: '::1', headers: { host: '[::1]:3000' } }, 200],
    ['of a mapped address', { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost' } }, 200],
    ['from elsewhere', { remoteAddress: ELSEWHERE }, 404],
    ['of the private network', { remoteAddress: '10.0.0.5', headers: { host: '10.0.0.1:3000' } }, 404],
    ['through nginx', { headers: { host, 'x-forwarded-for': ELSEWHERE } }, 404],
    ['through another proxy', { headers: { host, forwarded: `for=${ELSEWHERE}` } }, 404],
    ['with only the real address', { headers: { host, 'x-real-ip': ELSEWHERE } }, 404],
    ['through a tunnel', { headers: { host, 'cf-connecting-ip': ELSEWHERE } }, 404],
    ['by a proxy that only keeps the host', { headers: { host: 'save.example' } }, 404],
    ['of a page whose name leads here', { headers: { host: 'rebound.example:3000' } }, 404],
    [
      'with a bearer while there is no token',
      { remoteAddress: ELSEWHERE, headers: { host, authorization: 'Bearer ' } },
      404,
    ],
  ])('without a token, answers a call %s', async (_name, asked, status) => {
    const answer = await ask(closed, asked);
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('savelet_previews_total')).toBe(status === 200);
  });

  it.each([
    ['the token', `Bearer ${TOKEN}`, 200],
    ['the token after a scheme in small letters', `bearer ${TOKEN}`, 200],
    ['another token', `Bearer ${TOKEN}x`, 401],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`, 401],
    ['no token', 'Bearer ', 401],
    ['another scheme', `Basic ${TOKEN}`, 401],
    ['nothing', undefined, 401],
  ])('with a token, answers %s from anywhere, under any host name', async (_name, authorization, status) => {
    const headers = {
      host: '10.0.0.1:3000',
      'x-forwarded-for': ELSEWHERE,
      ...(authorization && { authorization }),
    };
    const answer = await ask(open, { remoteAddress: ELSEWHERE, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    expect(answer.body.includes('savelet_previews_total')).toBe(status === 200);
  });

  it('needs no token on this machine', async () => {
    expect((await ask(open, {})).statusCode).toBe(200);
  });
});

describe('the metrics of a site in use', () => {
  let mockPlatforms: MockPlatforms;
  let test: TestApp;
  let scrape = '';
  const seen: string[] = [];
  beforeAll(async () => {
    mockPlatforms = await startMockPlatforms();
    test = await createTestApp({
      ENGINES: 'native,sample',
      UPSTREAM_ROUTES: mockPlatforms.routes,
      PREVIEWS_PER_MINUTE: String(mockPosts.length + 3),
    });
    const { app } = test;
    const origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' });
    const headers = { host: 'localhost' };
    const preview = (url: string) =>
      app.inject({
        method: 'POST',
        url: '/api/preview',
        payload: { url },
        headers,
        remoteAddress: ELSEWHERE,
      });
    const owner = await openOwner(test);
    await openBrowser(test, { address: ELSEWHERE }).signIn('Nobody');
    const gone = 'https://www.tiktok.com/@nobody.here/video/7400000000000009999';
    for (const { name, links } of mockPosts) {
      const answer = await preview(links[0] ?? '');
      expect(answer.statusCode, name).toBe(200);
      const post = postSchema.parse(answer.json());
      const file = post.qualities[0]?.url ?? post.items?.[0]?.qualities[0]?.url ?? '';
      const saved = await fetch(`${origin}${file}?download`);
      expect((await saved.arrayBuffer()).byteLength, name).toBeGreaterThan(1_000);
      seen.push(
        ...links,
        post.id,
        post.url,
        post.username ?? '',
        post.caption,
        file,
        String(saved.headers.get('content-disposition')),
      );
    }
    await preview(mockPosts[0]?.links[0] ?? '');
    await preview(gone);
    expect((await preview(gone)).statusCode).not.toBe(429);
    expect((await preview(gone)).statusCode).toBe(429);
    seen.push(
      gone,
      '7400000000000009999',
      'nobody.here',
      ELSEWHERE,
      '127.0.0.1',
      'localhost',
      emailOf('Olga'),
      'Olga',
    );
    seen.push(
      ...owner.jar.values(),
      mockPlatforms.routes,
      test.config.dataDir,
      'cdn',
      'http://',
      'https://',
      '@',
    );
    scrape = (await app.inject({ url: '/metrics', headers })).body;
  });
  afterAll(async () => {
    await test?.app.close();
    await mockPlatforms?.close();
  });

  it('count previews by platform, engine and code, and those from the cache', () => {
    const tiktok = { platform: 'tiktok' };
    expect(
      readSeries(scrape, 'savelet_previews_total', { ...tiktok, engine: 'native', code: 'ok' }),
    ).toBeGreaterThan(1);
    expect(readSeries(scrape, 'savelet_previews_total', { ...tiktok, engine: 'none', code: 'gone' })).toBe(2);
    expect(readSeries(scrape, 'savelet_preview_cache_hits_total', tiktok)).toBe(1);
    expect(readSeries(scrape, 'savelet_preview_cache_hits_total', { platform: 'instagram' })).toBe(1);
    expect(
      readSeries(scrape, 'savelet_engine_runs_total', { ...tiktok, engine: 'native', code: 'ok' }),
    ).toBeGreaterThan(1);
    expect(readSeries(scrape, 'savelet_preview_duration_seconds_count', tiktok)).toBeGreaterThan(1);
  });

  it('count the files sent, their bytes and the time to their first byte', () => {
    const download = { platform: 'instagram', purpose: 'download' };
    const files = readSeries(scrape, 'savelet_transfers_total', { ...download, code: 'ok' }) ?? 0;
    expect(files).toBeGreaterThan(1);
    expect(
      readSeries(scrape, 'savelet_transfer_bytes_total', { platform: 'instagram', kind: 'file' }),
    ).toBeGreaterThan(files * 1_000);
    expect(readSeries(scrape, 'savelet_transfer_first_byte_seconds_count', { platform: 'instagram' })).toBe(
      files,
    );
    expect(readSeries(scrape, 'savelet_transfers_running', { kind: 'file' })).toBe(0);
  });

  it('state queues, circuits, limits, streams, the database and the build', () => {
    const native = { engine: 'native', platform: 'tiktok' };
    for (const name of ['queue_running', 'queue_waiting', 'circuit_open', 'paused'])
      expect(readSeries(scrape, `savelet_engine_${name}`, native), name).toBe(0);
    expect(readSeries(scrape, 'savelet_limit_refusals_total', { limit: 'previews' })).toBe(1);
    expect(readSeries(scrape, 'savelet_limit_refusals_total', { limit: 'sign_in' })).toBe(0);
    expect(readSeries(scrape, 'savelet_live_streams', { topic: 'site' })).toBe(0);
    expect(readSeries(scrape, 'savelet_database_up', { kind: 'sqlite' })).toBe(1);
    expect(readSeries(scrape, 'savelet_database_ping_seconds', { kind: 'sqlite' })).toBeLessThan(0.5);
    expect(scrape).toMatch(/^savelet_build_info\{version="[\w.-]+",commit="(?:[0-9a-f]{12}|unknown)"\} 1$/m);
    expect(readSeries(scrape, 'nodejs_eventloop_lag_p99_seconds')).not.toBeNull();
  });

  it('contain no visitor, link, post, file, address or account', () => {
    const hidden = seen
      .flatMap((text) => [text, ...text.split(/[/?&="]+/)])
      .filter((text) => text.length > 4);
    const words = new Set(
      hidden.filter(
        (text) =>
          !/^(?:video|photo|https?:|tiktok|instagram|download|media|attachment; filename)$/.test(text),
      ),
    );
    expect(words.size).toBeGreaterThan(50);
    expect([...words, '@', '://'].filter((word) => scrape.includes(word))).toEqual([]);
    // No long number or token that nobody thought of, but the commit.
    const labels = scrape.replace(/^savelet_build_info.*$/m, '');
    expect(labels.match(/="[^"]*(?:\d{5,}|[\w-]{33,})[^"]*"/g) ?? []).toEqual([]);
  });

  it('follow the naming conventions, and stay few', () => {
    const types = [...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const own = types.filter(([, name = '']) => name.startsWith('savelet_'));
    expect(own.length).toBeGreaterThan(15);
    expect(
      types
        .map(([, name = '']) => name)
        .filter((name) => !/^(?:savelet|process|nodejs)_[a-z0-9_]+$/.test(name)),
    ).toEqual([]);
    for (const [, name = '', type] of own) {
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(name).not.toMatch(/_(?:ms|milliseconds|kb|mb|minutes|percent)(?:_|$)/);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
    expect(scrape.split('\n').filter((line) => line.startsWith('savelet_')).length).toBeLessThan(250);
  });

  describe('are those that the dashboard and the alerts read:', () => {
    const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');
    const files = globSync('{grafana/*.json,prometheus/*.rules.yml}', { cwd: DEPLOY });
    const CODES = new Set([...Object.keys(ERROR_STATUS), 'ok', 'aborted', 'destroyed', 'let_go']);

    it('both files exist', () => expect(files).toHaveLength(2));

    it.each(files)('%s', (file) => {
      const text = readFileSync(path.join(DEPLOY, file), 'utf8');
      const read = new Set(
        [...text.matchAll(/\b(?:savelet|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name),
      );
      expect(read.size).toBeGreaterThan(6);
      const known = new Set([...scrape.matchAll(/^([a-z0-9_]+)[{ ]/gm)].map(([, name]) => name));
      expect([...read].filter((name) => !known.has(name))).toEqual([]);
      const codes = [...text.matchAll(/\bcode!?=~?\\?"([\w|]+)/g)].flatMap(([, list = '']) =>
        list.split('|'),
      );
      expect(codes.length).toBeGreaterThan(1);
      expect(codes.filter((code) => !CODES.has(code))).toEqual([]);
    });
  });

  it('has the fields that the widget of docs/operations.md shows', async () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const fields = [...docs.matchAll(/\{ label: [^,]+, field: ([\w.]+)/g)].map(([, field = '']) => field);
    expect(fields).toHaveLength(3);
    const status: unknown = (
      await test.app.inject({ url: '/api/status', headers: { host: 'localhost' } })
    ).json();
    const at = (field: string) =>
      field.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], status);
    for (const field of fields) expect(at(field), field).not.toBeUndefined();
  });
});
