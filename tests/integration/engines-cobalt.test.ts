import { describe, expect, it } from 'vitest';
import { createCobaltEngine } from '../../src/server/engines/cobalt/cobalt-engine.ts';
import type { UpstreamFile } from '../../src/server/outbound/media-source.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import type { ExtractedPost } from '../../src/server/platforms/reading/extracted-post.ts';
import { linkTo } from '../platforms/link-to.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

const KEY = '0f0e0d0c-1111-4222-8333-444455556666';
const INSTANCE = 'http://10.1.2.3:9000';
const ENDS = 1_800_000_000_000;
const TUNNEL = `?id=${'i'.repeat(21)}&exp=${String(ENDS)}&sig=${'s'.repeat(43)}&sec=${'c'.repeat(43)}&iv=${'v'.repeat(22)}`;
const tunnel = (n = 0): string => `https://cobalt.example/tunnel${TUNNEL}${n === 0 ? '' : String(n)}`;
const inTunnel = (n = 0): UpstreamFile => ({
  kind: 'upstream',
  url: `${INSTANCE}/tunnel${TUNNEL}${n === 0 ? '' : String(n)}`,
  headers: {},
  via: 'cobalt',
});
const CDN = 'https://scontent.cdninstagram.com/v/t50/f.mp4?oh=1';
/** Hints in the URL of a film on Instagram's delivery network. */
const HINTS = Buffer.from('{"vencode_tag":"xpv_progressive.CLIPS.C3.720.x","duration_s":42}').toString(
  'base64url',
);
const PICTURE = 'https://p16-sign.tiktokcdn-us.com/obj/a.jpeg?x-expires=1';

const engineWith = (answer: Canned | OutboundError, now?: () => number) => {
  const outbound = createFakeOutboundClient(() => answer);
  const engine = createCobaltEngine({
    outbound,
    url: `${INSTANCE}/`,
    apiKey: KEY,
    ...(now === undefined ? {} : { now }),
  });
  return { outbound, engine };
};
const ask = async (answer: Canned | OutboundError, link = linkTo('tiktok', '7400')) =>
  withoutCause(await engineWith(answer).engine.extract(link, neverAborted));
const body = (value: unknown, status = 200): Canned => ({ status, body: JSON.stringify(value) });
const said = (body: unknown, link?: Parameters<typeof ask>[1], status = 200) =>
  ask({ status, body: JSON.stringify(body) }, link);
const postOf = (outcome: EngineOutcome): ExtractedPost => {
  if (!outcome.ok) throw new Error(`expected a post, got ${outcome.code}`);
  return outcome.post;
};

describe('cobalt engine: the request', () => {
  it('posts the canonical link without its query, with the key, to the configured origin, and follows no redirect', async () => {
    const { outbound, engine } = engineWith({ body: '{}' });
    const url = 'https://www.instagram.com/p/X1/?img_index=2';
    await engine.extract(linkTo('instagram', 'X1', { url }), neverAborted);
    expect(outbound.requests).toHaveLength(1);
    expect(outbound.requests[0]).toMatchObject({
      url: `${INSTANCE}/`,
      method: 'POST',
      redirects: 0,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Api-Key ${KEY}`,
      },
    });
    expect(JSON.parse(outbound.requests[0]!.body ?? '')).toEqual({
      url: 'https://www.instagram.com/p/X1/',
      videoQuality: 'max',
      filenameStyle: 'classic',
    });
    const { hosts } = outbound.requests[0]!;
    expect([hosts.isOwnerOrigin, hosts.origin, hosts.allows('elsewhere.example')]).toEqual([
      true,
      INSTANCE,
      false,
    ]);
  });

  it('sends no authorization to an instance without a key', async () => {
    const outbound = createFakeOutboundClient(() => ({ body: '{}' }));
    const engine = createCobaltEngine({ outbound, url: 'https://cobalt.example/api', apiKey: null });
    await engine.extract(linkTo('tiktok', '1'), neverAborted);
    expect(outbound.requests[0]!.headers).not.toHaveProperty('authorization');
    expect(outbound.requests[0]!.url).toBe('https://cobalt.example/api/');
  });

  it('accepts posts and single stories, but neither story collections nor links that lead elsewhere', () => {
    const { engine } = engineWith({});
    const takes = (kind: 'post' | 'story' | 'highlight' | 'share', id = '31') =>
      engine.supports(linkTo('instagram', id, { kind }));
    expect([takes('post'), takes('story')]).toEqual([true, true]);
    expect([takes('story', 'ada'), takes('highlight'), takes('share')]).toEqual([false, false, false]);
    expect(engine.supports(linkTo('tiktok', '1', { kind: 'photo' }))).toBe(true);
    expect(engine.supports(linkTo('sample', 'clip', { kind: 'sample' }))).toBe(false);
  });
});

describe('cobalt engine: the reported version', () => {
  it('is requested when it is needed, and again after ten minutes', async () => {
    let now = 1_000_000;
    let answer: Canned = body({ cobalt: { version: '11.7.1', url: 'x' } });
    const outbound = createFakeOutboundClient(() => answer);
    const engine = createCobaltEngine({ outbound, url: INSTANCE, apiKey: KEY, now: () => now });
    expect(engine.facts?.()).toEqual({ version: null, warning: null });
    await expect.poll(() => engine.facts?.().version).toBe('11.7.1');
    expect(outbound.requests).toHaveLength(1);
    expect(outbound.requests[0]).toMatchObject({
      url: `${INSTANCE}/`,
      headers: { accept: 'application/json' },
    });
    expect(outbound.requests[0]).not.toHaveProperty('method');
    answer = { status: 502, body: '<html>' };
    now += 10 * 60 * 1_000;
    await expect.poll(() => engine.facts?.().version).toBeNull();
    await engine.close?.();
    now += 10 * 60 * 1_000;
    engine.facts?.();
    expect(outbound.requests).toHaveLength(2);
  });

  it.each([
    body({ cobalt: { version: '<b>11</b>' } }),
    body({ cobalt: 7 }),
    body([]),
    { body: '' },
    new OutboundError('unreachable'),
  ])('is missing where the instance names none: %j', async (answer) => {
    const outbound = createFakeOutboundClient(() => answer);
    const engine = createCobaltEngine({ outbound, url: INSTANCE, apiKey: null });
    engine.facts?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.facts?.()).toEqual({ version: null, warning: null });
  });
});

const LOCAL = { status: 'local-processing', output: { filename: 'tiktok_ada_7400.mp4' } };

describe('cobalt engine: the extracted post', () => {
  it('is a film of the tunnel, requested from the configured origin, with handle and expiry', async () => {
    const post = postOf(
      await said({ status: 'tunnel', url: tunnel(), filename: 'tiktok_sea.watch_7400.mp4' }),
    );
    expect(post).toMatchObject({ id: '7400', username: 'sea.watch', caption: '', goodUntil: ENDS });
    expect(post.items).toHaveLength(1);
    expect(post.items[0]).toMatchObject({
      kind: 'video',
      thumbnail: null,
      renditions: [{ source: inTunnel(), kind: 'video', extension: 'mp4', size: null, quality: null }],
    });
  });

  it.each([
    ['second', [ENDS + 60_000, ENDS]],
    ['first', [ENDS, ENDS + 60_000]],
  ])('expires with the first of its files to expire, even if that is the %s', async (_place, ends) => {
    const picker = ends.map((end) => ({ type: 'video', url: tunnel().replace(String(ENDS), String(end)) }));
    expect(postOf(await said({ status: 'picker', picker })).goodUntil).toBe(ENDS);
  });

  it('is a film on the delivery network, with the facts its URL contains', async () => {
    const url = `${CDN}&efg=${HINTS}`;
    const link = linkTo('instagram', 'X1', { kind: 'reel' });
    const post = postOf(await said({ status: 'redirect', url, filename: 'instagram_X1.mp4' }, link));
    expect(post.duration).toBe(42);
    expect(post.username).toBeNull();
    expect(post.goodUntil).toBeNull();
    expect(post.items[0]?.renditions[0]).toMatchObject({
      quality: '720p',
      source: { kind: 'upstream', url, headers: { 'sec-fetch-site': 'same-origin' } },
    });
    expect(post.items[0]?.renditions[0]?.source).not.toHaveProperty('via');
  });

  it.each([
    ['with http', CDN.replace('https:', 'http:')],
    ['without a scheme', CDN.replace('https:', '')],
  ])('is requested over https where its URL is %s', async (_what, url) => {
    const post = postOf(await said({ status: 'redirect', url, filename: 'instagram_X1.mp4' }));
    expect(post.items[0]?.renditions[0]?.source).toMatchObject({ url: CDN });
  });

  it('is a film on a delivery host that only the owner lists, with the rules of the platform of the link', async () => {
    const url = `https://cdn.owner.example/f.mp4?efg=${HINTS}`;
    const renditionFor = async (link: Parameters<typeof ask>[1]) =>
      postOf(await said({ status: 'redirect', url }, link)).items[0]?.renditions[0];
    expect(await renditionFor(linkTo('instagram', 'X1'))).toMatchObject({
      quality: '720p',
      source: { headers: { 'sec-fetch-site': 'same-origin' } },
    });
    expect(await renditionFor(linkTo('tiktok', '7400'))).toMatchObject({
      quality: null,
      source: { headers: {} },
    });
  });

  it('is a single picture, which is its own thumbnail', async () => {
    const url = 'https://scontent.cdninstagram.com/v/p.jpg';
    const post = postOf(await said({ status: 'redirect', url, filename: 'instagram_X1.jpg' }));
    expect(post.items[0]).toMatchObject({
      kind: 'photo',
      thumbnail: { url },
      renditions: [{ kind: 'photo' }],
    });
  });

  it('takes no hints from the URL of a tunnel, which is not on the delivery network', async () => {
    const url = `${tunnel()}&efg=${HINTS}`;
    const [item] = postOf(await said({ status: 'tunnel', url }, linkTo('instagram', 'X1'))).items;
    expect(item?.duration).toBeNull();
    expect(item?.renditions[0]?.quality).toBeNull();
  });

  it('is a set in order, each item with its own thumbnail, and the sound at the end', async () => {
    const post = postOf(
      await said({
        status: 'picker',
        picker: [
          { type: 'photo', url: PICTURE, thumb: tunnel(1) },
          { type: 'video', url: CDN },
          { type: 'photo', url: PICTURE, thumb: null },
        ],
        audio: tunnel(2),
        audioFilename: 'tiktok_sea_watch_7400_audio.m4a',
      }),
    );
    expect(post.username).toBe('sea_watch');
    expect(post.items.map(({ kind }) => kind)).toEqual(['photo', 'video', 'photo', 'audio']);
    expect(post.items[0]?.thumbnail).toMatchObject({ url: PICTURE });
    expect(post.items[1]?.thumbnail).toBeNull();
    expect(post.items[2]?.thumbnail).toMatchObject({ url: PICTURE });
    expect(post.items[3]?.renditions[0]).toMatchObject({ source: inTunnel(2), extension: 'm4a' });
  });

  it('is a set whose pictures go through the tunnel, with the thumbnails it names', async () => {
    const picker = [
      { type: 'photo', url: tunnel(1), thumb: tunnel(2) },
      { type: 'video', url: PICTURE, thumb: tunnel(3) },
    ];
    const post = postOf(await said({ status: 'picker', picker }));
    expect(post).toMatchObject({ statedItems: 2, isPicturePost: true });
    expect(post.items[0]?.thumbnail).toEqual(inTunnel(2));
    // The instance calls it a video, but its URL ends like a picture's, so the file itself is inspected.
    expect(post.items[1]).toMatchObject({ kind: 'video', thumbnail: inTunnel(3) });
  });

  it.each<[string, object, object[]]>([
    [
      'separate video and audio to be merged',
      { type: 'merge', tunnel: [tunnel(1), tunnel(2)] },
      [
        { kind: 'video', audioAvailable: false, source: inTunnel(1) },
        { kind: 'audio', audioAvailable: true, source: inTunnel(2) },
      ],
    ],
    [
      'a file that needs no processing',
      { type: 'proxy', tunnel: [tunnel(1)] },
      [{ kind: 'video', extension: 'mp4' }],
    ],
    ['a film to be remuxed', { type: 'remux', tunnel: [tunnel(1)] }, [{ kind: 'video', extension: null }]],
    ['a sound to be extracted', { type: 'audio', tunnel: [tunnel(1)] }, [{ kind: 'audio' }]],
  ])('is %s of an instance that leaves processing to the client', async (_what, answer, renditions) => {
    const output = { type: 'video/mp4', filename: 'tiktok_ada_7400.mp4' };
    const post = postOf(await said({ status: 'local-processing', service: 'tiktok', output, ...answer }));
    expect(post.username).toBe('ada');
    expect(post.items).toHaveLength(1);
    expect(post.items[0]?.renditions).toMatchObject(renditions);
  });

  it.each<[string, object, boolean[]]>([
    ['a film', { status: 'redirect', url: CDN, filename: 'a.mp4' }, [true]],
    ['a sound', { status: 'tunnel', url: tunnel(), filename: 'a.mp3' }, [true]],
    ['a picture', { status: 'redirect', url: PICTURE, filename: 'a.jpg' }, [false]],
    [
      'a set with its sound',
      {
        status: 'picker',
        picker: [
          { type: 'photo', url: PICTURE },
          { type: 'video', url: CDN },
        ],
        audio: tunnel(),
      },
      [false, true, true],
    ],
    ['a film without its sound', { ...LOCAL, type: 'merge', tunnel: [tunnel(1)] }, [false]],
    ['a film and its sound', { ...LOCAL, type: 'merge', tunnel: [tunnel(1), tunnel(2)] }, [false, true]],
    ['a finished file', { ...LOCAL, type: 'proxy', tunnel: [tunnel()] }, [true]],
    ['a film to be remuxed', { ...LOCAL, type: 'remux', tunnel: [tunnel()] }, [true]],
    ['a sound to be extracted', { ...LOCAL, type: 'audio', tunnel: [tunnel()] }, [true]],
  ])('states of %s which files have sound', async (_what, answer, sound) => {
    const { items } = postOf(await said(answer));
    const renditions = items.flatMap((item) => item.renditions);
    expect(renditions.map(({ audioAvailable }) => audioAvailable)).toEqual(sound);
  });

  it('names no author where the file name has none', async () => {
    for (const filename of ['tiktok_undefined_7400.mp4', 'tiktok_ada_74001.mp4', 'x.mp4', undefined])
      expect(postOf(await said({ status: 'tunnel', url: tunnel(), filename })).username).toBeNull();
  });
});

const terminal = (code: string) => ({ ok: false, code, terminal: true });
const nonTerminal = (code: string) => ({ ok: false, code, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });
const error = (code: string, status = 400): Canned => ({
  status,
  body: JSON.stringify({ status: 'error', error: { code: `error.api.${code}`, context: { service: 'x' } } }),
});

const FAILURES: readonly (readonly [sign: string, answer: Canned | OutboundError, expected: object])[] = [
  ['content.post.private', error('content.post.private'), terminal('private')],
  ['content.post.age', error('content.post.age'), nonTerminal('private')],
  ['content.paid', error('content.paid'), nonTerminal('private')],
  [
    'content.post.unavailable',
    error('content.post.unavailable'),
    { ...failed('unreadable_here'), tentative: true },
  ],
  [
    'content.video.unavailable',
    error('content.video.unavailable'),
    { ...failed('unreadable_here'), tentative: true },
  ],
  ['fetch.empty', error('fetch.empty'), { ...failed('unreadable_here'), tentative: true }],
  ['fetch.rate', error('fetch.rate'), nonTerminal('rate_limited')],
  ['capacity', error('capacity'), nonTerminal('rate_limited')],
  ['content.region', error('content.region'), failed('region')],
  ['link.invalid', error('link.invalid'), nonTerminal('link_invalid')],
  ['link.unsupported', error('link.unsupported'), nonTerminal('link_invalid')],
  ['service.unsupported', error('service.unsupported'), nonTerminal('link_invalid')],
  ['auth.key.missing, 401', error('auth.key.missing', 401), failed('provider_key')],
  ['auth.key.not_found, 403', error('auth.key.not_found', 403), failed('provider_key')],
  ['auth.jwt.invalid, 400', error('auth.jwt.invalid'), failed('provider_key')],
  ['fetch.fail', error('fetch.fail'), failed('upstream_error')],
  ['fetch.critical', error('fetch.critical', 500), failed('upstream_error')],
  ['fetch.short_link', error('fetch.short_link'), failed('short_link_dead')],
  ['timed_out', error('timed_out'), failed('upstream_timeout')],
  ['unreachable', error('unreachable'), failed('upstream_error')],
  ['generic', error('generic'), failed('upstream_error')],
  ['invalid_body', error('invalid_body'), failed('provider_answer')],
  ['an unknown code', error('something.new'), failed('provider_answer')],
  ['a code that is a property of every object', error('constructor'), failed('provider_answer')],
  [
    'rate_exceeded with its reset',
    { ...error('rate_exceeded', 429), headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '42' } },
    { ...nonTerminal('rate_limited'), retryAfter: 42 },
  ],
  ['429 of a reverse proxy', { status: 429, body: 'slow down' }, nonTerminal('rate_limited')],
  ['401 of a reverse proxy', { status: 401, body: '<html>' }, failed('provider_key')],
  ['403 of a reverse proxy', { status: 403, body: '<html>' }, failed('provider_key')],
  ['404 of a reverse proxy', { status: 404, body: 'no such page' }, failed('provider_answer')],
  ['502 of a reverse proxy', { status: 502, body: '<html>' }, failed('upstream_error')],
  [
    '503 of a reverse proxy, with Retry-After',
    { status: 503, body: '<html>', headers: { 'retry-after': '30', 'ratelimit-reset': '9' } },
    { ...failed('upstream_error'), retryAfter: 30 },
  ],
  ['302', { status: 302, headers: { location: 'https://elsewhere.example' } }, failed('provider_answer')],
  ['200 HTML', { body: '<html></html>' }, failed('provider_answer')],
  ['200 empty', { body: '' }, failed('provider_answer')],
  ['200 null', { body: 'null' }, failed('provider_answer')],
  ['200 of no known status', body({ status: 'stream', url: CDN }), failed('provider_answer')],
  ['a post with an error status', body({ status: 'redirect', url: CDN }, 500), failed('upstream_error')],
  ['no address', body({ status: 'redirect', filename: 'a.mp4' }), failed('provider_answer')],
  ['a URL that is a number', body({ status: 'redirect', url: 7 }), failed('provider_answer')],
  [
    'a plain http URL of an address',
    body({ status: 'redirect', url: 'http://203.0.113.7/a.mp4' }),
    failed('provider_answer'),
  ],
  [
    'a URL with a user',
    body({ status: 'redirect', url: 'https://u:p@x.example/a' }),
    failed('provider_answer'),
  ],
  ['a file URL', body({ status: 'tunnel', url: 'file:///etc/passwd' }), failed('provider_answer')],
  [
    'an overlong URL',
    body({ status: 'redirect', url: `${CDN}${'x'.repeat(5_000)}` }),
    failed('provider_answer'),
  ],
  ['an empty picker', body({ status: 'picker', picker: [] }), nonTerminal('no_media')],
  [
    'a picker short of one picture',
    body({
      status: 'picker',
      picker: [
        { type: 'photo', url: PICTURE },
        { type: 'photo', url: '' },
      ],
    }),
    failed('provider_answer'),
  ],
  ['a picker that is not a list', body({ status: 'picker', picker: {} }), failed('provider_answer')],
  [
    'no tunnel to process',
    body({ status: 'local-processing', type: 'merge', tunnel: [] }),
    failed('provider_answer'),
  ],
  [
    'a list of pieces',
    body({ status: 'local-processing', type: 'remux', tunnel: [tunnel()], isHLS: true }),
    nonTerminal('no_media'),
  ],
  ['unreachable host', new OutboundError('unreachable'), nonTerminal('network')],
  ['unresolved host', new OutboundError('unresolved'), nonTerminal('network')],
  ['timeout', new OutboundError('timeout'), failed('upstream_timeout')],
  ['broken answer', new OutboundError('bad-answer'), failed('upstream_error')],
  ['above half a megabyte', { body: ' '.repeat(512 * 1024 + 1) }, failed('provider_answer')],
];

describe('cobalt engine: failures', () => {
  it.each(FAILURES)('%s', async (_sign, answer, expected) => {
    expect(await ask(answer)).toEqual(expected);
  });

  it('reports that a story needs a session when the instance has none', async () => {
    const link = linkTo('instagram', '31', { kind: 'story' });
    expect(await said({ status: 'error', error: { code: 'error.api.link.unsupported' } }, link)).toEqual(
      failed('story_needs_session'),
    );
  });

  it('is not called again before its quota resets', async () => {
    let now = 1_000_000;
    const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '30' };
    const answer = body({ status: 'tunnel', url: tunnel(), filename: 'a.mp4' });
    const { outbound, engine } = engineWith({ ...answer, headers }, () => now);
    expect((await engine.extract(linkTo('tiktok', '1'), neverAborted)).ok).toBe(true);
    expect(withoutCause(await engine.extract(linkTo('tiktok', '2'), neverAborted))).toEqual({
      ...nonTerminal('rate_limited'),
      retryAfter: 30,
    });
    expect(outbound.requests).toHaveLength(1);
    now += 30_000;
    expect((await engine.extract(linkTo('tiktok', '2'), neverAborted)).ok).toBe(true);
  });

  it('rejects with the abort reason when the caller gives up, and with internal errors', async () => {
    const reason = new Error('enough');
    const { engine } = engineWith({});
    await expect(engine.extract(linkTo('tiktok', '1'), AbortSignal.abort(reason))).rejects.toBe(reason);
    const outbound = createFakeOutboundClient(() => {
      throw new TypeError('a bug');
    });
    const broken = createCobaltEngine({ outbound, url: INSTANCE, apiKey: null });
    await expect(broken.extract(linkTo('tiktok', '1'), neverAborted)).rejects.toThrow(TypeError);
  });
});
