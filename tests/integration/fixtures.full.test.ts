import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { createProviderEngine } from '../../src/server/engines/provider/provider-engine.ts';
import { SERVICES } from '../../src/server/engines/provider/services.ts';
import type { EngineOutcome } from '../../src/server/extraction/engine-outcome.ts';
import { readEmbedPage } from '../../src/server/platforms/instagram/embed-page.ts';
import { readPostPage } from '../../src/server/platforms/instagram/post-page.ts';
import { itemPost } from '../../src/server/platforms/tiktok/item-post.ts';
import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import { linkTo } from '../platforms/link-to.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/fixtures');
const isHere = existsSync(FOLDER);
const FOLDERS = ['instagram', 'tiktok', 'provider'];

const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
/** Wraps recorded data in the script tag that holds it on the page. */
const asScript = (name: string) => `<script type="application/json">${read(name)}</script>`;
const json = (name: string) => JSON.parse(read(name)) as unknown;

/** Reduces an outcome to the fields that the tests compare. */
const brief = (outcome: EngineOutcome | null) => {
  if (outcome === null || !outcome.ok) return outcome === null ? null : withoutCause(outcome);
  const { post } = outcome;
  return {
    id: post.id,
    username: post.username,
    caption: [...post.caption].slice(0, 24).join(''),
    duration: post.duration,
    items: post.items.map(
      ({ kind, width, height, renditions }) =>
        `${kind} ${width}x${height}: ${renditions
          .map((r) => `${r.kind}/${r.quality}/${r.extension}/${r.codec}/${r.size}`)
          .join(' ')}`,
    ),
  };
};

const instagram = (id: string, pages: { post?: string; embed?: string }) => {
  const serve = (name: string | undefined): Canned =>
    name === undefined ? { status: 500 } : { body: read(`instagram/${name}`) };
  const outbound = createFakeOutboundClient((asked) =>
    serve(asked.includes('/embed/') ? pages.embed : pages.post),
  );
  return createNativeEngine({ clients: { direct: outbound } }).extract(linkTo('instagram', id), neverAborted);
};

interface TiktokPages {
  desktop?: string;
  mobile?: string;
  oembed?: string;
  oembedStatus?: number;
}
const tiktok = (id: string, pages: TiktokPages) => {
  const serve = (name: string | undefined, status = 200): Canned =>
    name === undefined ? { status: 500 } : { status, body: read(`tiktok/${name}`) };
  const outbound = createFakeOutboundClient((asked, { headers }) => {
    if (asked.startsWith('/oembed')) return serve(pages.oembed, pages.oembedStatus);
    if (asked.startsWith('/embed')) return { status: 500 };
    return serve(headers?.['user-agent']?.includes('iPhone') ? pages.mobile : pages.desktop);
  });
  return createNativeEngine({ clients: { direct: outbound } }).extract(linkTo('tiktok', id), neverAborted);
};

const provider = (name: string, status = 200, platform: PlatformId = 'tiktok') => {
  const outbound = createFakeOutboundClient(() => ({ status, body: read(`provider/${name}`) }));
  const engine = createProviderEngine({
    outbound,
    service: () => ({
      host: 'https://extract.example',
      apiKey: 'key',
      isFromEnvironment: true,
      adapter: name.startsWith('autolink') ? SERVICES.autolink : SERVICES.download,
    }),
  });
  return engine.extract(linkTo(platform, 'X1', { username: 'from_link' }), neverAborted);
};

const private_ = { ok: false, code: 'private', terminal: true };
const gone = { ok: false, code: 'gone', terminal: true };
const limited = { ok: false, code: 'rate_limited', terminal: false };

const reel = {
  id: 'DdG4RIxIPyf',
  username: 'natgeo',
  caption: 'Presented by @Rolex. Wel',
  duration: 72,
  items: [expect.stringMatching(/^video \d+x\d+: video\/720p\/mp4\/h264\/null$/)],
};
const tiktokVideo = {
  id: '7047596209028074758',
  username: 'hankgreen1',
  caption: '',
  duration: 21,
  items: [
    'video 576x1024: video/540p/mp4/h264/5076682 video/540p/mp4/h264/2969386 video/540p/mp4/h264/2183224 ' +
      'video/540p/mp4/h265/1790611 audio/null/mp3/null/null',
  ],
};

type Case = readonly [file: string, outcome: () => Promise<EngineOutcome | null>, expected: unknown];
const CASES: readonly Case[] = [
  [
    'instagram/2scraper_post_reel_20261004.trimmed.html',
    () => instagram('DdG4RIxIPyf', { post: '2scraper_post_reel_20261004.trimmed.html' }),
    reel,
  ],
  [
    'instagram/2scraper_post_reel_20261004.graphql.json',
    async () =>
      readPostPage(asScript('instagram/2scraper_post_reel_20261004.graphql.json'), {
        code: 'DdG4RIxIPyf',
        forFollowers: false,
      }),
    reel,
  ],
  [
    'instagram/2scraper_post_photo_carousel_20261004.trimmed.graphql.json',
    async () =>
      readPostPage(asScript('instagram/2scraper_post_photo_carousel_20261004.trimmed.graphql.json'), {
        code: 'DeBJRyaDIyP',
        forFollowers: false,
      }),
    {
      id: 'DeBJRyaDIyP',
      username: 'natgeo',
      caption: '(caption shortened)',
      duration: null,
      items: [
        'photo 1439x960: photo/null/jpg/null/null photo/1080px/jpg/null/null photo/720px/jpg/null/null photo/640px/jpg/null/null',
        'photo 1439x960: photo/null/jpg/null/null photo/1080px/jpg/null/null photo/720px/jpg/null/null photo/640px/jpg/null/null',
      ],
    },
  ],
  [
    'instagram/2scraper_not_found_20261004.html',
    () => instagram('DeAZ0uAgNuA', { post: '2scraper_not_found_20261004.html' }),
    gone,
  ],
  [
    'instagram/2scraper_login_wall_20261004.html',
    () => instagram('DeAZ0uAgNuA', { post: '2scraper_login_wall_20261004.html' }),
    { ok: false, code: 'failed', terminal: false, reason: 'posts_withheld' },
  ],
  [
    'instagram/2scraper_throttled_post_20261004.html',
    () => instagram('DeAZ0uAgNuA', { post: '2scraper_throttled_post_20261004.html' }),
    limited,
  ],
  [
    'instagram/2scraper_gated_20261004.synthetic.html',
    // Its ruling has no words.
    () => instagram('DeAZ0uAgNuA', { post: '2scraper_gated_20261004.synthetic.html' }),
    { ok: false, code: 'failed', terminal: false, reason: 'unreadable_here' },
  ],
  [
    'instagram/fetchr_private_ogimage_only.html',
    () => instagram('DeAZ0uAgNuA', { post: 'fetchr_private_ogimage_only.html' }),
    { ...private_, terminal: false },
  ],
  [
    'instagram/fetchr_gone.html',
    // A login wall without its data contains a login link, too. Any result of the embed takes precedence over it.
    async () =>
      readPostPage(read('instagram/fetchr_gone.html'), { code: 'DeAZ0uAgNuA', forFollowers: false }),
    { ...gone, terminal: false, tentative: true },
  ],
  [
    'instagram/fetchr_embed_reel_novideo.html',
    () => instagram('DI9E3YvAzzV', { embed: 'fetchr_embed_reel_novideo.html' }),
    { ok: false, code: 'no_media', terminal: false, isClip: true },
  ],
  [
    'instagram/irenify_embed_video_available_202610.html',
    () => instagram('PrOvAvIdEo1', { embed: 'irenify_embed_video_available_202610.html' }),
    {
      id: 'PrOvAvIdEo1',
      username: 'autore_prova',
      caption: 'PASTA ALLA NORMA VELOCE ',
      duration: 38.366,
      items: ['video 1170x2074: video/null/mp4/h264/null'],
    },
  ],
  [
    'instagram/irenify_embed_video_copyright_blocked_202610.html',
    () => instagram('PrOvAvIdEo2', { embed: 'irenify_embed_video_copyright_blocked_202610.html' }),
    { ok: false, code: 'no_media', terminal: false, isClip: true },
  ],
  [
    'instagram/irenify_embed_removed_202610.html',
    // Throttled embeds look the same. Any result of the page takes precedence over it.
    async () => readEmbedPage(read('instagram/irenify_embed_removed_202610.html'), 'PrOvArImOsS'),
    { ...gone, terminal: false, tentative: true },
  ],
  [
    'tiktok/mediasave_video_page_20260911.wrapped.html',
    () => tiktok('7047596209028074758', { desktop: 'mediasave_video_page_20260911.wrapped.html' }),
    tiktokVideo,
  ],
  [
    'tiktok/mediasave_video_itemstruct_7047596209028074758_20260911.json',
    async () =>
      itemPost(
        json('tiktok/mediasave_video_itemstruct_7047596209028074758_20260911.json'),
        '7047596209028074758',
        {},
      ),
    tiktokVideo,
  ],
  [
    'tiktok/mediasave_photo_itemstruct_7681541360641445133_20260911.json',
    async () =>
      itemPost(
        json('tiktok/mediasave_photo_itemstruct_7681541360641445133_20260911.json'),
        '7681541360641445133',
        {},
      ),
    {
      id: '7681541360641445133',
      username: 'bbscollection3.0',
      caption: '',
      duration: null,
      items: ['photo 1170x1170: photo/null/jpg/null/null', 'photo 1170x1560: photo/null/jpg/null/null'],
    },
  ],
  [
    'tiktok/irenify_reflow_video_20261002.html',
    () =>
      tiktok('7400000000000000001', {
        desktop: 'waf_challenge_page.synthetic.html',
        mobile: 'irenify_reflow_video_20261002.html',
      }),
    {
      id: '7400000000000000001',
      username: 'autore_prova',
      caption: 'PASTA ALLA NORMA FURBA 🍆',
      duration: 28,
      items: ['video 576x1024: video/540p/mp4/null/null'],
    },
  ],
  [
    'tiktok/irenify_reflow_photo_20261002.html',
    () => tiktok('7400000000000000002', { mobile: 'irenify_reflow_photo_20261002.html' }),
    {
      id: '7400000000000000002',
      username: 'autore_prova',
      caption: 'Biscotti morbidi alla ca',
      duration: null,
      items: ['photo 1062x596: photo/null/jpg/null/null', 'photo 1920x887: photo/null/jpg/null/null'],
    },
  ],
  [
    'tiktok/irenify_oembed_error_400.json',
    () =>
      tiktok('7400000000000000009', {
        desktop: '2scraper_missing_20260922.html',
        oembed: 'irenify_oembed_error_400.json',
        oembedStatus: 400,
      }),
    gone,
  ],
  [
    'tiktok/2scraper_missing_20260922.html',
    () => tiktok('7400000000000000009', { desktop: '2scraper_missing_20260922.html' }),
    { ok: false, code: 'failed', reason: 'unreadable_here', terminal: false },
  ],
  [
    'tiktok/irenify_oembed_20261002.json',
    () =>
      tiktok('7400000000000000001', {
        desktop: '2scraper_missing_20260922.html',
        oembed: 'irenify_oembed_20261002.json',
      }),
    { ok: false, code: 'failed', terminal: false, reason: 'region' },
  ],
  [
    'tiktok/waf_challenge_page.synthetic.html',
    () =>
      tiktok('7400000000000000001', {
        desktop: 'waf_challenge_page.synthetic.html',
        mobile: 'waf_challenge_page.synthetic.html',
      }),
    limited,
  ],
  [
    'provider/autolink_instagram_reel_20260822.json',
    () => provider('autolink_instagram_reel_20260822.json', 200, 'instagram'),
    {
      id: 'X1',
      username: null,
      caption: 'Photoshop 2026 tutorial ',
      duration: null,
      items: ['video 1080x1350: video/1080x1350p/mp4/null/null audio/41kbps/m4a/null/null'],
    },
  ],
  [
    'provider/autolink_tiktok_20260822.json',
    () => provider('autolink_tiktok_20260822.json'),
    {
      id: 'X1',
      username: null,
      caption: 'how many frogs did you f',
      duration: 24,
      items: [
        'video nullxnull: video/hd_no_watermark/mp4/null/3360445 video/no_watermark/mp4/null/1967308 audio/audio/mp3/null/null',
      ],
    },
  ],
  [
    'provider/autolink_error_unsupported.json',
    () => provider('autolink_error_unsupported.json'),
    { ok: false, code: 'link_invalid', terminal: false },
  ],
  [
    'provider/autolink_error_notfound.json',
    () => provider('autolink_error_notfound.json'),
    { ok: false, code: 'gone', terminal: false },
  ],
  [
    'provider/autolink_error_nomedia.json',
    () => provider('autolink_error_nomedia.json'),
    { ok: false, code: 'no_media', terminal: false },
  ],
  [
    'provider/rapidapi_not_subscribed_403.json',
    () => provider('rapidapi_not_subscribed_403.json', 403),
    { ok: false, code: 'failed', terminal: false, reason: 'provider_key' },
  ],
  ['provider/rapidapi_quota_429.json', () => provider('rapidapi_quota_429.json', 429), limited],
];

/** A creator's list, not a post. No engine requests that page. */
const NO_CASE = new Set(['tiktok/2scraper_embed_creator_20260922.trimmed.json']);

describe.skipIf(!isHere)(
  'recorded responses (skipped where ../shared/fixtures is not beside the repository)',
  () => {
    it.each(CASES)('%s', async (_file, outcome, expected) => {
      expect(brief(await outcome())).toEqual(expected);
    });

    it('covers every recording', () => {
      const covered = new Set([...CASES.map(([file]) => file), ...NO_CASE]);
      const present = FOLDERS.flatMap((folder) =>
        readdirSync(path.join(FOLDER, folder)).map((name) => `${folder}/${name}`),
      );
      expect(present.filter((file) => !covered.has(file))).toEqual([]);
    });
  },
);
