import { describe, expect, it } from 'vitest';
import { downloadService } from '../../src/server/engines/provider/medias-services.ts';
import { createProviderEngine } from '../../src/server/engines/provider/provider-engine.ts';
import type { ProviderService } from '../../src/server/engines/provider/provider-service.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import type { ExtractedPost } from '../../src/server/platforms/reading/extracted-post.ts';
import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import { linkTo } from '../platforms/link-to.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

const KEY = 'k-0123456789';
const CDN = 'https://cdn.example/f';
/** A provider as configured by the environment. */
const named = (baseUrl: string): ProviderService => ({
  baseUrl,
  apiKey: KEY,
  isFromEnvironment: true,
  adapter: downloadService,
});
const ask = async (answer: Canned | OutboundError, platform: PlatformId = 'tiktok') =>
  withoutCause(
    await createProviderEngine({
      outbound: createFakeOutboundClient(() => answer),
      service: () => named('https://extract.example'),
    }).extract(linkTo(platform, 'X1'), neverAborted),
  );
const said = (body: unknown, platform?: PlatformId) => ask({ body: JSON.stringify(body) }, platform);
const postOf = (outcome: EngineOutcome): ExtractedPost => {
  if (!outcome.ok) throw new Error(`expected a post, got ${outcome.code}`);
  return outcome.post;
};
const medias = async (list: unknown[], platform?: PlatformId) =>
  postOf(await said({ title: 'T', medias: list }, platform)).items;

describe('provider engine: the request', () => {
  it('posts the canonical link as a form, with key and host name, and follows no redirect', async () => {
    const outbound = createFakeOutboundClient(() => ({ body: '[]' }));
    const engine = createProviderEngine({
      outbound,
      service: () => named('http://127.0.0.1:9100/'),
    });
    const url = 'https://www.instagram.com/p/X1/?img_index=2';
    await engine.extract(linkTo('instagram', 'X1', { url }), neverAborted);
    expect(outbound.requests).toHaveLength(1);
    expect(outbound.requests[0]).toMatchObject({
      url: 'http://127.0.0.1:9100/download',
      method: 'POST',
      redirects: 0,
      body: `url=${encodeURIComponent(url)}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-rapidapi-key': KEY,
        'x-rapidapi-host': '127.0.0.1',
      },
    });
    expect(outbound.requests[0]!.hosts.isOwnerOrigin).toBe(true);
    expect(outbound.requests[0]!.hosts.allows('elsewhere.example')).toBe(false);
  });

  it('sends no key to a provider without one, and calls a provider set in the panel only at a public address', async () => {
    const outbound = createFakeOutboundClient(() => ({ body: '[]' }));
    const service = { ...named('https://open.example/'), apiKey: null, isFromEnvironment: false };
    const engine = createProviderEngine({ outbound, service: () => service });
    await engine.extract(linkTo('instagram', 'X1'), neverAborted);
    const [request] = outbound.requests;
    expect(request).toMatchObject({ url: 'https://open.example/download', redirects: 0 });
    expect(Object.keys(request!.headers ?? {})).toEqual(['accept', 'content-type']);
    expect(request!.hosts.isOwnerOrigin).toBe(false);
    expect(['open.example', 'api.open.example'].map(request!.hosts.allows)).toEqual([true, false]);
  });

  it('uses the current provider; a used-up quota belongs to one provider alone', async () => {
    const spent = { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': '3600' };
    const outbound = createFakeOutboundClient(() => ({ body: '[]', headers: spent }));
    let service: ProviderService | null = null;
    const engine = createProviderEngine({ outbound, service: () => service });
    const askOnce = () => engine.extract(linkTo('tiktok', '1'), neverAborted);
    expect([engine.isSetUp?.(), await askOnce()]).toMatchObject([
      false,
      { ...failed('no_engine'), cause: 'no_service' },
    ]);
    service = named('https://one.example');
    expect(engine.isSetUp?.()).toBe(true);
    await askOnce();
    expect(await askOnce()).toMatchObject({ code: 'rate_limited' });
    service = { ...named('https://two.example'), apiKey: null };
    expect(await askOnce()).not.toMatchObject({ code: 'rate_limited' });
    expect(outbound.requests.map(({ url }) => new URL(url).host)).toEqual(['one.example', 'two.example']);
  });

  it('supports stories, but neither unresolved links nor samples', () => {
    const engine = createProviderEngine({
      outbound: createFakeOutboundClient(() => ({})),
      service: () => named('https://e.example'),
    });
    expect(engine.supports(linkTo('instagram', '31', { kind: 'story' }))).toBe(true);
    expect(engine.supports(linkTo('tiktok', 'ZM', { kind: 'share' }))).toBe(false);
    expect(engine.supports(linkTo('sample', 'clip', { kind: 'sample' }))).toBe(false);
  });
});

describe('provider engine: shapes of a response', () => {
  const entry = { url: `${CDN}/a.mp4`, quality: 'hd', extension: 'mp4', size: '2048' };
  const one = { kind: 'video', renditions: [expect.objectContaining({ quality: 'hd', size: 2048 })] };
  it.each<[string, unknown]>([
    ['medias', { title: 'T', medias: [entry] }],
    ['wrapped in data', { success: true, message: '', data: { title: 'T', medias: [entry] } }],
    ['beside an empty message in data', { message: '', data: { medias: [entry] } }],
  ])('%s', async (_shape, body) => {
    expect(postOf(await said(body)).items).toEqual([expect.objectContaining(one)]);
  });

  it('reads the fields around the medias', async () => {
    const body = {
      title: 'Terns',
      thumbnail: `${CDN}/t.jpg`,
      duration: '1:02:03',
      author: '@sea.watch',
      medias: [entry],
    };
    expect(postOf(await said(body))).toMatchObject({
      id: 'X1',
      caption: 'Terns',
      username: 'sea.watch',
      duration: 3_723,
      thumbnail: { kind: 'upstream', url: `${CDN}/t.jpg` },
    });
    const named = postOf(await said({ owner: 'sea.watch', author: 'Sea Watch', medias: [entry] }));
    expect(named.username).toBe('sea.watch');
    expect(postOf(await said({ author: 'Sea Watch', medias: [entry] })).username).toBeNull();
  });

  it.each<[unknown, number | null]>([
    [24, 24],
    [88_447, 88.447],
    ['0:24', 24],
    ['13:51', 831],
    ['1:02:03', 3_723],
    ['213', 213],
    [0, null],
    [null, null],
    ['soon', null],
    [-4, null],
    [{}, null],
  ])('duration %j is %j seconds', async (duration, seconds) => {
    const post = postOf(await said({ duration, medias: [entry] }));
    expect(post.duration).toBe(seconds);
    expect(post.items[0]!.duration).toBe(seconds);
  });

  it.each<[object, number | null]>([
    [{ size: 10 }, 10],
    [{ size: '10' }, 10],
    [{ size: '0' }, null],
    [{ size: null, data_size: 30 }, 30],
    [{ size: 'big' }, null],
    [{ formattedSize: '2.7 MB' }, null],
  ])('size of %j is %j bytes', async (given, bytes) => {
    const [item] = await medias([{ ...given, url: `${CDN}/a.mp4` }]);
    expect(item!.renditions[0]!.size).toBe(bytes);
  });

  it.each<[object, string, string | null, string]>([
    [
      { url: `${CDN}/a`, extension: 'mp3', videoAvailable: true, audioAvailable: false },
      'audio',
      'mp3',
      'audio',
    ],
    [{ url: `${CDN}/a.mp4`, extension: 'm4a', quality: '41kbps', type: 'audio' }, 'audio', 'm4a', '41kbps'],
    [{ url: `${CDN}/a.mp4`, type: 'audio' }, 'audio', 'mp4', 'audio'],
    [{ url: `${CDN}/a`, ext: 'jpeg' }, 'photo', 'jpg', 'image'],
    [{ url: `${CDN}/a`, type: 'image' }, 'photo', null, 'image'],
    [{ url: `${CDN}/a.webp?x=1` }, 'photo', 'webp', 'image'],
    [{ url: `${CDN}/a`, quality: '128kbps' }, 'audio', null, '128kbps'],
    [{ url: `${CDN}/a`, width: 720, height: 1280 }, 'video', null, '720x1280'],
    [{ url: `${CDN}/a`, type: 'video', quality: '1080p' }, 'video', null, '1080p'],
  ])('%j is %s', async (media, kind, extension, quality) => {
    const [item] = await medias([media]);
    expect(item!.renditions[0]).toMatchObject({
      kind,
      extension,
      quality,
      videoAvailable: kind === 'video',
      audioAvailable: kind !== 'photo',
    });
  });

  it('reads dimensions given as a quality, and bitrates of sounds', async () => {
    const [item] = await medias([
      { url: `${CDN}/a.mp4`, quality: '1080x1350p' },
      { url: `${CDN}/a.m4a`, quality: '128kbps' },
    ]);
    expect(item).toMatchObject({ width: 1080, height: 1350 });
    expect(item!.renditions.map(({ bitrate }) => bitrate)).toEqual([null, 128_000]);
  });

  it('fails where every file of the clip is watermarked', async () => {
    const marked = { url: `${CDN}/wm.mp4`, quality: 'watermark', extension: 'mp4' };
    const sound = { url: `${CDN}/a.mp3`, quality: 'audio', extension: 'mp3' };
    for (const list of [[marked], [marked, sound]])
      expect(await said({ title: 'T', medias: list })).toMatchObject({ reason: 'watermarked_only' });
  });

  it('marks watermarked files and only those', async () => {
    const names = ['watermark', 'hd_no_watermark', 'no_watermark', 'without watermark', 'hd'];
    const [item] = await medias(
      names.map((quality) => ({ url: `${CDN}/${encodeURI(quality)}.mp4`, quality })),
    );
    expect(item!.renditions.map(({ watermarked }) => watermarked)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("makes an item of every picture, and of a slideshow's sound", async () => {
    const items = await medias([
      { url: `${CDN}/1.jpg`, type: 'image' },
      { url: `${CDN}/2.jpg`, type: 'image' },
      { url: `${CDN}/3.mp3`, type: 'audio' },
    ]);
    expect(items.map(({ kind }) => kind)).toEqual(['photo', 'photo', 'audio']);
  });

  it('groups the qualities of one clip with its sound', async () => {
    const items = await medias([
      { url: `${CDN}/1.mp4`, quality: 'hd' },
      { url: `${CDN}/2.mp4`, quality: 'sd' },
      { url: `${CDN}/3.mp3`, quality: 'audio' },
      { url: `${CDN}/1.mp4`, quality: 'hd' },
    ]);
    expect(items.map(({ renditions }) => renditions.map(({ kind }) => kind))).toEqual([
      ['video', 'video', 'audio'],
    ]);
  });

  it('separates the clips of an Instagram set', async () => {
    const clips = [1, 2].map((n) => ({ url: `${CDN}/${n}.mp4`, quality: 'hd' }));
    expect(await medias(clips, 'instagram')).toHaveLength(2);
    expect(await medias(clips, 'tiktok')).toHaveLength(1);
    const mixed = [{ url: `${CDN}/0.jpg` }, ...clips];
    expect((await medias(mixed, 'instagram')).map(({ kind }) => kind)).toEqual(['photo', 'video', 'video']);
  });

  it('drops entries without a usable URL and reads at most a hundred', async () => {
    const odd = [
      null,
      7,
      {},
      { url: '' },
      { url: 'ftp://x.example/a' },
      { url: 'https://u:p@x.example/a' },
      [],
    ];
    expect(await said({ medias: odd })).toEqual({ ok: false, code: 'no_media', terminal: false });
    const many = Array.from({ length: 150 }, (_, n) => ({ url: `${CDN}/${n}.mp4`, quality: `${n}` }));
    expect((await medias(many))[0]!.renditions).toHaveLength(100);
  });

  it.each<[unknown, number | null]>([
    [2_048.4, 2_048],
    ['0.3', 1],
    [1e300, null],
    [-5, null],
    ['2 MB', null],
    [[7], null],
    [true, null],
  ])('reads a size of %j as %s', async (size, bytes) => {
    expect((await medias([{ url: `${CDN}/1.mp4`, size }]))[0]!.renditions[0]!.size).toBe(bytes);
  });

  it('survives a response nested a hundred thousand levels deep', async () => {
    const deep = `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect((await ask({ body: deep })).ok).toBe(false);
    expect((await ask({ body: `{"medias":${'['.repeat(100_000)}${']'.repeat(100_000)}}` })).ok).toBe(false);
  });
});

const terminal = (code: string) => ({ ok: false, code, terminal: true });
const nonTerminal = (code: string) => ({ ok: false, code, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });
const body = (value: unknown, status = 200): Canned => ({ status, body: JSON.stringify(value) });

const FAILURES: readonly (readonly [sign: string, answer: Canned | OutboundError, expected: object])[] = [
  [
    '200 URL not supported',
    body({ error: true, status: 204, message: 'URL not supported' }),
    nonTerminal('link_invalid'),
  ],
  [
    '200 empty link',
    body({ error: true, message: 'Invalid link or link is empty' }),
    nonTerminal('link_invalid'),
  ],
  ['200 Not found data', body({ error: true, status: 404, message: 'Not found data' }), nonTerminal('gone')],
  ['200 private', body({ error: true, message: 'This account is private' }), nonTerminal('private')],
  ['200 rate', body({ error: 'Too many requests' }), nonTerminal('rate_limited')],
  [
    '200 No medias',
    body({ error: true, message: 'No medias found', data: { medias: [] } }),
    nonTerminal('no_media'),
  ],
  ['200 empty medias', body({ title: 'T', medias: [] }), nonTerminal('no_media')],
  ['200 message only', body({ message: 'something' }), failed('provider_answer')],
  ['200 success false', body({ success: false, message: 'oops' }), failed('provider_answer')],
  ['200 empty', { body: '' }, failed('provider_answer')],
  ['200 HTML', { body: '<html></html>' }, failed('provider_answer')],
  ['200 a number', { body: '7' }, failed('provider_answer')],
  ['200 an empty list', { body: '[]' }, failed('provider_answer')],
  ['302', { status: 302, headers: { location: 'https://elsewhere.example' } }, failed('provider_answer')],
  ['400 URL not supported', body({ message: 'URL not supported' }, 400), nonTerminal('link_invalid')],
  ['401', body({ message: 'Invalid API key. Go to the docs' }, 401), failed('provider_key')],
  ['403 gateway', body({ message: 'You are not subscribed to this API.' }, 403), failed('provider_key')],
  ['403 Cloudflare', { status: 403, body: '<html>error code: 1010</html>' }, failed('provider_key')],
  ['403', body({ message: 'This post cannot be shown' }, 403), terminal('private')],
  ['403 region', body({ message: 'Restricted in your country' }, 403), failed('region')],
  ['200 region', body({ error: true, message: 'The video is region restricted' }), failed('region')],
  ['200 geo', body({ success: false, message: 'geo-blocked, unavailable' }), failed('region')],
  ['403 without a body', { status: 403 }, terminal('private')],
  ['403 of a gateway that says one word', body({ message: 'Forbidden' }, 403), failed('provider_key')],
  [
    '403 of a gateway without a key',
    body({ message: 'Missing Authentication Token' }, 403),
    failed('provider_key'),
  ],
  ...[
    'Blocked User. Please contact your API provider.',
    'Invalid authentication credentials',
    'You cannot consume this service',
    'User is not authorized to access this resource with an explicit deny',
    'Insufficient credits',
    'This endpoint is not part of your current plan',
    'Your IP address is not allowed',
    'Client IP blocked',
  ].map((message) => [`403 ${message}`, body({ message }, 403), failed('provider_key')] as const),
  [
    '403 that is about the post',
    body({ message: 'Not authorized: this account is private' }, 403),
    terminal('private'),
  ],
  ['403 of a plan', body({ message: 'Upgrade your plan to use this' }, 403), failed('provider_key')],
  [
    '403 of a quota',
    {
      ...body({ message: 'You have exceeded the DAILY quota' }, 403),
      headers: { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': '60' },
    },
    { ...nonTerminal('rate_limited'), retryAfter: 60 },
  ],
  ['402', { status: 402 }, failed('provider_key')],
  ['407', { status: 407 }, failed('provider_key')],
  [
    '200 restricted key',
    body({ success: false, message: 'Access restricted: API key expired' }),
    failed('provider_key'),
  ],
  ['200 private plan', body({ error: 'This API is private, subscribe first' }), failed('provider_key')],
  ['200 key message only', body({ message: 'Invalid API key' }), failed('provider_key')],
  ['200 quota message only', body({ message: 'You have exceeded the quota' }), nonTerminal('rate_limited')],
  ['200 of number 403', body({ error: true, status: 403, message: 'no' }), nonTerminal('private')],
  ['200 of number 401', body({ error: true, status: 401, message: 'no' }), failed('provider_key')],
  ['200 of number 429', body({ error: true, status: 429 }), nonTerminal('rate_limited')],
  ['404', { status: 404 }, terminal('gone')],
  ['404 of a post', body({ message: 'Not found data' }, 404), terminal('gone')],
  ['bare 404 of a server', body({ detail: 'Not Found' }, 404), nonTerminal('gone')],
  ['bare 404 of a server, no JSON', { status: 404, body: 'Not Found\n' }, nonTerminal('gone')],
  [
    '404 of a path the server does not have',
    body({ message: 'Route POST:/download not found', error: 'Not Found', statusCode: 404 }, 404),
    failed('provider_answer'),
  ],
  [
    '404 of the gateway',
    body({ message: "Endpoint '/download' does not exist" }, 404),
    failed('provider_answer'),
  ],
  [
    '429 with retry-after',
    { status: 429, headers: { 'retry-after': '30', 'x-ratelimit-requests-reset': '9' } },
    { ...nonTerminal('rate_limited'), retryAfter: 30 },
  ],
  [
    '429 with a quota reset',
    { status: 429, headers: { 'x-ratelimit-requests-reset': '86400' } },
    { ...nonTerminal('rate_limited'), retryAfter: 86_400 },
  ],
  ['429', { status: 429 }, nonTerminal('rate_limited')],
  ['500', { status: 500 }, failed('upstream_error')],
  [
    '503 with retry-after',
    { status: 503, headers: { 'retry-after': '30', 'x-ratelimit-requests-reset': '9' } },
    { ...failed('upstream_error'), retryAfter: 30 },
  ],
  ['unreachable', new OutboundError('unreachable'), nonTerminal('network')],
  ['unresolved', new OutboundError('unresolved'), nonTerminal('network')],
  ['timeout', new OutboundError('timeout'), failed('upstream_timeout')],
  ['broken answer', new OutboundError('bad-answer'), failed('upstream_error')],
  ['above two megabytes', { body: ' '.repeat(2 * 1024 * 1024 + 1) }, failed('provider_answer')],
];

describe('provider engine: failures', () => {
  it.each(FAILURES)('%s', async (_sign, answer, expected) => {
    expect(await ask(answer)).toEqual(expected);
  });

  it('is not called again before its quota resets', async () => {
    let now = 1_000_000;
    const headers = { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': '3600' };
    const outbound = createFakeOutboundClient(() => ({
      body: JSON.stringify({ medias: [{ url: `${CDN}/a.mp4` }] }),
      headers,
    }));
    const options = {
      outbound,
      service: () => named('https://extract.example'),
      now: () => now,
    };
    const engine = createProviderEngine(options);
    expect((await engine.extract(linkTo('tiktok', '1'), neverAborted)).ok).toBe(true);
    const pausedEngine = withoutCause(await engine.extract(linkTo('tiktok', '2'), neverAborted));
    expect(pausedEngine).toEqual({ ...nonTerminal('rate_limited'), retryAfter: 3_600 });
    now += 3_600_000 - 1;
    expect((await engine.extract(linkTo('tiktok', '2'), neverAborted)).ok).toBe(false);
    expect(outbound.requests).toHaveLength(1);
    now += 1;
    expect((await engine.extract(linkTo('tiktok', '2'), neverAborted)).ok).toBe(true);
  });

  it('rejects with the abort reason when the caller gives up, and with internal errors', async () => {
    const reason = new Error('enough');
    const options = { service: () => named('https://extract.example') };
    const engine = createProviderEngine({
      outbound: createFakeOutboundClient(() => ({})),
      ...options,
    });
    await expect(engine.extract(linkTo('tiktok', '1'), AbortSignal.abort(reason))).rejects.toBe(reason);
    const broken = createProviderEngine({
      outbound: createFakeOutboundClient(() => {
        throw new TypeError('a bug');
      }),
      ...options,
    });
    await expect(broken.extract(linkTo('tiktok', '1'), neverAborted)).rejects.toThrow(TypeError);
  });
});
