import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSchema } from '#shared/contract/check.ts';
import { type AdminEngines, adminEnginesSchema, engineConflictSchema } from '#shared/contract/engines.ts';
import { postSchema } from '#shared/contract/preview.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { type AccountBrowser, openOwner } from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const ENGINES_PATH = '/api/admin/engines';
const KEY = 'k-setup-0123456789';
const SERVICE = 'https://api.service.example';

const linkOf = (name: string): string => mockPosts.find((one) => one.name === name)?.links[0] ?? '';
const VIDEO = linkOf('tiktok video');
const REEL = linkOf('instagram reel');

let mockPlatforms: MockPlatforms;
let test: TestApp;
let owner: AccountBrowser;

beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
beforeEach(async () => {
  test = await createTestApp(
    {
      UPSTREAM_ROUTES: mockPlatforms.routes,
      ENGINES: 'native',
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: mockPlatforms.providerKey,
    },
    undefined,
    { limits: createGenerousLimits(TEST_SECRET, { linkTries: { limit: 6, seconds: 60 } }) },
  );
  owner = await openOwner(test, 'Mara');
  const { revision } = (await shown()).settings;
  const canaries = byPlatform((platform) => [platform === 'tiktok' ? VIDEO : REEL]);
  const saved = await owner.call('PATCH', ENGINES_PATH, { revision, change: { canaries } });
  expect(saved.status, saved.detail ?? '').toBe(200);
});
afterEach(() => {
  mockPlatforms.setProviderFault(null);
  return test.app.close();
});

const shown = async (): Promise<AdminEngines> =>
  adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body);
const put = async (provider: object | null, revision?: number) =>
  owner.call('PATCH', ENGINES_PATH, {
    revision: revision ?? (await shown()).settings.revision,
    change: { provider },
  });
const putWell = async (provider: object) => {
  const answered = await put(provider);
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return adminEnginesSchema.parse(answered.body);
};
/** Checks the provider, as the panel does after a save, and returns what it found on each platform. */
const check = async (url?: string) => {
  const answered = await owner.call('POST', `${ENGINES_PATH}/check`, { engine: 'provider', url });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return checkSchema.parse(answered.body).platforms.map(({ platform, isOwnPost, results }) => ({
    platform,
    isOwnPost,
    findings: results.map(({ finding }) => finding),
  }));
};
const isOn = async () => (await shown()).settings.engines.find(({ name }) => name === 'provider')?.on;
const useOnlyProvider = async (): Promise<void> => {
  const { revision, engines } = (await shown()).settings;
  const change = { engines: engines.map((engine) => ({ ...engine, on: engine.name === 'provider' })) };
  await owner.call('PATCH', ENGINES_PATH, { revision, change });
};
const engineOf = async (url: string): Promise<string> => {
  const answered = await test.app.inject({
    method: 'POST',
    url: '/api/preview',
    payload: { url },
    headers: { host: 'localhost' },
  });
  expect(answered.statusCode, answered.body).toBe(200);
  return postSchema.parse(answered.json()).engine;
};
const listed = async () => (await shown()).engines.find(({ name }) => name === 'provider');
/** Everything the database holds, as text. */
const stored = async (): Promise<string> =>
  JSON.stringify([
    await test.database.query.selectFrom('site_state').selectAll().execute(),
    await test.database.query.selectFrom('activity').selectAll().execute(),
  ]);

describe('a provider set up in the panel', () => {
  it('is saved with its key sealed, checked, and asked from the next preview on', async () => {
    const { hostname } = new URL(mockPlatforms.openProvider);
    const saved = await putWell({
      service: 'download',
      host: ` ${mockPlatforms.openProvider.toUpperCase()}`,
      key: KEY,
    });
    expect(await check()).toEqual([
      { platform: 'instagram', isOwnPost: true, findings: ['post'] },
      { platform: 'tiktok', isOwnPost: true, findings: ['post'] },
    ]);
    expect(saved.settings.provider).toMatchObject({
      service: 'download',
      host: `${mockPlatforms.openProvider}/`,
      hasKey: true,
    });
    expect(await listed()).toMatchObject({
      configured: true,
      key: 'present',
      service: { name: 'download', host: hostname },
    });
    await useOnlyProvider();
    mockPlatforms.clearRequests();
    expect(await engineOf(REEL)).toBe('provider');
    const calls = mockPlatforms.requests.filter(({ path }) => path === '/download');
    expect(calls.map(({ host, headers }) => [host, headers['x-rapidapi-key']])).toEqual([[hostname, KEY]]);
    const answers = await owner.call('GET', ENGINES_PATH);
    for (const text of [await stored(), test.log(), JSON.stringify([saved, answers])])
      expect(text).not.toContain(KEY);
  });

  it('is saved although it reads nothing, and the check says why', async () => {
    const host = mockPlatforms.openProvider;
    const saved = await putWell({ service: 'download', host, key: null });
    expect(saved.settings.provider?.hasKey).toBe(false);
    const own = { platform: 'instagram', isOwnPost: true };
    expect(await check('https://www.instagram.com/reel/DNobodyHas1/')).toEqual([
      { ...own, findings: ['gone'] },
    ]);
    mockPlatforms.setProviderFault('key');
    await putWell({ service: 'download', host, key: 'a-wrong-key' });
    expect(await check(REEL)).toEqual([{ ...own, findings: ['service_key'] }]);
    mockPlatforms.setProviderFault(null);
    await putWell({ service: 'tikwm', host });
    expect(await check(REEL)).toEqual([{ ...own, findings: ['unsupported'] }]);
    expect((await check()).map(({ platform }) => platform)).toEqual(['tiktok']);
  });

  it.each([
    ['plain http', 'http://api.service.example'],
    ['a private address', 'https://10.0.0.1/'],
    ['a local name', 'https://localhost/'],
    ['a port', 'https://api.service.example:8443/'],
    ['a password', 'https://k:y@api.service.example/'],
    ['no address', 'api'],
  ])('is refused at %s', async (_what, host) => {
    const answered = await put({ service: 'download', host, key: KEY });
    expect([answered.status, answered.code]).toEqual([400, 'provider_invalid']);
    expect((await shown()).settings.provider).toBeNull();
  });

  it.each([
    ['an unknown service', { service: 'hiker', host: SERVICE }],
    ['a definition', { service: 'download', host: SERVICE, definition: '{}' }],
    ['a key of several lines', { service: 'download', host: SERVICE, key: 'a\nb: c' }],
    ['an empty key', { service: 'download', host: SERVICE, key: '' }],
    ['a further field', { service: 'download', host: SERVICE, isFromEnvironment: true }],
  ])('is refused with %s', async (_what, provider) => {
    expect(await put(provider)).toMatchObject({ status: 400, code: 'body_invalid' });
  });

  it('replaces the one of the environment, never gets its key, and gives way when it is removed', async () => {
    await putWell({ service: 'download', host: mockPlatforms.openProvider });
    await useOnlyProvider();
    mockPlatforms.clearRequests();
    expect(await engineOf(REEL)).toBe('provider');
    expect(JSON.stringify(mockPlatforms.requests)).not.toContain(mockPlatforms.providerKey);
    expect(await listed()).toMatchObject({ configured: true, key: 'optional' });
    expect((await shown()).health.some(({ engine }) => engine === 'provider')).toBe(true);
    expect((await put(null)).status).toBe(200);
    expect((await shown()).settings.provider).toBeNull();
    mockPlatforms.clearRequests();
    expect(await engineOf(REEL)).toBe('provider');
    expect(JSON.stringify(mockPlatforms.requests)).toContain(mockPlatforms.providerKey);
    expect(await listed()).toMatchObject({ key: 'present' });
  });

  it('is not saved or removed on another revision', async () => {
    const { revision } = (await shown()).settings;
    mockPlatforms.clearRequests();
    const saving = await put({ service: 'download', host: mockPlatforms.openProvider }, revision - 1);
    for (const answered of [saving, await put(null, revision - 1)]) {
      expect([answered.status, answered.code]).toEqual([409, 'conflict']);
      expect(engineConflictSchema.parse(answered.body).since).toMatchObject([
        { author: 'Mara', changed: ['canaries'] },
      ]);
    }
    expect(mockPlatforms.requests).toEqual([]);
    expect((await shown()).settings.revision).toBe(revision);
  });

  it('is switched on by a check that reads a post with it, and off by one that reads none', async () => {
    const settle = async () => {
      const answered = await owner.call('POST', `${ENGINES_PATH}/check`, {
        engine: 'provider',
        switches: true,
      });
      expect(answered.status).toBe(200);
      return isOn();
    };
    await putWell({ service: 'download', host: mockPlatforms.openProvider, key: KEY });
    expect(await settle()).toBe(true);
    mockPlatforms.setProviderFault('key');
    expect(await settle()).toBe(false);
    mockPlatforms.setProviderFault(null);
    await check();
    expect(await isOn()).toBe(false);
    expect(await settle()).toBe(true);
  });

  it('begins switched off where none was set up, and is saved with the other settings', async () => {
    await test.app.close();
    test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'provider,native' });
    owner = await openOwner(test, 'Mara');
    const provider = { service: 'download', host: mockPlatforms.openProvider, key: KEY };
    const alerts = { webhook: null, below: 30 };
    expect(await isOn()).toBe(true);
    const saved = await owner.call('PATCH', ENGINES_PATH, { revision: 0, change: { provider, alerts } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await shown()).settings).toMatchObject({ revision: 1, alerts, provider: { hasKey: true } });
    expect(await isOn()).toBe(false);
  });

  it('keeps its key while the host stays, and never sends it to another', async () => {
    await putWell({ service: 'download', host: mockPlatforms.openProvider, key: KEY });
    mockPlatforms.clearRequests();
    await putWell({ service: 'autolink', host: mockPlatforms.openProvider });
    await check(REEL);
    const asked = mockPlatforms.requests.filter(({ path }) => path === '/v1/social/autolink');
    expect(asked.map(({ headers }) => headers['x-rapidapi-key'])).toEqual([KEY]);
    expect(await listed()).toMatchObject({ key: 'present' });
    mockPlatforms.clearRequests();
    const answered = await put({ service: 'autolink', host: 'https://other.service.example' });
    expect([answered.status, answered.code]).toEqual([400, 'provider_key_missing']);
    expect(mockPlatforms.requests).toEqual([]);
    expect((await shown()).settings.provider?.host).toBe(`${mockPlatforms.openProvider}/`);
  });
});
