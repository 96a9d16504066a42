import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { clip, POST_ROUTE, polaris, route } from '../platforms/instagram/instagram-page-data.ts';
import { linkTo } from '../platforms/link-to.ts';
import { page } from '../platforms/native-answers.ts';
import { withoutCause } from '../without-cause.ts';
import {
  type Canned,
  createFakeOutboundClient,
  type FakeOutboundClient,
  neverAborted,
} from './fake-outbound-client.ts';

const PAUSE_MS = 3 * 60 * 1_000;
const PROBE_MS = 60 * 1_000;
const SHELL: Canned = { body: page(route(POST_ROUTE)) };
const UNREADABLE: Canned = { body: page({ a_new_layout: true }) };
const BROKEN: Canned = { body: '<div class="EmbedBrokenMedia"></div>' };
const CHALLENGE: Canned = { body: 'Please wait...<p id="cs"></p><p id="wci"></p>' };
const GOOD = 'GoodReel-01';
const codes = (count: number) => Array.from({ length: count }, (_, index) => `OddReel-${100 + index}`);

let clock: ManualClock;
let outbound: FakeOutboundClient;
let engine: Engine;
let isOnlyNetwork: boolean;
let asked = 0;
const nextNetwork = (): string => {
  asked += 1;
  return `network ${asked}`;
};
/** Reads a post for a visitor; by default each time for another one. */
const read = async (
  id: string,
  platform: PlatformId = 'instagram',
  network = nextNetwork(),
): Promise<EngineOutcome> =>
  withoutCause(
    await engine.extract(linkTo(platform, id), neverAborted, {
      run: { post: `${platform} ${id}`, network, budget: 'visitor', isOnlyNetwork },
    }),
  );
const serve = (answer: (path: string) => Canned): void => {
  outbound = createFakeOutboundClient(answer);
  engine = createNativeEngine({ clients: { direct: outbound }, now: clock.now });
};
/** Serves Instagram with one good post. `odd` is the page of every other post, `embed` every embed. */
const serveInstagram = (odd: Canned, embed: Canned = BROKEN): void =>
  serve((path) => {
    if (path.includes('/embed/')) return embed;
    return path.includes(GOOD) ? { body: page(polaris(clip({ code: GOOD }), GOOD)) } : odd;
  });
const requestCount = (part: string): number => outbound.paths().filter((path) => path.includes(part)).length;
const embedRequests = (): number => requestCount('/embed');
const pageRequests = (): number => outbound.paths().length - embedRequests();

beforeEach(() => {
  clock = createManualClock();
  isOnlyNetwork = false;
});

describe("the pause of Instagram's post pages", () => {
  it.each([
    ['a page without its post', SHELL],
    ['an unreadable page', UNREADABLE],
    ['an empty page', { body: '' }],
  ])('does not begin after %s for one post, however often it is requested', async (_what, odd) => {
    serveInstagram(odd);
    for (let time = 0; time < 5; time += 1) expect((await read('OddReel-100')).ok).toBe(false);
    expect((await read(GOOD)).ok).toBe(true);
  });

  it.each([
    ['pages without their post', SHELL, 'rate_limited', undefined],
    ['unreadable pages', UNREADABLE, 'failed', 'page_unreadable'],
    [
      'pages of another post',
      { body: page(polaris(clip({ code: 'Another-001' }), 'Another-001')) },
      'failed',
    ],
  ])('begins after %s for five posts of several networks, and ends with a probe', async (...row) => {
    const [, odd, code, reason] = row;
    serveInstagram(odd);
    for (const one of codes(5)) await read(one);
    expect(await read(GOOD)).toMatchObject({ code, ...(reason === undefined ? {} : { reason }) });
    expect(outbound.paths()).not.toContain(`/p/${GOOD}/`);
    await clock.advance(PROBE_MS);
    expect((await read(GOOD)).ok).toBe(true);
    // The probe was good, so every page is requested again.
    for (const one of codes(3)) {
      await read(one);
      expect((await read(GOOD)).ok).toBe(true);
    }
  });

  it('goes on while the probes are bad, one at a time', async () => {
    serveInstagram(SHELL);
    for (const code of codes(5)) await read(code);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      await clock.advance(seconds * 1_000 - 1);
      const early = pageRequests();
      await read(GOOD);
      expect(pageRequests()).toBe(early);
      await clock.advance(1);
      const before = pageRequests();
      for (const code of codes(9)) await read(code);
      expect(pageRequests() - before).toBe(1);
    }
  });

  it('begins after five odd posts of one visitor only while it is the sole visitor', async () => {
    serveInstagram(SHELL);
    for (const code of codes(12)) await read(code, 'instagram', 'attacker');
    expect((await read(GOOD)).ok).toBe(true);
    isOnlyNetwork = true;
    serveInstagram(SHELL);
    for (const code of codes(5)) await read(code, 'instagram', 'attacker');
    expect((await read(GOOD, 'instagram', 'attacker')).ok).toBe(false);
    isOnlyNetwork = false;
    const others = Array.from({ length: 5 }, () => read(GOOD));
    expect((await Promise.all(others)).map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  });

  it('does not begin when a good page came between', async () => {
    serveInstagram(SHELL);
    for (const code of codes(12)) {
      await read(code);
      expect((await read(GOOD)).ok).toBe(true);
    }
  });

  it('does not begin after odd pages more than five minutes apart', async () => {
    serveInstagram(SHELL);
    for (const code of codes(4)) await read(code);
    await clock.advance(5 * 60 * 1_000);
    await read('OddReel-200');
    expect((await read(GOOD)).ok).toBe(true);
  });

  it.each<[string, Canned]>([
    ['a challenge', { status: 302, headers: { location: '/challenge/?next=x' } }],
    ['a throttle page', { status: 429 }],
  ])('begins at once after %s, for three minutes', async (_what, wall) => {
    serveInstagram(wall);
    await read('OddReel-100');
    expect(await read(GOOD)).toMatchObject({ code: 'rate_limited' });
    await clock.advance(PAUSE_MS - 1);
    expect(await read(GOOD)).toMatchObject({ code: 'rate_limited' });
    expect(outbound.paths()).not.toContain(`/p/${GOOD}/`);
    await clock.advance(1);
    expect((await read(GOOD)).ok).toBe(true);
  });

  it('lasts as long as the platform says, but at most half an hour', async () => {
    serveInstagram({ status: 429, headers: { 'retry-after': '86400' } });
    await read('OddReel-100');
    await clock.advance(30 * 60 * 1_000 - 1);
    expect((await read(GOOD)).ok).toBe(false);
    await clock.advance(1);
    expect((await read(GOOD)).ok).toBe(true);
  });

  it('never answers with what only one post can be', async () => {
    serveInstagram({ body: page({ xig_polaris_media: { if_not_gated_logged_out: null } }) });
    for (const code of codes(9)) await read(code);
    expect((await read(GOOD)).ok).toBe(true);
  });
});

describe('requests while a platform refuses', () => {
  it('are five of each kind for twelve throttled reels, which are reported as rate-limited', async () => {
    serveInstagram(SHELL);
    for (const code of codes(12)) {
      expect(await read(code)).toMatchObject({ code: 'rate_limited', terminal: false });
    }
    expect([pageRequests(), embedRequests()]).toEqual([5, 5]);
  });

  it('continue for a working embed while the pages are paused', async () => {
    const graph = (code: string) => ({
      shortcode: code,
      is_video: true,
      video_url: `https://scontent.cdninstagram.com/v/${code}.mp4`,
    });
    serve((path) => {
      if (!path.includes('/embed/')) return { status: 429 };
      const context = JSON.stringify({ gql_data: { shortcode_media: graph(path.split('/')[2] ?? '') } });
      return { body: `<script>${JSON.stringify({ contextJSON: context })}</script>` };
    });
    for (const code of codes(12)) expect((await read(code)).ok).toBe(true);
    expect([pageRequests(), embedRequests()]).toEqual([1, 12]);
  });

  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => `74111111111111111${10 + index}`);

  it('are four for twenty TikTok posts under a challenge', async () => {
    serve(() => CHALLENGE);
    for (const id of ids(20)) expect(await read(id, 'tiktok')).toMatchObject({ code: 'rate_limited' });
    expect([pageRequests(), embedRequests()]).toEqual([3, 1]);
    await clock.advance(PAUSE_MS);
    await read(ids(1)[0] ?? '', 'tiktok');
    expect([pageRequests(), embedRequests()]).toEqual([6, 2]);
  });

  it('continue for other TikTok pages after one post required a login', async () => {
    serve((path) => {
      if (path.includes('/embed/') || path.includes(ids(1)[0] ?? ''))
        return { url: 'https://www.tiktok.com/login' };
      const item = { id: path.split('/').at(-1), video: { playAddr: 'https://v16.tiktokcdn.com/a/' } };
      const scope = { 'webapp.video-detail': { statusCode: 0, itemInfo: { itemStruct: item } } };
      return { body: `<script>${JSON.stringify({ __DEFAULT_SCOPE__: scope })}</script>` };
    });
    const [walled = '', open = ''] = ids(2);
    for (let time = 0; time < 5; time += 1)
      expect(await read(walled, 'tiktok')).toMatchObject({ reason: 'posts_withheld' });
    expect((await read(open, 'tiktok')).ok).toBe(true);
  });

  it('do not pause for TikTok posts whose own data says they are private', async () => {
    const openId = ids(9).at(-1) ?? '';
    serve((path) => {
      if (path.includes('/embed/')) return { body: '<p>nothing</p>' };
      const id = path.split('/').at(-1);
      const item =
        id === openId
          ? { id, video: { playAddr: 'https://v16.tiktokcdn.com/a/' } }
          : { id, privateItem: true };
      const scope = { 'webapp.video-detail': { statusCode: 0, itemInfo: { itemStruct: item } } };
      return { body: `<script>${JSON.stringify({ __DEFAULT_SCOPE__: scope })}</script>` };
    });
    for (const id of ids(4)) expect(await read(id, 'tiktok')).toMatchObject({ code: 'private' });
    expect((await read(openId, 'tiktok')).ok).toBe(true);
  });
});
