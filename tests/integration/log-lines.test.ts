import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { type AccountBrowser, emailOf, openBrowser, openOwner, PASSWORD } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const PLAIN_NAME = 'https://tracker.example/Olga';

type Connectivity = Readonly<Record<string, unknown>>;

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin: string;
let owner: AccountBrowser;
let text = '';
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms({ latencyMs: 50 });
  const log = createLogger('info', {
    write(line) {
      text += line;
    },
  });
  const environment = {
    ENGINES: 'native,provider,sample',
    UPSTREAM_ROUTES: mockPlatforms.routes,
    PROVIDER_HOST: mockPlatforms.providerHost,
    PROVIDER_API_KEY: mockPlatforms.providerKey,
  };
  test = await createTestApp(environment, undefined, { log });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' });
  owner = await openOwner(test);
});
afterAll(async () => {
  await test.app.close();
  await mockPlatforms.close();
});

const lines = (): Connectivity[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Connectivity);
/** Returns the log lines with a reference, without times and durations. */
const linesOf = (reference: unknown): Connectivity[] =>
  lines()
    .filter((line) => line['reference'] === reference)
    .map(
      ({ time: _time, ms: _ms, firstByteMs: _first, level: _level, reference: _reference, ...told }) => told,
    );
const lastLine = (msg: string): Connectivity => {
  const found = lines().findLast((line) => line['msg'] === msg);
  if (found === undefined) throw new Error(`no line says ${msg}`);
  return found;
};

const linkOf = (name: string): string => {
  const link = mockPosts.find((post) => post.name === name)?.links[0];
  if (link === undefined) throw new Error(`no post is called ${name}`);
  return link;
};
const preview = async (url: string) => {
  const response = await fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
};
/** Requests a preview that fails. Returns the reference shown to its visitor. */
const failedPreview = async (url: string): Promise<string> => {
  const { body } = await preview(url);
  return problemSchema.parse(body).reference ?? '';
};
const mediaOf = async (name: string): Promise<string> => {
  const post = postSchema.parse((await preview(linkOf(name))).body);
  return `${origin}${post.qualities[0]?.url ?? ''}?download`;
};

describe('the log of one day', () => {
  it('has a line for each attempt and each preview, with platform, engine, code, milliseconds and reference', async () => {
    expect((await preview(linkOf('tiktok video'))).status).toBe(200);
    const answered = lastLine('preview answered');
    expect(answered).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) as unknown,
      platform: 'tiktok',
      engine: 'native',
      code: 'ok',
      ms: expect.any(Number) as unknown,
      msg: 'preview answered',
    });
    expect(linesOf(answered['reference'])).toEqual([
      { platform: 'tiktok', engine: 'native', code: 'ok', msg: 'engine tried' },
      { platform: 'tiktok', engine: 'native', code: 'ok', msg: 'preview answered' },
    ]);
    expect(answered['ms']).toBeGreaterThan(0);
  });

  it('explains a failed preview from the reference its visitor sees', async () => {
    const link = linkOf('tiktok pictures');
    mockPlatforms.setPageFault(link, 'unreadable');
    mockPlatforms.setProviderFault('server-error');
    const told = linesOf(await failedPreview(link));
    mockPlatforms.resetFaults();
    expect(told).toMatchObject([
      { engine: 'native', code: 'failed', cause: 'page_unreadable', msg: 'engine tried' },
      { engine: 'provider', code: 'failed', cause: 'http_500', msg: 'engine tried' },
      { code: 'failed', msg: 'preview answered' },
      { route: '/api/preview', statusCode: 502, code: 'failed', msg: 'problem answered' },
    ]);
  });

  it('has the cause of a refusal, which code and reason do not show', async () => {
    const link = linkOf('instagram mixed set');
    mockPlatforms.setPageFault(link, 'login-redirect');
    mockPlatforms.setProviderFault('server-error');
    const told = linesOf(await failedPreview(link));
    mockPlatforms.resetFaults();
    expect(told[0]).toMatchObject({ engine: 'native', code: 'failed', cause: 'login_wall' });
    expect(told.find(({ msg }) => msg === 'preview answered')).toMatchObject({ cause: 'login_wall' });
  });

  it('links a request that joined another to the attempts it shared', async () => {
    const link = linkOf('instagram set');
    mockPlatforms.setPageFault(link, 'gone');
    const references = await Promise.all([failedPreview(link), failedPreview(link), failedPreview(link)]);
    mockPlatforms.resetFaults();
    const own = references.filter((reference) =>
      linesOf(reference).some(({ msg }) => msg === 'engine tried'),
    );
    expect(own).toHaveLength(1);
    for (const reference of references) {
      const [answered] = linesOf(reference).filter(({ msg }) => msg === 'preview answered');
      expect(answered).toMatchObject({ platform: 'instagram', code: 'gone' });
      expect(answered?.['sharedWith']).toBe(reference === own[0] ? undefined : own[0]);
    }
  });

  it('has a line for a transfer that failed and one that broke, none for one that was complete', async () => {
    const whole = await fetch(await mediaOf('tiktok video'));
    await whole.arrayBuffer();
    const broken = await mediaOf('instagram reel');
    mockPlatforms.setCut(linkOf('instagram reel'), 50_000);
    mockPlatforms.setPageFault(linkOf('instagram reel'), 'gone');
    await expect(fetch(broken).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    await expect.poll(() => text).toContain('transfer broken');
    mockPlatforms.resetFaults();
    const failed = await mediaOf('instagram photo');
    mockPlatforms.setMediaFault(linkOf('instagram photo'), { kind: 'server-error' });
    const problem = problemSchema.parse(await (await fetch(failed)).json());
    mockPlatforms.resetFaults();
    const told = { purpose: 'download', platform: 'instagram', ms: expect.any(Number) as unknown };
    expect(lastLine('transfer broken')).toMatchObject({ ...told, kind: 'video', code: 'destroyed' });
    // Refreshing the source belongs to the download, not to the preview that issued the ticket.
    const ofTransfer = linesOf(lastLine('transfer broken')['reference']);
    expect(ofTransfer[0]).toMatchObject({ engine: 'native', msg: 'engine tried' });
    expect(ofTransfer.at(-1)).toMatchObject({ msg: 'transfer broken' });
    expect(lastLine('transfer failed')).toMatchObject({
      ...told,
      kind: 'photo',
      code: problem.code,
      reference: problem.reference,
    });
    expect(lines().filter(({ msg }) => String(msg).startsWith('transfer '))).toHaveLength(2);
  });

  it('has no line for a shared text', async () => {
    const before = lines().length;
    const body = new URLSearchParams({ text: `See ${linkOf('tiktok video')}` });
    expect((await fetch(`${origin}/share`, { method: 'POST', body })).status).toBe(200);
    expect(lines()).toHaveLength(before);
  });

  it('names the account of a sign-in, a sign-out and a save, and what was saved', async () => {
    const browser = openBrowser(test);
    await browser.signIn('Olga');
    expect(lastLine('signed in')).toMatchObject({
      account: 'Olga',
      reference: expect.any(String) as unknown,
    });
    const change = { title: 'Harbour', content: '<p>secret-content</p>' };
    const saved = await browser.call('PATCH', '/api/admin/settings', { revision: 0, change });
    expect(saved.status).toBe(200);
    expect(lastLine('settings saved')).toMatchObject({ account: 'Olga', subjects: ['title', 'content'] });
    const engines = { revision: 0, change: { platforms: { ...byPlatform(() => true), tiktok: false } } };
    await browser.call('PATCH', '/api/admin/engines', engines);
    expect(lastLine('engines saved')).toMatchObject({ account: 'Olga', subjects: ['platforms'] });
    await browser.call('POST', '/api/auth/sign-out', {});
    expect(lastLine('signed out')).toMatchObject({ account: 'Olga' });
  });

  it("has an account's id where the name is not a plain one, and no line for a failed save", async () => {
    const stranger = openBrowser(test);
    const body = { name: PLAIN_NAME, email: emailOf('stranger'), password: PASSWORD };
    const { status } = await stranger.call('POST', '/api/auth/sign-up', body);
    expect(status).toBe(200);
    const { id } = await test.database.query
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', PLAIN_NAME)
      .executeTakeFirstOrThrow();
    expect(lastLine('account created')).toMatchObject({ account: id, subjects: [] });
    const before = lines().filter(({ msg }) => msg === 'settings saved').length;
    expect(
      (await owner.call('PATCH', '/api/admin/settings', { revision: 0, change: { title: 'X' } })).code,
    ).toBe('conflict');
    expect(lines().filter(({ msg }) => msg === 'settings saved')).toHaveLength(before);
  });

  it('has no link, host, path, post id, address, e-mail, ticket, cookie or key in any line', () => {
    expect(lines().length).toBeGreaterThan(15);
    const cookies = [...owner.jar.values()];
    for (const secret of [
      mockPlatforms.providerKey,
      PASSWORD,
      PLAIN_NAME,
      'secret-content',
      test.config.dataDir,
      ...cookies,
    ])
      expect(text).not.toContain(secret);
    for (const { id } of mockPosts) expect(text).not.toContain(id);
    expect(text).not.toMatch(
      /https?:|www\.|\.com|\.example|@|\b\d{1,3}(?:\.\d{1,3}){3}\b|::1|\/api\/media\/[^:]/,
    );
    // What still contains a slash is a route's pattern or a stack frame.
    const paths = lines().flatMap((line) => JSON.stringify(line).match(/"[^"]*\/[^"]*"/g) ?? []);
    for (const path of paths) expect(path).toMatch(/^"(?:\/api\/[a-z:/-]+|at .*\(?\/src\/server\/.*)"$/);
  });
});
