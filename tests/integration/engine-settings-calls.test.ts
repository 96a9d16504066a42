import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSchema } from '#shared/contract/check.ts';
import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { type AdminEngines, adminEnginesSchema, engineConflictSchema } from '#shared/contract/engines.ts';
import { postSchema } from '#shared/contract/preview.ts';
import { siteSchema } from '#shared/contract/site.ts';
import { byPlatform, PLATFORMS, type PlatformId } from '#shared/platforms/platforms.ts';
import { detailOf } from '../../src/server/http/problem.ts';
import { readActivity } from '../../src/server/people/activity/activity-log.ts';
import { ALERT_BELOW_PERCENT } from '../../src/server/site/settings/engine-settings.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { type AccountBrowser, openOwner } from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const ENGINES_PATH = '/api/admin/engines';
const NO_ENGINE = { code: 'failed', detail: detailOf('failed', 'no_engine') };
const WEBHOOK = 'https://hooks.harbour.example/T0/secret-part';

let mockPlatforms: MockPlatforms;
let test: TestApp;
let owner: AccountBrowser;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());

const open = async () => {
  await openWith({ PROVIDER_HOST: mockPlatforms.providerHost, PROVIDER_API_KEY: mockPlatforms.providerKey });
};
const openWith = async (environment: Record<string, string>) => {
  test = await createTestApp(
    { UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native,provider,sample', ...environment },
    undefined,
    { limits: createGenerousLimits(TEST_SECRET, { linkTries: { limit: 8, seconds: 60 } }) },
  );
  owner = await openOwner(test, 'Mara');
};
const close = () => test.app.close();

const linkOf = (name: string): string => {
  const link = mockPosts.find((post) => post.name === name)?.links[0];
  if (link === undefined) throw new Error(`there is no post named ${name}`);
  return link;
};
const REEL = linkOf('instagram reel');
const VIDEO = linkOf('tiktok video');

const shown = async (): Promise<AdminEngines> =>
  adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body);
const save = (revision: number, change: unknown) =>
  owner.call('PATCH', ENGINES_PATH, { revision, change } as object);
const saved = async (change: unknown): Promise<AdminEngines> => {
  const answer = await save((await shown()).settings.revision, change);
  expect(answer.status, answer.detail ?? '').toBe(200);
  return adminEnginesSchema.parse(answer.body);
};
/** Sets up a provider in the panel; it need not answer. */
const setUp = async (provider: { readonly host: string; readonly key: string }) => {
  await saved({ provider: { service: 'autolink', ...provider } });
};
/** Builds the list of a save: the given engines are on, in this order; the others follow, switched off. */
const listOf = (...on: (typeof ENGINE_NAMES)[number][]) => ({
  engines: [
    ...on.map((name) => ({ name, on: true })),
    ...ENGINE_NAMES.filter((name) => !on.includes(name)).map((name) => ({ name, on: false })),
  ],
});
/** Returns a value of each platform as the activity log describes it: 'Instagram on, TikTok off'. */
const loggedFor = (values: Record<PlatformId, string>): string =>
  PLATFORMS.map(({ id, name }) => `${name} ${values[id]}`).join(', ');
const preview = (url: string) =>
  test.app.inject({ method: 'POST', url: '/api/preview', payload: { url }, headers: { host: 'localhost' } });
const engineOf = async (url: string): Promise<string> => {
  const answer = await preview(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return postSchema.parse(answer.json()).engine;
};
const checkPost = (body: object) => owner.call('POST', `${ENGINES_PATH}/check`, body);
const resultsOf = async (body: object) =>
  checkSchema.parse((await checkPost(body)).body).platforms[0]?.results;

describe('the engine settings in the panel', () => {
  beforeEach(open);
  afterEach(close);

  it('follow ENGINES until somebody changes them', async () => {
    const { settings, chosenInPanel, lastSave, engines } = await shown();
    expect(settings).toEqual({
      revision: 0,
      ...listOf('native', 'provider', 'sample'),
      provider: null,
      platforms: byPlatform(() => true),
      canaries: byPlatform(() => []),
      alerts: { webhook: null, below: ALERT_BELOW_PERCENT },
    });
    expect([chosenInPanel, lastSave]).toEqual([false, null]);
    expect(engines.find(({ name }) => name === 'provider')).toMatchObject({
      configured: true,
      key: 'present',
      service: {
        name: 'download',
        host: new URL(mockPlatforms.providerHost).hostname,
        platforms: ['instagram', 'tiktok'],
      },
    });
    expect(engines.find(({ name }) => name === 'native')).toMatchObject({
      configured: true,
      key: 'not_needed',
      service: null,
    });
    expect(engines.find(({ name }) => name === 'cobalt')).toMatchObject({ configured: false, service: null });
  });

  it('apply their order from the next preview on, also to a cached post', async () => {
    expect(await engineOf(REEL)).toBe('native');
    const after = await saved(listOf('provider', 'native', 'sample'));
    expect(after).toMatchObject({
      settings: { revision: 1 },
      chosenInPanel: true,
      lastSave: { revision: 1, author: 'Mara', changed: ['engines'] },
    });
    expect(await engineOf(REEL)).toBe('provider');
    await saved(listOf('native', 'provider', 'sample'));
    expect(await engineOf(REEL)).toBe('native');
  });

  it('call an engine only while it is on', async () => {
    await saved(listOf('provider'));
    expect(await engineOf(REEL)).toBe('provider');
    const sample = await preview('/?sample=clip');
    expect(sample.json()).toMatchObject({
      code: 'failed',
      detail: detailOf('failed', 'address_unsupported'),
    });
    await saved(listOf('sample'));
    expect((await preview(REEL)).json()).toMatchObject(NO_ENGINE);
    await saved(listOf());
    expect((await preview(REEL)).json()).toMatchObject(NO_ENGINE);
    expect(await resultsOf({ url: REEL })).toEqual([]);
    await saved(listOf('native'));
    expect(await engineOf(REEL)).toBe('native');
  });

  it('stop previews of a platform that is switched off, and continue those of the other', async () => {
    expect(await engineOf(REEL)).toBe('native');
    await saved({ platforms: { ...byPlatform(() => true), instagram: false } });
    mockPlatforms.clearRequests();
    const answer = await preview(REEL);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'platform_off']);
    expect(mockPlatforms.requests).toEqual([]);
    expect(await engineOf(VIDEO)).toBe('native');
    await saved({ platforms: byPlatform(() => true) });
    expect(await engineOf(REEL)).toBe('native');
  });

  it('hide the samples from the page while those are off', async () => {
    const offered = async () => siteSchema.parse((await owner.call('GET', '/api/site')).body).samples;
    expect(await offered()).toBe(true);
    await saved(listOf('native'));
    expect(await offered()).toBe(false);
    await saved(listOf('native', 'sample'));
    expect(await offered()).toBe(true);
  });

  it('tell the page whether an engine that is on may read stories', async () => {
    const reads = async () => siteSchema.parse((await owner.call('GET', '/api/site')).body).readsStories;
    expect(await reads()).toBe(true);
    await saved(listOf('native', 'yt-dlp', 'sample'));
    expect(await reads()).toBe(false);
    await setUp({ host: 'https://other.example', key: 'k'.repeat(16) });
    expect(await reads()).toBe(false);
    await saved(listOf('native', 'provider'));
    expect(await reads()).toBe(true);
  });

  it('reject every revision but the current one, and name who saved since', async () => {
    await saved({ platforms: { ...byPlatform(() => true), instagram: false } });
    await saved({ alerts: { webhook: null, below: 70 } });
    for (const [stale, expected] of [
      [0, [1, 2]],
      [1, [2]],
      [3, []],
    ] as const) {
      const answer = await save(stale, { platforms: byPlatform(() => true) });
      expect([answer.status, answer.code]).toEqual([409, 'conflict']);
      const { since } = engineConflictSchema.parse(answer.body);
      expect(since.map(({ revision }) => revision)).toEqual(expected);
    }
    expect((await shown()).settings).toMatchObject({ revision: 2, platforms: { instagram: false } });
  });

  it('normalize the links for checks, and create no revision for equal values', async () => {
    const { settings } = await saved({
      canaries: {
        ...byPlatform(() => []),
        instagram: ['look: instagram.com/reel/DHarbour001/?utm_source=x'],
        tiktok: ['https://www.tiktok.com/@mara/video/7400000000000000001?lang=en'],
      },
    });
    expect(settings.canaries).toEqual({
      ...byPlatform(() => []),
      instagram: ['https://www.instagram.com/p/DHarbour001/'],
      tiktok: ['https://www.tiktok.com/@mara/video/7400000000000000001'],
    });
    expect((await saved({ canaries: settings.canaries })).settings.revision).toBe(settings.revision);
  });

  it('log who changed what, without a link or a webhook URL', async () => {
    await saved(listOf('provider', 'native'));
    await saved({
      platforms: { ...byPlatform(() => true), tiktok: false },
      canaries: { ...byPlatform(() => []), instagram: ['https://www.instagram.com/p/DHarbour001/'] },
      alerts: { webhook: WEBHOOK, below: 40 },
    });
    await saved({ alerts: { webhook: `${WEBHOOK}2`, below: 40 } });
    await setUp({ host: 'https://extract.harbour.example/secret-part', key: 'k-logged-0123456789' });
    const { entries } = await readActivity(test.database);
    expect(
      entries
        .filter(({ action }) => action === 'engines_saved')
        .toReversed()
        .map(({ actor, subject, before, after }) => [actor, subject, before, after]),
    ).toEqual([
      [
        'Mara',
        'engines',
        // The engines that are not set up are left out.
        'native, provider, sample',
        'provider, native, sample (off)',
      ],
      ['Mara', 'platforms', 'TikTok on', 'TikTok off'],
      [
        'Mara',
        'canaries',
        loggedFor(byPlatform(() => '0')),
        loggedFor({ ...byPlatform(() => '0'), instagram: '1' }),
      ],
      ['Mara', 'alerts', 'below 50%, no webhook', 'below 40%, webhook set'],
      ['Mara', 'alerts', 'webhook set', 'webhook set anew'],
      ['Mara', 'provider', null, 'provider: autolink at extract.harbour.example, with a key'],
    ]);
    expect(test.log()).not.toContain('hooks.harbour.example');
    expect(test.log()).not.toContain('DHarbour001');
  });

  it('show the health of each engine, and never the key', async () => {
    await engineOf(REEL);
    // A check is no preview: it counts in none of the figures below.
    expect((await checkPost({ url: REEL, engine: 'native' })).status).toBe(200);
    const answer = await owner.call('GET', ENGINES_PATH);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain(mockPlatforms.providerKey);
    const { health } = adminEnginesSchema.parse(answer.body);
    expect(
      health.find(({ engine, platform }) => engine === 'native' && platform === 'instagram'),
    ).toMatchObject({
      breaker: 'closed',
      lately: { asked: 1, ok: 1 },
      lastSuccess: expect.any(String),
      failures: [],
    });
    expect(
      health.find(({ engine, platform }) => engine === 'provider' && platform === 'tiktok'),
    ).toMatchObject({ state: 'unknown', lately: { asked: 0, ok: 0 }, lastSeen: null });
  });
});

describe('a missing provider', () => {
  it('is reported as not configured, and its engine is skipped while the others are called', async () => {
    test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'provider,native' });
    owner = await openOwner(test, 'Mara');
    const { engines } = await shown();
    expect(engines.find(({ name }) => name === 'provider')).toMatchObject({
      configured: false,
      service: null,
    });
    expect(await engineOf(REEL)).toBe('native');
    await saved(listOf('provider'));
    expect((await preview(REEL)).json()).toMatchObject(NO_ENGINE);
    await close();
  });
});

describe('a change', () => {
  beforeAll(open);
  afterAll(close);

  const twice = ['https://www.instagram.com/p/DHarbour001/', 'https://www.instagram.com/reel/DHarbour001/'];
  const engines = ENGINE_NAMES.map((name) => ({ name, on: true }));
  it.each([
    ['an unknown part', { speed: 1 }, 'body_invalid'],
    ['an engine that is missing', { engines: engines.slice(1) }, 'body_invalid'],
    ['an engine given twice', { engines: [...engines.slice(1), engines[1]] }, 'body_invalid'],
    ['an unknown engine', { engines: [...engines.slice(1), { name: 'x', on: true }] }, 'body_invalid'],
    [
      'an unknown field of an engine',
      { engines: engines.map((engine) => ({ ...engine, weight: 1 })) },
      'body_invalid',
    ],
    ['a platform that is missing', { platforms: { instagram: true } }, 'body_invalid'],
    ['a switch as text', { platforms: { ...byPlatform(() => true), instagram: 'yes' } }, 'body_invalid'],
    [
      'a link of the other platform',
      { canaries: { ...byPlatform(() => []), instagram: [VIDEO] } },
      'canary_invalid',
    ],
    ['no link', { canaries: { ...byPlatform(() => []), instagram: ['hello'] } }, 'canary_invalid'],
    ['one post twice', { canaries: { ...byPlatform(() => []), instagram: twice } }, 'canary_duplicate'],
    ['six links', { canaries: { ...byPlatform(() => []), instagram: Array(6).fill(REEL) } }, 'body_invalid'],
    ['a plain webhook', { alerts: { webhook: 'http://a.example', below: 50 } }, 'webhook_invalid'],
    ['a webhook with a user', { alerts: { webhook: 'https://a:b@a.example', below: 50 } }, 'webhook_invalid'],
    ['a webhook that is no URL', { alerts: { webhook: 'a.example', below: 50 } }, 'webhook_invalid'],
    ['a webhook on a port', { alerts: { webhook: 'https://a.example:8443', below: 50 } }, 'webhook_invalid'],
    ['a webhook at an IP address', { alerts: { webhook: 'https://10.0.0.1', below: 50 } }, 'webhook_invalid'],
    ['a threshold of nothing', { alerts: { webhook: null, below: 0 } }, 'body_invalid'],
    ['half a percent', { alerts: { webhook: null, below: 50.5 } }, 'body_invalid'],
    ['no object', 'engines', 'body_invalid'],
  ])('is rejected with %s', async (_what, change, code) => {
    const answer = await save(0, change);
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect((await shown()).settings.revision).toBe(0);
  });
});

describe('checking a link', () => {
  beforeEach(open);
  afterEach(close);

  it('reads it with every engine that is on, and describes the post', async () => {
    const results = await resultsOf({ url: REEL });
    expect(results).toMatchObject([
      { engine: 'native', route: 'direct', finding: 'post', found: { type: 'reels', items: 1 } },
      { engine: 'provider', route: null, finding: 'post', found: { type: 'reels', items: 1 } },
    ]);
    expect(results?.[0]?.found?.qualities.length).toBeGreaterThan(0);
    expect((await shown()).reach).toBeNull();
  });

  it('calls only the named engine, switched off or not, and bypasses the cache', async () => {
    await saved(listOf('native'));
    await engineOf(REEL);
    mockPlatforms.clearRequests();
    expect(await resultsOf({ url: REEL, engine: 'provider' })).toMatchObject([
      { engine: 'provider', finding: 'post' },
    ]);
    expect(mockPlatforms.requests.length).toBeGreaterThan(0);
    const again = await resultsOf({ url: REEL, engine: 'native' });
    expect(again).toMatchObject([{ engine: 'native', finding: 'post' }]);
    expect(again?.[0]?.ms).toBeGreaterThan(0);
  });

  it('works for a platform that is switched off', async () => {
    await saved({ platforms: byPlatform(() => false) });
    expect(await resultsOf({ url: VIDEO, engine: 'native' })).toMatchObject([{ finding: 'post' }]);
  });

  it('says so when the named engine cannot read the link', async () => {
    const story = 'https://www.instagram.com/stories/mock.user/3400000000000000001/';
    expect(await resultsOf({ url: story, engine: 'native' })).toMatchObject([{ finding: 'unsupported' }]);
  });

  it('says what each engine found when none has the post, and nothing of the link', async () => {
    const results = await resultsOf({ url: 'https://www.instagram.com/reel/DNobodyHas1/' });
    expect(results?.map(({ engine, finding, found }) => [engine, finding, found])).toEqual([
      ['native', 'gone', undefined],
      ['provider', 'gone', undefined],
    ]);
    expect(JSON.stringify(results)).not.toContain('DNobodyHas1');
    expect(test.log()).not.toContain('DNobodyHas1');
  });

  it.each([
    [{ url: 'https://example.org/x' }, 'link_invalid'],
    [{ url: 5 }, 'link_invalid'],
    [{ url: REEL, type: 'video' }, 'body_invalid'],
    [{ url: REEL, engine: 'x' }, 'body_invalid'],
  ])('is rejected as %j', async (body, code) => {
    expect((await checkPost(body)).code).toBe(code);
  });

  it('is limited, whoever requests it from wherever', async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => checkPost({ url: 'https://example.org/' })),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
  });
});
