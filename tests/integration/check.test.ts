import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHECK_POSTS } from '../../src/server/platforms/check-posts.ts';
import type { CheckFinding } from '../../src/shared/contract/check.ts';
import { type Check, checkSchema } from '../../src/shared/contract/check.ts';
import { adminEnginesSchema } from '../../src/shared/contract/engines.ts';
import { statusReportSchema } from '../../src/shared/contract/status.ts';
import { byPlatform, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ENGINES_PATH = '/api/admin/engines';
/** A check must end within thirty seconds. */
const CHECK_MAX_MS = 30_000;

const goodPost = (platform: PlatformId): string => {
  const link = mockPosts.find((post) => post.platform === platform)?.links[0];
  if (link === undefined) throw new Error(`there is no post on ${platform}`);
  return link;
};

let mockPlatforms: MockPlatforms;
let refusing: Server;
let test: TestApp;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  refusing = createServer((_request, response) => response.writeHead(403).end('no')).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
});
afterAll(async () => {
  refusing.close();
  await mockPlatforms.close();
});
afterEach(() => test.app.close());

/** Runs the check of an owner who has chosen these posts. Returns its result, and how a later request shows it. */
const checkWith = async (posts: Partial<Record<PlatformId, string>>, routes = mockPlatforms.routes) => {
  test = await createTestApp({ UPSTREAM_ROUTES: routes, ENGINES: 'native' });
  const owner = await openOwner(test, 'Mara');
  const { revision } = adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body).settings;
  const canaries = byPlatform((platform) => (posts[platform] === undefined ? [] : [posts[platform]]));
  await owner.call('PATCH', ENGINES_PATH, { revision, change: { canaries } });
  const check = checkSchema.parse((await owner.call('POST', `${ENGINES_PATH}/check`, {})).body);
  const again = await owner.call('POST', `${ENGINES_PATH}/check`, {});
  const shown = adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body).reach;
  return { owner, check, shown, again };
};

const findingsOf = ({ platforms }: Check): Partial<Record<PlatformId, CheckFinding | undefined>> =>
  Object.fromEntries(platforms.map(({ platform, results }) => [platform, results[0]?.finding]));

const onlyTo = (port: number): string =>
  ['*.instagram.com', '*.tiktok.com'].map((host) => `${host}=http://127.0.0.1:${port}`).join(',');

describe('the check of what this server can read', () => {
  it('stores its result for the panel, counts for no status if it read the posts, and runs once a minute', async () => {
    const { check, shown, again } = await checkWith(byPlatform(goodPost));
    expect(findingsOf(check)).toEqual({ instagram: 'post', tiktok: 'post' });
    expect(check.platforms.map(({ isOwnPost }) => isOwnPost)).toEqual([true, true]);
    expect(shown).toEqual(check);
    expect(again.status).toBe(429);
    const status = await test.app.inject({ url: '/api/status', headers: { host: 'localhost' } });
    expect(status.json().previews).toMatchObject({
      instagram: { state: 'unknown' },
      tiktok: { state: 'unknown' },
    });
    expect(test.log()).not.toContain('instagram.com/');
  });

  it('is marked once the engines are others than it was made with, and no more as soon as they are the same', async () => {
    const { owner, check } = await checkWith(byPlatform(goodPost));
    expect(check.outdated).toBe(false);
    const shown = async () => adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body);
    const { settings } = await shown();
    const switched = async (on: boolean) => {
      const { revision } = (await shown()).settings;
      const engines = settings.engines.map((engine) =>
        engine.name === 'native' ? { ...engine, on } : engine,
      );
      const saved = await owner.call('PATCH', ENGINES_PATH, { revision, change: { engines } });
      return adminEnginesSchema.parse(saved.body).reach?.outdated;
    };
    expect(await switched(false)).toBe(true);
    expect((await shown()).reach?.outdated).toBe(true);
    expect(await switched(true)).toBe(false);
  });

  it.each([
    ['page-login-wall', 'login_wall', 'page-challenge', 'challenge'],
    ['page-throttled', 'empty_page', 'page-unreadable', 'unreadable'],
    ['page-limited', 'limited', 'page-private', 'private'],
  ] as const)('names %s and %s', async (onInstagram, first, onTikTok, second) => {
    const { check } = await checkWith({
      instagram: faultLink(onInstagram, 'instagram'),
      tiktok: faultLink(onTikTok, 'tiktok'),
    });
    expect(findingsOf(check)).toEqual({ instagram: first, tiktok: second });
    expect(check.ms).toBeLessThan(CHECK_MAX_MS);
  });

  it('names a refused address', async () => {
    const { check } = await checkWith({}, onlyTo((refusing.address() as AddressInfo).port));
    expect(findingsOf(check)).toEqual({ instagram: 'refused', tiktok: 'refused' });
  });

  it('names a missing network', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const { check } = await checkWith({}, onlyTo(port));
    expect(findingsOf(check)).toEqual({ instagram: 'no_network', tiktok: 'no_network' });
  });

  it('says that a built-in post is gone, which is not one of the owner', async () => {
    for (const { url } of Object.values(CHECK_POSTS).flat()) mockPlatforms.setPageFault(url, 'gone');
    onTestFinished(() => mockPlatforms.resetFaults());
    const { check } = await checkWith({});
    expect(findingsOf(check)).toEqual({ instagram: 'gone', tiktok: 'gone' });
    expect(check.platforms.map(({ isOwnPost }) => isOwnPost)).toEqual([false, false]);
  });
});

describe('a check that failed', () => {
  const statesOf = async (owner: Awaited<ReturnType<typeof openOwner>>) => {
    const { previews, engines, causes } = statusReportSchema.parse(
      (await test.app.inject({ url: '/api/status' })).json(),
    );
    const { health } = adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body);
    const rows = (shown: readonly { engine: string; platform: string; state: string }[]) =>
      shown.flatMap(({ engine, platform, state }) =>
        state === 'unknown' ? [] : `${engine} ${platform} ${state}`,
      );
    return {
      ...byPlatform((platform) => previews[platform].state),
      cause: causes.tiktok,
      status: rows(engines),
      panel: rows(health),
    };
  };

  it('is in the status and in the row of the engine until previews tell more', async () => {
    const { owner } = await checkWith({
      instagram: goodPost('instagram'),
      tiktok: faultLink('page-unreadable', 'tiktok'),
    });
    expect(await statesOf(owner)).toEqual({
      instagram: 'unknown',
      tiktok: 'failing',
      cause: 'unreadable',
      status: ['native tiktok failing'],
      panel: ['native tiktok failing'],
    });
    await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url: goodPost('tiktok') } });
    expect(await statesOf(owner)).toEqual({
      instagram: 'unknown',
      tiktok: 'working',
      cause: null,
      status: ['native tiktok working'],
      panel: ['native tiktok working'],
    });
  });

  it('says nothing if the post is private', async () => {
    const { owner } = await checkWith(byPlatform((platform) => faultLink('page-private', platform)));
    expect(await statesOf(owner)).toMatchObject({ instagram: 'unknown', tiktok: 'unknown', panel: [] });
  });

  it('of the timer is there too', async () => {
    test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' }, undefined, {
      monitorEveryMs: 50,
    });
    const owner = await openOwner(test, 'Mara');
    const canaries = { ...byPlatform(() => []), tiktok: [faultLink('page-unreadable', 'tiktok')] };
    await owner.call('PATCH', ENGINES_PATH, { revision: 0, change: { canaries } });
    await expect
      .poll(() => statesOf(owner), { timeout: 30_000 })
      .toEqual({
        instagram: 'unknown',
        tiktok: 'failing',
        cause: 'unreadable',
        status: ['native tiktok failing'],
        panel: ['native tiktok failing'],
      });
  });
});
