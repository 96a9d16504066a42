import { describe, expect, it } from 'vitest';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { linkTo } from '../platforms/link-to.ts';
import { type Canned, neverAborted } from './fake-outbound-client.ts';
import {
  CDN,
  code,
  desktop,
  embedPage,
  ID,
  mobile,
  PICTURES,
  postOf,
  read,
  type Site,
  siteClient,
  slideshow,
  variant,
  video,
  wrapped,
} from './read-tiktok.ts';

describe('native engine on TikTok: posts', () => {
  it('reads a video, its cover, sound and size', async () => {
    const post = postOf(await read({ desktop: desktop(video()) }));
    expect(post).toMatchObject({ id: ID, username: 'river.keeper', caption: 'Otters at noon', duration: 14 });
    expect(post.items).toEqual([expect.objectContaining({ kind: 'video', width: 576, height: 1024 })]);
    expect(post.items[0]!.renditions.map((r) => [r.kind, r.quality, r.extension, r.codec, r.size])).toEqual([
      ['video', '540p', 'mp4', 'h264', 4242],
      ['audio', null, 'mp3', null, null],
    ]);
  });

  it.each<[string, object, string | undefined]>([
    [
      'the large one',
      { avatarThumb: `${PICTURES}/100.jpeg`, avatarLarger: `${PICTURES}/1080.jpeg?a=1` },
      `${PICTURES}/1080.jpeg?a=1`,
    ],
    ['the small one', { avatarThumb: `${PICTURES}/100.jpeg`, avatarLarger: '' }, `${PICTURES}/100.jpeg`],
    ['none', {}, undefined],
  ])("reads the picture of the author's profile: %s", async (_what, stated, url) => {
    const author = { uniqueId: 'river.keeper', ...stated };
    const { authorPicture } = postOf(await read({ desktop: desktop(video({}, { author })) }));
    expect(authorPicture).toEqual(url === undefined ? null : { kind: 'upstream', url, headers: {} });
  });

  it("adds the page's cookies, its user agent and the referer to videos only", async () => {
    const setCookies = [
      'ttwid=1%7Cabc; Domain=.tiktok.com; Path=/; HttpOnly',
      'tt_chain_token=old==; Path=/',
      'tt_chain_token=new==; Path=/',
      'tt_csrf_token=bad"value; Path=/',
      'msToken=aB-3_==; Path=/; Secure',
      'odin_tt=never; Path=/',
    ];
    const post = postOf(await read({ desktop: { ...desktop(video()), setCookies } }));
    const [clip, sound] = post.items[0]!.renditions;
    expect(clip!.source).toMatchObject({
      headers: {
        cookie: 'ttwid=1%7Cabc; tt_chain_token=new==; msToken=aB-3_==',
        referer: 'https://www.tiktok.com/',
        'user-agent': expect.stringContaining('Chrome/') as string,
      },
    });
    expect(sound!.source).toMatchObject({ headers: {} });
    expect(post.thumbnail).toMatchObject({ headers: {} });
  });

  it('sorts H.264 by size and rate before H.265, and drops H.266 and the watermarked file', async () => {
    const bitrateInfo = [
      variant('bytevc1_1080p', 'h265_hvc1', 1080, 3_000_000),
      variant('h264_540p_low', 'h264', 576, 800_000),
      variant('bytevc2_720p', 'bytevc2', 720, 900_000),
      variant('h264_720p', 'h264', 720, 1_500_000),
      variant('h264_540p_high', 'h264', 576, 1_900_000),
      {
        ...variant('hvc1', 'h265', 720, 1),
        PlayAddr: { UrlList: [`https://v16.tiktokcdn.com/media-video-hvc1/x`] },
      },
    ];
    const post = postOf(
      await read({ desktop: desktop(video({ bitrateInfo, playAddr: `${CDN}/h264_720p/?b=2` })) }),
    );
    const clips = post.items[0]!.renditions.filter(({ kind }) => kind === 'video');
    expect(clips.map((r) => [r.quality, r.codec, r.bitrate, r.size])).toEqual([
      ['720p', 'h264', 1_500_000, 150_000],
      ['540p', 'h264', 1_900_000, 190_000],
      ['540p', 'h264', 800_000, 80_000],
      ['1080p', 'h265', 3_000_000, 300_000],
    ]);
    const addresses = clips.map(({ source }) => (source.kind === 'upstream' ? source.url : ''));
    expect(addresses[0]).toBe(`${CDN}/h264_720p/?a=1`);
    expect(addresses.join(' ')).not.toMatch(/watermarked|aweme/);
  });

  it('reports the files of the dash gears as silent', async () => {
    const bitrateInfo = [
      { ...variant('gear_1080p', 'h264', 1080, 3_000_000), Format: 'dash' },
      { ...variant('gear_540p', 'h264', 576, 900_000), Format: 'mp4' },
    ];
    const post = postOf(await read({ desktop: desktop(video({ bitrateInfo, playAddr: '' })) }));
    const clips = post.items[0]!.renditions.filter(({ kind }) => kind === 'video');
    expect(clips.map((r) => [r.quality, r.audioAvailable])).toEqual([
      ['1080p', false],
      ['540p', true],
    ]);
  });

  it('reads a slideshow as pictures, followed by its sound', async () => {
    const post = postOf(await read({ desktop: desktop(slideshow()) }));
    expect(post).toMatchObject({ caption: 'Two otters', duration: null });
    expect(
      post.items.map((item) => [item.kind, item.width, item.height, item.renditions[0]!.extension]),
    ).toEqual([
      ['photo', 900, 1200, 'jpg'],
      ['photo', 900, 900, null],
      ['audio', null, null, 'm4a'],
    ]);
    expect(post.items[0]!.renditions[0]!.source).toMatchObject({ url: `${PICTURES}/1.jpeg?x=1` });
  });

  it('reads a slideshow without words or music, on either page', async () => {
    const images = slideshow().imagePost.images;
    const bare = slideshow({
      author: { uniqueId: 'otter.shop3.0' },
      imagePost: { title: '', images },
      music: undefined,
    });
    for (const site of [{ desktop: desktop(bare) }, { mobile: mobile(bare) }]) {
      const post = postOf(await read(site));
      expect(post).toMatchObject({ id: ID, username: 'otter.shop3.0', caption: '', duration: null });
      expect(post.items.map(({ kind, height, renditions }) => [kind, height, renditions.length])).toEqual([
        ['photo', 1200, 1],
        ['photo', 900, 1],
      ]);
      expect(post.items[0]!.renditions[0]).toMatchObject({ quality: null, codec: null, size: null });
    }
  });

  it('reads the phone page of a video behind a challenge: one file, with nothing said of it', async () => {
    const film = video({ codecType: undefined, size: undefined }, { music: undefined });
    const challenge = { body: 'Please wait...<p id="cs"></p><p id="wci"></p>' };
    const post = postOf(await read({ desktop: challenge, mobile: mobile(film) }));
    expect(post).toMatchObject({ id: ID, username: 'river.keeper', caption: 'Otters at noon', duration: 14 });
    expect(post.items).toEqual([expect.objectContaining({ kind: 'video', width: 576, height: 1024 })]);
    expect(post.items[0]!.renditions.map((r) => [r.kind, r.quality, r.extension, r.codec, r.size])).toEqual([
      ['video', '540p', 'mp4', null, null],
    ]);
  });

  it('reads the oldest shapes: handle as author, address as object, legacy state', async () => {
    const old = video(
      { playAddr: { UrlList: [`${CDN}/old/`] } },
      { author: 'river.keeper', music: { playUrl: '' } },
    );
    const body = `<script id="SIGI_STATE" type="application/json">${JSON.stringify({ ItemModule: { [ID]: old } })}</script>`;
    const post = postOf(await read({ desktop: { body } }));
    expect(post.username).toBe('river.keeper');
    expect(post.items[0]!.renditions).toHaveLength(1);
  });

  it.each([
    ['an empty page', { body: '' }],
    ['a page without the post', { body: '<title>TikTok - Make Your Day</title>' }],
    ['a challenge', { body: 'Please wait...<p id="cs"></p><p id="wci"></p>' }],
  ])('requests the older address after %s, and uses its user agent and cookies', async (_what, refusal) => {
    const setCookies = ['tt_chain_token=old==; Path=/'];
    const outbound = siteClient({ desktop: refusal, old: { ...mobile(video()), setCookies } });
    const post = postOf(
      await createNativeEngine({ clients: { direct: outbound } }).extract(linkTo('tiktok', ID), neverAborted),
    );
    expect(outbound.requests.map(({ url }) => url)).toEqual([
      `https://www.tiktok.com/@_/video/${ID}`,
      `https://m.tiktok.com/v/${ID}.html`,
    ]);
    expect(post.items[0]!.renditions[0]!.source).toMatchObject({
      headers: { 'user-agent': expect.stringContaining('iPhone') as string, cookie: 'tt_chain_token=old==' },
    });
  });

  it.each([
    ['is not served', { status: 404 }],
    ['is unreachable', new OutboundError('unreachable')],
  ])('requests the page as a phone when its older address %s', async (_what, old) => {
    const outbound = siteClient({ desktop: { body: '' }, old, mobile: mobile(video()) });
    const { extract } = createNativeEngine({ clients: { direct: outbound } });
    expect((await extract(linkTo('tiktok', ID), neverAborted)).ok).toBe(true);
    expect(outbound.paths()).toEqual([`/@_/video/${ID}`, `/v/${ID}.html`, `/@_/video/${ID}`]);
  });

  it('does not take a missing older address for a missing post', async () => {
    expect(await read({ desktop: { body: '' }, old: { status: 404 }, mobile: { body: '' } })).toMatchObject({
      reason: 'posts_withheld',
    });
  });

  it('reads slideshows from the embed, but never its watermarked videos', async () => {
    const shared = {
      authorInfos: { uniqueId: 'river.keeper' },
      musicInfos: { playUrl: ['https://a.tiktokcdn.com/t.mp3'] },
    };
    const photos = {
      ...shared,
      itemInfos: { id: ID, text: 'Two otters', covers: [`${PICTURES}/c.jpeg?x`] },
      imagePostInfo: { displayImages: [{ urlList: [`${PICTURES}/1.jpeg?x`], width: 9, height: 16 }] },
    };
    const post = postOf(await read({ embed: embedPage(photos) }));
    expect(post).toMatchObject({ id: ID, username: 'river.keeper', caption: 'Two otters' });
    expect(post.items.map(({ kind }) => kind)).toEqual(['photo', 'audio']);
    const clip = { ...shared, itemInfos: { id: ID, video: { urls: [`${CDN}/watermarked/`] } } };
    expect(await read({ embed: embedPage(clip) })).toMatchObject({ reason: 'upstream_error' });
  });

  it('rejects a slideshow with a missing picture, which would look complete', async () => {
    const whole = slideshow();
    const short = { ...whole, imagePost: { images: [...whole.imagePost.images, { imageURL: {} }] } };
    expect(await read({ desktop: desktop(short) })).toMatchObject({ code: 'no_media', terminal: false });
    const images = [{ urlList: [`${PICTURES}/1.jpeg?x`] }, { urlList: [] }];
    const embed = embedPage({ itemInfos: { id: ID }, imagePostInfo: { displayImages: images } });
    expect(await read({ embed })).toMatchObject({ reason: 'upstream_error' });
  });

  it('survives data nested a hundred thousand levels deep', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const body = `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">${deep}</script>`;
    expect((await read({ desktop: { body } })).ok).toBe(false);
    const list = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const odd = wrapped('webapp.video-detail', { statusCode: 'LIST' }).replace('"LIST"', list);
    expect((await read({ desktop: { body: odd } })).ok).toBe(false);
  });
});

const terminal = (name: string) => ({ ok: false, code: name, terminal: true });
const nonTerminal = (name: string) => ({ ok: false, code: name, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });
const KNOWN: Canned = { body: JSON.stringify({ author_unique_id: 'river.keeper', embed_product_id: ID }) };
const UNKNOWN: Canned = { status: 400, body: '{"message":"Something went wrong","code":400}' };
const filler = 'x'.repeat(3_000);

const FAILURES: readonly (readonly [sign: string, site: Site, expected: object])[] = [
  [
    '10204, oEmbed refuses',
    { desktop: code(10204, "item doesn't exist"), oembed: UNKNOWN },
    terminal('gone'),
  ],
  ['10204, oEmbed knows it', { desktop: code(10204, "item doesn't exist"), oembed: KNOWN }, failed('region')],
  ['10202', { desktop: code(10202), oembed: UNKNOWN }, terminal('gone')],
  ['10203', { desktop: code(10203), oembed: UNKNOWN }, terminal('gone')],
  ['10202, oEmbed knows it', { desktop: code(10202), oembed: KNOWN }, failed('region')],
  ['10203, oEmbed knows it', { desktop: code(10203), oembed: KNOWN }, failed('region')],
  ['10202, oEmbed fails', { desktop: code(10202), oembed: { status: 503, body: '' } }, nonTerminal('gone')],
  ['10216', { desktop: code(10216, 'status_self_see') }, terminal('private')],
  ['10222', { desktop: code(10222) }, terminal('private')],
  ['10221', { desktop: code(10221) }, terminal('gone')],
  ['10231', { desktop: code(10231) }, failed('region')],
  ['another code: unavailable', { desktop: code(10999, 'Video is unavailable') }, nonTerminal('gone')],
  ['a code below zero', { desktop: code(-1) }, failed('page_refused')],
  ['another code', { desktop: code(10999, 'try later') }, failed('page_refused')],
  ['10216 on the phone page', { desktop: { body: '' }, mobile: code(10216) }, terminal('private')],
  [
    'classified without video',
    { desktop: desktop({ id: ID, isContentClassified: true }) },
    terminal('private'),
  ],
  [
    'marked private without video',
    { desktop: desktop({ id: ID, privateItem: true }) },
    nonTerminal('private'),
  ],
  [
    'login page',
    { desktop: { body: filler, url: 'https://www.tiktok.com/login?x=1' } },
    failed('posts_withheld'),
  ],
  [
    'challenge',
    { desktop: { body: `Please wait...<p id="cs"></p><p id="wci"></p>${filler}` } },
    nonTerminal('rate_limited'),
  ],
  [
    'captcha',
    { desktop: { body: `<div class="captcha_verify_img_slide">${filler}</div>` } },
    nonTerminal('rate_limited'),
  ],
  ['empty answer', { desktop: { body: '' } }, failed('posts_withheld')],
  ['stub', { desktop: { body: '<html></html>' } }, failed('posts_withheld')],
  ['403', { desktop: { status: 403 } }, failed('posts_withheld')],
  [
    '429',
    { desktop: { status: 429, headers: { 'retry-after': '7' } } },
    { ...nonTerminal('rate_limited'), retryAfter: 7 },
  ],
  ['404', { desktop: { status: 404 } }, nonTerminal('gone')],
  ['5xx', {}, failed('upstream_error')],
  ['changed layout', { desktop: { body: `<p>the word captcha</p>${filler}` } }, failed('page_unreadable')],
  ['another item', { desktop: desktop({ ...video(), id: '1' }) }, failed('page_unreadable')],
  [
    'nothing to offer',
    { desktop: desktop({ id: ID, video: { duration: 0, playAddr: '' } }) },
    nonTerminal('no_media'),
  ],
  ['no item', { desktop: code(0) }, failed('page_refused')],
  ['10217', { desktop: code(10217) }, terminal('gone')],
  [
    'no network',
    {
      desktop: new OutboundError('unreachable'),
      mobile: new OutboundError('unreachable'),
      embed: new OutboundError('unreachable'),
    },
    nonTerminal('network'),
  ],
];

describe('native engine on TikTok: failures', () => {
  it.each(FAILURES)('%s', async (_sign, site, expected) => {
    expect(await read(site)).toEqual(expected);
  });

  it('reads a classified video whose data is present like any other', async () => {
    expect((await read({ desktop: desktop(video({}, { isContentClassified: true })) })).ok).toBe(true);
  });

  it('tries page, older address, mobile page and embed once each when refused', async () => {
    const outbound = siteClient({ desktop: { body: '' }, mobile: { body: '' } });
    await createNativeEngine({ clients: { direct: outbound } }).extract(linkTo('tiktok', ID), neverAborted);
    expect(outbound.paths()).toEqual([
      `/@_/video/${ID}`,
      `/v/${ID}.html`,
      `/@_/video/${ID}`,
      `/embed/v2/${ID}`,
    ]);
  });

  it('stops at a terminal failure, and calls oEmbed with the handle of the link', async () => {
    const outbound = siteClient({ desktop: code(10204, "item doesn't exist"), oembed: UNKNOWN });
    await createNativeEngine({ clients: { direct: outbound } }).extract(
      linkTo('tiktok', ID, { username: 'river.keeper' }),
      neverAborted,
    );
    const post = encodeURIComponent(`https://www.tiktok.com/@river.keeper/video/${ID}`);
    expect(outbound.paths()).toEqual([`/@_/video/${ID}`, `/oembed?url=${post}`]);
  });
});
