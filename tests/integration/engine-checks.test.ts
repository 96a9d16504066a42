import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdminEngines,
  adminEnginesSchema,
  checkedPlatformSchema,
  type EngineSettingsChange,
} from '../../src/shared/contract/engines.ts';
import { statusReportSchema } from '../../src/shared/contract/status.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { type AccountBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ENGINES_PATH = '/api/admin/engines';
const MANY = 20;
const AGAIN_SECONDS = 15 * 60;

const linkOf = (name: string): string => {
  const link = mockPosts.find((post) => post.name === name)?.links[0];
  if (link === undefined) throw new Error(`there is no post named ${name}`);
  return link;
};
const VIDEO = linkOf('tiktok video');
const NOBODY_HAS = 'https://www.instagram.com/p/DNobodyHas1/';

let mockPlatforms: MockPlatforms;
let test: TestApp;
let owner: AccountBrowser;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
beforeEach(async () => {
  test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' });
  owner = await openOwner(test, 'Mara');
});
afterEach(() => test.app.close());

const shown = async (): Promise<AdminEngines> =>
  adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body);
const save = async (change: EngineSettingsChange): Promise<void> => {
  const { revision } = (await shown()).settings;
  const answer = await owner.call('PATCH', ENGINES_PATH, { revision, change });
  expect(answer.status, answer.detail ?? '').toBe(200);
};
const check = (platform: string) => owner.call('POST', `${ENGINES_PATH}/check`, { platform });
const never = { lastAt: null, worked: null, againAt: null };

describe('an engine check on request', () => {
  it('tries the next configured post at once, and counts as a self-test', async () => {
    await save({ canaries: { ...byPlatform(() => []), tiktok: [VIDEO] } });
    expect((await shown()).checks).toEqual(byPlatform(() => never));
    mockPlatforms.clearRequests();
    expect(checkedPlatformSchema.parse((await check('tiktok')).body)).toMatchObject({ problem: null });
    expect(mockPlatforms.requests.length).toBeGreaterThan(0);
    const { checks, health } = await shown();
    expect(checks.instagram).toEqual(never);
    expect(checks.tiktok.worked).toBe(true);
    expect(Date.parse(checks.tiktok.againAt ?? '') - Date.parse(checks.tiktok.lastAt ?? '')).toBe(
      AGAIN_SECONDS * 1_000,
    );
    expect(health.find(({ platform }) => platform === 'tiktok')).toMatchObject({
      lately: { asked: 0, ok: 0 },
      lastSuccess: expect.any(String),
    });
    const status = await test.app.inject({ url: '/api/status', headers: { host: 'localhost' } });
    const { previews } = statusReportSchema.parse(status.json());
    expect([previews.instagram.lastSeen, previews.tiktok.lastSeen]).toEqual([null, expect.any(String)]);
  });

  it("reports the failure in a visitor's words, without details of the post", async () => {
    await save({ canaries: { ...byPlatform(() => []), instagram: [NOBODY_HAS] } });
    const answer = await check('instagram');
    expect(checkedPlatformSchema.parse(answer.body).problem?.sentence).toMatch(/\w/);
    expect((await shown()).checks.instagram.worked).toBe(false);
    expect(JSON.stringify(answer.body) + test.log()).not.toContain('DNobodyHas1');
  });

  it('runs at most once in a quarter of an hour, however many request it', async () => {
    await save({ canaries: { ...byPlatform(() => []), tiktok: [VIDEO] } });
    mockPlatforms.clearRequests();
    const answers = await Promise.all(Array.from({ length: MANY }, () => check('tiktok')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code === 'rate_limited');
    expect(refused).toHaveLength(MANY - 1);
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(AGAIN_SECONDS);
    }
    expect(mockPlatforms.requests.filter(({ path }) => path.startsWith('/@_/video/'))).toHaveLength(1);
  });

  it('is rejected where there is nothing to check, without calling an engine', async () => {
    mockPlatforms.clearRequests();
    expect(await check('tiktok')).toMatchObject({ status: 409, code: 'check_unwanted' });
    await save({
      canaries: { ...byPlatform(() => []), tiktok: [VIDEO] },
      platforms: { ...byPlatform(() => true), tiktok: false },
    });
    expect(await check('tiktok')).toMatchObject({ status: 409, code: 'check_unwanted' });
    expect(await check('sample')).toMatchObject({ status: 400, code: 'body_invalid' });
    expect(
      await owner.call('POST', `${ENGINES_PATH}/check`, { platform: 'tiktok', link: VIDEO }),
    ).toMatchObject({
      code: 'body_invalid',
    });
    expect([mockPlatforms.requests, (await shown()).checks.tiktok]).toEqual([[], never]);
  });

  it("is accepted only from the site's own pages", async () => {
    await save({ canaries: { ...byPlatform(() => []), tiktok: [VIDEO] } });
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await test.app.inject({
      method: 'POST',
      url: `${ENGINES_PATH}/check`,
      headers: { host: 'localhost', origin: 'https://elsewhere.example', cookie },
      payload: { platform: 'tiktok' },
    });
    expect(answer.json()).toMatchObject({ status: 403, code: 'origin_foreign' });
    expect((await shown()).checks.tiktok).toEqual(never);
  });
});
