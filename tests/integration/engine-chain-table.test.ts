import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { nonTerminal, tentative, terminal } from '../../src/server/extraction/engine-failure.ts';
import type { EngineFailure, EngineOutcome } from '../../src/server/extraction/engine-outcome.ts';
import type { ExtractedPost } from '../../src/server/extraction/extracted-post.ts';
import { detailOf } from '../../src/server/http/problem.ts';
import { OutboundError } from '../../src/server/net/outbound-client.ts';
import { createLogger } from '../../src/server/observability/logger.ts';
import { BREAKER_FAULTS } from '../../src/server/preview/circuit-breaker.ts';
import { runChain } from '../../src/server/preview/engine-chain.ts';
import { createEngineHealthRegistry } from '../../src/server/preview/engine-health-registry.ts';
import { onlyRequester } from '../../src/server/preview/requester.ts';
import { type AssessedOutcome, createWorkLog } from '../../src/server/status/work-log.ts';
import { PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { GONE, LIMITED, NETWORK, PRIVATE, REGION_BLOCKED, UNREADABLE } from '../fault-sentences.ts';
import { VISITOR, visitorOf } from '../requesters.ts';
import { type Canned, createFakeOutboundClient, linkTo } from './fake-outbound-client.ts';
import { CODE, clip, POST_ROUTE, page, polaris, route } from './instagram-answers.ts';

type Answer = Canned | OutboundError;

const POST = 'a post';
const ID = '7411111111111111111';
const DOWN = new OutboundError('unreachable');
const UNKNOWN_LAYOUT: Canned = { body: page({ a_new_layout: 'x'.repeat(3_000) }) };
const EMPTY: Canned = { body: '' };

const graph = { shortcode: CODE, is_video: true, video_url: 'https://scontent.cdninstagram.com/v/a.mp4' };
const slideshow = {
  itemInfos: { id: ID },
  imagePostInfo: { displayImages: [{ urlList: ['https://p16-sign.tiktokcdn-us.com/1.jpeg?x'] }] },
};
const detail = (data: object): Canned => ({
  body: page({ __DEFAULT_SCOPE__: { 'webapp.video-detail': data } }),
});
const film = { id: ID, video: { playAddr: 'https://v16-webapp-prime.us.tiktok.com/video/a/' } };

/** Possible responses of the post's page. */
const PAGES: Readonly<Record<PlatformId, Readonly<Record<string, Answer>>>> = {
  instagram: {
    post: { body: page(polaris(clip())) },
    gone: { body: page(route('comet.igweb.PolarisErrorRoute')) },
    'login wall': { body: page(route('comet.igweb.PolarisCAAIGLoginHomepageRoute')) },
    throttled: { body: page(route(POST_ROUTE)) },
    challenge: { status: 302, headers: { location: '/challenge/?next=x' } },
    unreadable: UNKNOWN_LAYOUT,
    empty: EMPTY,
    'network failure': DOWN,
  },
  tiktok: {
    post: detail({ statusCode: 0, itemInfo: { itemStruct: film } }),
    gone: detail({ statusCode: 10_204, statusMsg: "item doesn't exist", itemInfo: {} }),
    'login wall': { url: 'https://www.tiktok.com/login?x=1', body: 'Log in' },
    throttled: { body: '<html><div id="app"></div></html>' },
    challenge: { body: 'Please wait...<p id="cs"></p><p id="wci"></p>' },
    unreadable: UNKNOWN_LAYOUT,
    empty: EMPTY,
    'network failure': DOWN,
  },
};
/**
 * Possible responses of the embed; on TikTok also of oEmbed, which is requested when the page says the post is gone.
 */
const EMBEDS: Readonly<Record<PlatformId, Readonly<Record<string, Answer>>>> = {
  instagram: {
    post: { body: page({ contextJSON: JSON.stringify({ shortcode_media: graph }) }) },
    broken: { body: '<div class="EmbedBrokenMedia"></div>' },
    '404': { status: 404 },
    '429': { status: 429 },
    unreadable: UNKNOWN_LAYOUT,
    'network failure': DOWN,
  },
  tiktok: {
    post: { body: page({ videoData: slideshow, embed_product_id: ID, author_unique_id: 'river.keeper' }) },
    broken: { status: 400, body: '{"message":"Something went wrong","code":400}' },
    '404': { status: 404 },
    '429': { status: 429 },
    unreadable: UNKNOWN_LAYOUT,
    'network failure': DOWN,
  },
};
const KNOWN: Canned = { body: JSON.stringify({ embed_product_id: ID, author_unique_id: 'river.keeper' }) };

const linkOf = (platform: PlatformId) => linkTo(platform, platform === 'tiktok' ? ID : CODE);
const nativeFor = (pageAnswer: Answer, embed: Answer): Engine => {
  const outbound = createFakeOutboundClient((path) => {
    if (path.startsWith('/oembed')) return embed === EMBEDS.tiktok['post'] ? KNOWN : embed;
    return path.includes('/embed/') ? embed : pageAnswer;
  });
  return createNativeEngine({ outbound });
};
const fixed = (outcome: EngineOutcome): Engine => ({
  name: 'yt-dlp',
  supports: () => true,
  extract: () => Promise.resolve(outcome),
});

const sentenceOf = (outcome: { readonly ok: true } | EngineFailure): string => {
  if (outcome.ok) return POST;
  return detailOf(outcome.code, outcome.reason);
};

/**
 * Creates a function that requests another post from another network each time, while the engines always extract the
 * recorded one.
 */
const previewsFrom = (platform: PlatformId, engines: () => readonly Engine[]) => {
  const registry = createEngineHealthRegistry();
  let count = 0;
  return {
    registry,
    preview: () => {
      count += 1;
      const requestedLink = linkTo(platform, `${linkOf(platform).id.slice(0, -1)}${count}`);
      const reading = engines().map(
        (engine): Engine => ({
          ...engine,
          extract: (_asked, signal) => engine.extract(linkOf(platform), signal),
        }),
      );
      return runChain<ExtractedPost>(reading, requestedLink, (post) => Promise.resolve(post), {
        registry,
        log: createLogger('silent'),
        requesters: onlyRequester(visitorOf(`network ${count}`)),
      });
    },
  };
};

/**
 * Runs the engines in this order. Returns the visitor's message, the status assessment, and the effect on the native
 * engine's circuit.
 */
const run = async (platform: PlatformId, engines: () => readonly Engine[]): Promise<string> => {
  const counted: AssessedOutcome[] = [];
  const work = createWorkLog(
    () => 0,
    (outcome) => counted.push(outcome),
  );
  const { registry, preview: ask } = previewsFrom(platform, engines);
  const outcome = await ask();
  work.preview({ platform, engine: null, ms: 1, outcome: outcome.ok ? { ok: true } : outcome });
  const { lately } = registry.of('native', platform).figures();
  for (let count = 1; count < BREAKER_FAULTS; count += 1) await ask();
  const { breaker } = registry.of('native', platform).figures();
  const effect = breaker === 'closed' ? (lately.ok === lately.asked ? 'answered' : 'limited') : breaker;
  return `${sentenceOf(outcome)} | ${counted[0]?.assessment ?? '-'} | ${lately.asked === 0 ? '-' : effect}`;
};

const AS_POST = `${POST} | worked | answered`;
const AS_GONE = `${GONE} | worked | answered`;
const AS_PRIVATE = `${PRIVATE} | worked | answered`;
const AS_REGION = `${REGION_BLOCKED} | worked | answered`;
const AS_LIMITED = `${LIMITED} | failed | limited`;
const AS_UNREADABLE = `${UNREADABLE} | failed | open`;
const AS_NETWORK = `${NETWORK} | failed | open`;

type Row = Readonly<Record<string, string>>;
const all = (expected: string, but: Row = {}): Row => ({
  post: AS_POST,
  ...Object.fromEntries(
    ['broken', '404', '429', 'unreadable', 'network failure'].map((embed) => [embed, expected]),
  ),
  ...but,
});
const wall = all(AS_LIMITED);
const unreadable = all(AS_UNREADABLE, { '429': AS_LIMITED });
const offline = all(AS_NETWORK, { '429': AS_LIMITED, unreadable: AS_UNREADABLE });

/** Expected results by the page's response, then by the embed's response. */
const EXPECTED: Readonly<Record<PlatformId, Readonly<Record<string, Row>>>> = {
  instagram: {
    post: all(AS_POST),
    gone: all(AS_GONE, { post: AS_GONE }),
    'login wall': wall,
    throttled: wall,
    challenge: wall,
    unreadable,
    empty: unreadable,
    'network failure': offline,
  },
  tiktok: {
    post: all(AS_POST),
    // oEmbed knows a post that the page denies: the post is blocked in this server's region.
    gone: all(AS_GONE, { post: AS_REGION }),
    // TikTok requires an account for posts of its own choice: the post is restricted, the server is not blocked.
    'login wall': all(AS_PRIVATE),
    throttled: wall,
    challenge: wall,
    unreadable: all(AS_UNREADABLE, { '429': AS_LIMITED }),
    empty: wall,
    // An embed answers 400 to a request it rejects.
    'network failure': {
      ...offline,
      broken: `Failed to fetch video: the platform refused to show the post to this server. | failed | open`,
    },
  },
};

const combinations = PLATFORM_IDS.flatMap((platform) =>
  Object.entries(PAGES[platform]).flatMap(([pageName, pageAnswer]) =>
    Object.entries(EMBEDS[platform]).map(([embedName, embed]) => ({
      platform,
      pageName,
      pageAnswer,
      embedName,
      embed,
    })),
  ),
);

describe('message, status and circuit for a page and an embed', () => {
  it.each(combinations)(
    '$platform: $pageName, $embedName',
    async ({ platform, pageName, pageAnswer, embedName, embed }) => {
      const actual = await run(platform, () => [nativeFor(pageAnswer, embed)]);
      expect(actual).toBe(EXPECTED[platform][pageName]?.[embedName]);
      // Only the page itself can report a deleted post; neither a refusal nor an embed can.
      if (pageName !== 'gone') expect(actual).not.toContain(GONE);
    },
  );
});

/** Possible failures of another engine that runs beside the native one. */
const OTHERS: Readonly<Record<string, EngineFailure>> = {
  'an empty answer': tentative('gone'),
  'a limit': nonTerminal('rate_limited'),
  'no network': nonTerminal('network'),
};

describe('message when another engine fails as well, in either order', () => {
  const rows = combinations
    .filter(({ pageName, embedName }) => !['post', 'gone'].includes(pageName) && embedName !== 'post')
    .flatMap((row) => Object.entries(OTHERS).map(([otherName, other]) => ({ ...row, otherName, other })));

  it.each(rows)(
    '$platform: $pageName, $embedName, then $otherName',
    async ({ platform, pageAnswer, embed, other }) => {
      const native = () => nativeFor(pageAnswer, embed);
      const [first = ''] = (await run(platform, () => [native(), fixed(other)])).split(' | ');
      const [second = ''] = (await run(platform, () => [fixed(other), native()])).split(' | ');
      expect(second).toBe(first);
      expect(first).not.toBe(GONE);
      if (other.tentative === true) {
        const [alone] = (await run(platform, () => [native()])).split(' | ');
        expect(first).toBe(alone);
      }
    },
  );

  it('a terminal failure of another engine ends the chain', async () => {
    const native = () => nativeFor(PAGES.instagram['throttled'] ?? DOWN, EMBEDS.instagram['404'] ?? DOWN);
    expect(await run('instagram', () => [native(), fixed(terminal('gone'))])).toBe(
      `${GONE} | worked | limited`,
    );
  });
});

describe('a tentative failure alone', () => {
  it('counts neither as working nor as failing, and opens no circuit', async () => {
    const counted: AssessedOutcome[] = [];
    const work = createWorkLog(
      () => 0,
      (outcome) => counted.push(outcome),
    );
    for (let time = 0; time < 12; time += 1)
      work.preview({ platform: 'instagram', engine: null, ms: 1, outcome: tentative('gone') });
    expect(new Set(counted.map(({ assessment: judged }) => judged))).toEqual(new Set(['nothing']));
    expect(work.status().previews.instagram.state).not.toBe('working');
    const { registry, preview: ask } = previewsFrom('instagram', () => [
      { ...fixed(tentative('gone')), name: 'native' },
    ]);
    for (let time = 0; time < 12; time += 1) await ask();
    expect(registry.of('native', 'instagram').figures()).toMatchObject({
      breaker: 'closed',
      lately: { asked: 12, ok: 0 },
    });
  });

  it('leaves twelve throttled reels as rate-limited, and the status not working', async () => {
    const outbound = createFakeOutboundClient((path) => {
      if (path.includes('/embed/')) return { body: '<div class="EmbedBrokenMedia"></div>' };
      return { body: page(route(POST_ROUTE)) };
    });
    const native = createNativeEngine({ outbound });
    const work = createWorkLog(() => 0);
    const registry = createEngineHealthRegistry({
      rates: () => ({ concurrency: 12, maxQueue: 12, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 }),
    });
    for (let index = 0; index < 12; index += 1) {
      const link = linkTo('instagram', `Throttled-${10 + index}`.slice(0, 11));
      const outcome = await runChain<ExtractedPost>([native], link, (post) => Promise.resolve(post), {
        registry,
        log: createLogger('silent'),
        requesters: onlyRequester(VISITOR),
        observe: (seen) => work.preview(seen),
      });
      expect(sentenceOf(outcome.ok ? { ok: true } : outcome)).toBe(LIMITED);
      work.preview({
        platform: 'instagram',
        engine: null,
        ms: 1,
        outcome: outcome.ok ? { ok: true } : outcome,
      });
    }
    expect(work.status().previews.instagram.state).toBe('failing');
  });
});
