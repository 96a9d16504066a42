import { describe, expect, it } from 'vitest';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { OutboundError, type OutboundFault } from '../../src/server/net/outbound-client.ts';
import {
  CDN,
  CODE,
  clip,
  manifest,
  POST_ROUTE,
  photo,
  polaris,
  route,
} from '../platforms/instagram/instagram-page-data.ts';
import { linkTo } from '../platforms/link-to.ts';
import { page } from '../platforms/native-answers.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';
import { EMBED_FAILS, engineFor, linkOf, postOf, read, upstream } from './read-instagram.ts';

describe('native engine on Instagram: the post page', () => {
  it('reads a reel once, with the height and duration from its URL', async () => {
    const post = postOf(await read({ body: page(route(POST_ROUTE), polaris(clip())) }));
    expect(post).toMatchObject({
      id: CODE,
      username: 'heron.marsh',
      caption: 'Low tide & wind',
      duration: 31,
    });
    expect(post.items).toHaveLength(1);
    expect(post.items[0]).toMatchObject({ kind: 'video', width: 1080, height: 1920, duration: 31 });
    expect(post.items[0]!.renditions).toEqual([
      expect.objectContaining({
        kind: 'video',
        quality: '720p',
        extension: 'mp4',
        codec: 'h264',
        audioAvailable: true,
      }),
    ]);
  });

  const asAnswer = (media: unknown) => ({
    data: { xig_polaris_media: { code: CODE, gating_ruling: null, if_not_gated_logged_out: media } },
  });
  it.each([
    ['a prefetched answer', polaris],
    ['an answer alone', asAnswer],
  ])('names the owner of a reel, whoever else its data names: %s', async (_what, wrap) => {
    const other = { username: 'tide.pool', full_name: 'Tide Pool' };
    const node = { code: 'Cq7_Other01', media_type: 2, caption: { text: 'Another reel' }, user: other };
    const named = clip({
      user: { username: 'heron.marsh', polaris_ordered_timeline_connection: { edges: [{ node }] } },
      coauthor_producers: [other],
      clips_metadata: { original_sound_info: { ig_artist: other } },
      usertags: { in: [{ position: [0, 0], user: other }] },
    });
    const post = postOf(await read({ body: page(route(POST_ROUTE), wrap(named)) }));
    expect(post).toMatchObject({
      id: CODE,
      username: 'heron.marsh',
      caption: 'Low tide & wind',
      duration: 31,
    });
    expect(
      post.items.map(({ renditions }) => renditions.map(({ quality, size }) => [quality, size])),
    ).toEqual([[['720p', null]]]);
  });

  it("sends a desktop browser's full headers and no cookie, and follows no redirect", async () => {
    const { outbound, engine } = engineFor({ body: page(polaris(clip())) });
    await engine.extract(linkTo('instagram', CODE), neverAborted);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`]);
    expect(outbound.requests[0]!.redirects).toBe(0);
    expect(outbound.requests[0]!.headers).toMatchObject({
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'none',
      'sec-fetch-user': '?1',
      'upgrade-insecure-requests': '1',
      'user-agent': expect.stringContaining('Chrome/') as string,
    });
    expect(outbound.requests[0]!.headers).not.toHaveProperty('cookie');
  });

  it('adds H.264 tracks sharper than the file with sound, and the sound itself', async () => {
    const post = postOf(await read({ body: page(polaris(clip({ video_dash_manifest: manifest }))) }));
    expect(post.duration).toBe(62.5);
    expect(
      post.items[0]!.renditions.map((r) => [r.kind, r.quality, r.extension, r.audioAvailable, r.size]),
    ).toEqual([
      ['video', '720p', 'mp4', true, null],
      ['video', '1080p', 'mp4', false, 900],
      ['audio', null, 'm4a', true, null],
    ]);
    expect(post.items[0]!.renditions[1]!.source).toMatchObject({ url: `${CDN}/high.mp4?a=1&b=2` });
  });

  it('offers no sound for a silent clip, and marks the clip as silent', async () => {
    const silent = clip({ video_dash_manifest: manifest, has_audio: false });
    const post = postOf(await read({ body: page(polaris(silent)) }));
    expect(post.items[0]!.renditions.every((r) => r.kind === 'video' && !r.audioAvailable)).toBe(true);
  });

  it('prefers the uncropped original of a photo', async () => {
    const post = postOf(await read({ body: page(polaris(photo())) }));
    expect(post).toMatchObject({ caption: '', duration: null });
    expect(post.items[0]!.renditions.map((r) => [r.kind, r.quality, r.extension, r.width, r.height])).toEqual(
      [
        ['photo', null, 'jpg', 1440, 1080],
        ['photo', '720px', 'jpg', null, null],
        ['photo', '640px', 'jpg', null, null],
      ],
    );
    expect(post.items[0]!.renditions[0]!.source).toEqual(upstream('stp=dst-jpg_e35_tt6'));
  });

  it('preserves the order of pictures and clips of a set', async () => {
    const set = {
      code: CODE,
      media_type: 8,
      user: { username: 'heron.marsh' },
      caption: { text: 'both' },
      carousel_media: [photo({ code: 'a' }), clip({ code: 'b' }), photo({ code: 'd' })],
    };
    const post = postOf(await read({ body: page(polaris(set)) }));
    expect(post.items.map(({ kind }) => kind)).toEqual(['photo', 'video', 'photo']);
    expect(post).toMatchObject({
      id: CODE,
      caption: 'both',
      duration: null,
      thumbnail: upstream('shore.jpg'),
    });
  });

  it('reads each picture of a set in all its sizes, which have no width or height', async () => {
    const sizes = ['', '_s1080x1080', '_s720x720'].map((size) => `dst-jpg_e35${size}_tt6`);
    const picture = (name: string) =>
      photo({
        code: name,
        original_width: 1_439,
        original_height: 960,
        display_uri: `${CDN}/${name}.jpg?stp=dst-jpg_e35_s640x640_tt6`,
        image_versions2: {
          candidates: [...sizes, 'c239.0.960.960a_dst-jpg_e35_s640x640_tt6'].map((stp) => ({
            url: `${CDN}/${name}.jpg?stp=${stp}`,
          })),
          additional_candidates: null,
        },
      });
    const set = {
      code: CODE,
      media_type: 8,
      user: { username: 'heron.marsh' },
      caption: { text: 'Two shores' },
      carousel_media_count: 6,
      carousel_media: [picture('a'), picture('b')],
    };
    const post = postOf(await read({ body: page(asAnswer(set)) }));
    expect(post).toMatchObject({
      id: CODE,
      username: 'heron.marsh',
      caption: 'Two shores',
      duration: null,
      statedItems: 6,
    });
    const renditions = [null, '1080px', '720px', '640px'].map((quality) =>
      expect.objectContaining({ kind: 'photo', quality, extension: 'jpg', codec: null, size: null }),
    );
    const item = expect.objectContaining({ kind: 'photo', width: 1_439, height: 960, renditions });
    expect(post.items).toEqual([item, item]);
  });

  it('does not mistake another post of the page for the requested one', async () => {
    const outcome = await read({
      body: page(route(POST_ROUTE), polaris(clip({ code: 'Cq7_Other01' }), 'Cq7_Other01')),
    });
    expect(outcome).toEqual({ ok: false, code: 'rate_limited', terminal: false });
  });

  it('follows the redirect from /p/ to /reel/ of the same code, once', async () => {
    const outbound = createFakeOutboundClient((path) =>
      path.startsWith('/p/')
        ? { status: 301, headers: { location: `https://www.instagram.com/reel/${CODE}/?x=1` } }
        : { body: page(polaris(clip())) },
    );
    const outcome = await createNativeEngine({ clients: { direct: outbound } }).extract(
      linkTo('instagram', CODE),
      neverAborted,
    );
    expect(outcome.ok).toBe(true);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`, `/reel/${CODE}/`]);
  });

  it("follows the redirect to the URL that contains the owner's name", async () => {
    const owned = `/heron.marsh/reel/${CODE}/`;
    const outbound = createFakeOutboundClient((path) =>
      path === owned ? { body: page(polaris(clip())) } : { status: 301, headers: { location: owned } },
    );
    expect(
      (
        await createNativeEngine({ clients: { direct: outbound } }).extract(
          linkTo('instagram', CODE),
          neverAborted,
        )
      ).ok,
    ).toBe(true);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`, owned]);
  });

  it('drops URLs that are not https', async () => {
    const odd = clip({
      video_versions: [{ url: 'http://10.0.0.1/a.mp4' }, { url: 'javascript:alert(1)' }, { url: 7 }],
    });
    expect(await read({ body: page(polaris(odd)) })).toEqual({
      ok: false,
      code: 'no_media',
      terminal: false,
      isClip: true,
    });
  });

  it('survives a block nested a hundred thousand levels deep, and tags as deep', async () => {
    const deep = `${'['.repeat(100_000)}"xig_polaris_media"${']'.repeat(100_000)}`;
    const script = `<script type="application/json" data-sjs>${deep}</script>`;
    expect((await read({ body: script + page(polaris(clip())) })).ok).toBe(true);
    expect((await read({ body: '<div>'.repeat(100_000) })).ok).toBe(false);
    const routes = `${'{"canonicalRouteName":'.repeat(100_000)}[]${'}'.repeat(100_000)}`;
    expect((await read({ body: `<script data-sjs>${routes}</script>` })).ok).toBe(false);
    const list = `{"canonicalRouteName":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await read({ body: `<script data-sjs>${list}</script>` })).ok).toBe(false);
  });
});

const terminal = (code: string) => ({ ok: false, code, terminal: true });
const nonTerminal = (code: string) => ({ ok: false, code, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });
const LONG_CODE = `${CODE}${'w'.repeat(28)}`;
const moved = (location: string): Canned => ({ status: 302, headers: { location } });
const asJson = (message: string, status = 200): Canned => ({
  status,
  body: JSON.stringify({ message, require_login: true, status: 'fail' }),
});

const FAILURES: [sign: string, answer: Canned, expected: object, code?: string][] = [
  ['error route', { body: page(route('comet.igweb.PolarisErrorRoute')) }, terminal('gone')],
  [
    'error route, share code',
    { body: page(route('comet.igweb.PolarisErrorRoute')) },
    terminal('private'),
    LONG_CODE,
  ],
  [
    'login route',
    { body: page(route('comet.igweb.PolarisCAAIGLoginHomepageRoute')) },
    failed('posts_withheld'),
  ],
  ['throttled shell', { body: page(route(POST_ROUTE)) }, nonTerminal('rate_limited')],
  ['no media, share code', { body: page(route(POST_ROUTE)) }, nonTerminal('private'), LONG_CODE],
  ['redirect to login', moved('/accounts/login/?next=x'), failed('posts_withheld')],
  ['redirect to front page', moved('https://www.instagram.com/'), failed('posts_withheld')],
  ['redirect to challenge', moved('/challenge/?x'), nonTerminal('rate_limited')],
  ['redirect to another post', moved('/p/Cq7_Other01/'), failed('page_refused')],
  ['redirect elsewhere', moved(`https://evil.example/p/${CODE}/`), failed('posts_withheld')],
  [
    'age ruling',
    {
      body: page(route(POST_ROUTE), {
        get_ruling_for_content: { title: 'Restricted Video', description: '18' },
      }),
    },
    terminal('private'),
  ],
  ['private route policy', { body: page({ tracePolicy: 'polaris.privatePostPage' }) }, terminal('private')],
  [
    'private owner without media',
    { body: page(polaris({ code: CODE, media_type: 2, user: { is_private: true } })) },
    terminal('private'),
  ],
  ['only a preview picture', { body: '<meta property="og:image" content="x">' }, nonTerminal('private')],
  [
    'please wait, 200',
    asJson('Please wait a few minutes before you try again.'),
    nonTerminal('rate_limited'),
  ],
  [
    'please wait, 401',
    asJson('Please wait a few minutes before you try again.', 401),
    nonTerminal('rate_limited'),
  ],
  ['feedback_required', asJson('feedback_required'), nonTerminal('rate_limited')],
  ['checkpoint_required', asJson('checkpoint_required'), nonTerminal('rate_limited')],
  ['checkpoint_required, 400', asJson('checkpoint_required', 400), nonTerminal('rate_limited')],
  ['challenge_required, 400', asJson('challenge_required', 400), nonTerminal('rate_limited')],
  ['other JSON', { body: '{"a_new":"layout"}' }, failed('page_unreadable')],
  [
    'other JSON, 400',
    { status: 400, body: '{"message":"useragent mismatch","status":"fail"}' },
    failed('page_refused'),
  ],
  ['bad headers', { status: 400, body: 'SecFetch Policy violation' }, failed('page_refused')],
  ['404', { status: 404 }, terminal('gone')],
  ['410', { status: 410 }, terminal('gone')],
  ['403', { status: 403 }, nonTerminal('rate_limited')],
  [
    '429',
    { status: 429, headers: { 'retry-after': '90' } },
    { ...nonTerminal('rate_limited'), retryAfter: 90 },
  ],
  ['503', { status: 503 }, failed('upstream_error')],
  ['a page of unknown shape', { body: '<p>hello</p>' }, failed('page_unreadable')],
];

describe('native engine on Instagram: failures', () => {
  it.each<[sign: string, answer: Canned, expected: object, code?: string]>(FAILURES)(
    '%s',
    async (_sign, answer, expected, code = CODE) => {
      expect(await read(answer, EMBED_FAILS, code)).toEqual(expected);
    },
  );

  it.each([moved('/p/Cq7_Other01/'), moved(`https://evil.example/p/${CODE}/`)])(
    'follows no redirect except to the same post: %j',
    async (answer) => {
      const { outbound, engine } = engineFor(answer);
      await engine.extract(linkTo('instagram', CODE), neverAborted);
      expect(outbound.paths()).toEqual([`/p/${CODE}/`, `/p/${CODE}/embed/captioned/`]);
    },
  );

  it('does not treat a page with a login link and nothing else as a login wall', async () => {
    const link = '<a href="/accounts/login/">Log in</a>';
    const script = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: {} }]]] };
    for (const body of [link, page(script) + link]) {
      expect(await read({ body }, { status: 404 })).toEqual({ ...nonTerminal('gone'), tentative: true });
      expect(await read({ body }, { status: 429 })).toEqual(nonTerminal('rate_limited'));
      expect(await read({ body }, EMBED_FAILS)).toEqual(failed('upstream_error'));
    }
  });

  it('does not request the embed after a terminal failure', async () => {
    const { outbound, engine } = engineFor({ status: 404 });
    await engine.extract(linkTo('instagram', CODE), neverAborted);
    expect(outbound.requests).toHaveLength(1);
  });

  it('reads the code before a share token', async () => {
    const { outbound, engine } = engineFor({ body: page(polaris(clip())) });
    expect((await engine.extract(linkOf(LONG_CODE), neverAborted)).ok).toBe(true);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`]);
  });

  it('pauses post pages for three minutes after a refusal, but not embeds', async () => {
    let clock = 1_000;
    const { outbound, engine } = engineFor({ status: 429 }, EMBED_FAILS, () => clock);
    const ask = async () => withoutCause(await engine.extract(linkTo('instagram', CODE), neverAborted));
    const posts = () => outbound.paths().filter((path) => !path.includes('/embed/')).length;
    await ask();
    clock += 179_999;
    expect(await ask()).toMatchObject({ ...nonTerminal('rate_limited'), skipped: 'pages_paused' });
    expect([posts(), outbound.paths().length]).toEqual([1, 3]);
    clock += 1;
    await ask();
    expect(posts()).toBe(2);
  });

  it.each<[OutboundFault, object]>([
    ['unreachable', nonTerminal('network')],
    ['unresolved', nonTerminal('network')],
    ['timeout', failed('upstream_timeout')],
    ['bad-answer', failed('upstream_error')],
    ['too-large', failed('page_unreadable')],
    ['refused-address', failed('page_refused')],
  ])('fault %s', async (fault, expected) => {
    expect(await read(new OutboundError(fault), new OutboundError(fault))).toEqual(expected);
  });

  it('rejects a page above three megabytes', async () => {
    expect(await read({ body: ' '.repeat(3 * 1024 * 1024 + 1) })).toEqual(failed('page_unreadable'));
  });

  it('rejects with the abort reason when the caller gives up', async () => {
    const reason = new Error('enough');
    const { engine } = engineFor({ body: page(polaris(clip())) });
    await expect(engine.extract(linkTo('instagram', CODE), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('fails at once for stories and highlights', async () => {
    const { outbound, engine } = engineFor({ status: 500 });
    for (const kind of ['story', 'highlight'] as const) {
      expect(await engine.extract(linkTo('instagram', '31', { kind }), neverAborted)).toEqual({
        ...nonTerminal('private'),
        reason: 'story_needs_session',
      });
    }
    expect(outbound.requests).toHaveLength(0);
  });

  it('supports neither unresolved links nor samples', () => {
    const { engine } = engineFor({ status: 500 });
    expect(engine.supports(linkTo('instagram', CODE))).toBe(true);
    expect(engine.supports(linkTo('tiktok', '1', { kind: 'share' }))).toBe(false);
    expect(engine.supports(linkTo('sample', 'clip', { kind: 'sample' }))).toBe(false);
  });
});
