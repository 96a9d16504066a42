import type { MockItem, MockPost, MockRendition } from '../../mock-platforms/post.ts';
import { escapeHtml, scriptJson } from '../../mock-platforms/reply.ts';
import { prefetchedBlock } from '../../prefetched-block.ts';
import { instagramAddress } from './instagram-delivery.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TAKEN_AT = 1_790_000_000;
export const OWNER_PK = '9000000001';

/** Decodes a shortcode to the media's numeric id (base 64). */
export const mediaPk = (code: string): string =>
  [...code].reduce((sum, letter) => sum * 64n + BigInt(ALPHABET.indexOf(letter)), 0n).toString();

/** Data blocks for the page's own scripts. They make up most of a real page's bytes and hold no post data. */
const FILLER = Array.from({ length: 60 }, (_, block) => {
  const define = Array.from({ length: 90 }, (_unused, index) => [
    `MockModule${block}_${index}`,
    [],
    {
      id: block * 1_000 + index,
      gkx: index % 2 === 0,
      hash: `AT${(block * 7_919 + index * 104_729).toString(36)}`,
    },
    index,
  ]);
  const data = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { define } }]]] };
  return `<script type="application/json" data-content-len="${block}" data-sjs>${scriptJson(data)}</script>`;
}).join('\n');

const POST_ROUTE = 'comet.igweb.PolarisLoggedOutDesktopWWWPostRoute';

const block = (value: unknown): string =>
  `<script type="application/json" data-sjs>${scriptJson(value)}</script>`;

const shell = (route: string | null, blocks: readonly string[], head = ''): string =>
  [
    '<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Instagram</title>',
    head,
    '<style>body{margin:0}</style></head><body>',
    ...(route === null ? [] : [block({ canonicalRouteName: route })]),
    ...blocks,
    '</body></html>',
  ].join('\n');

const prefetched = (data: unknown): string => block(prefetchedBlock(data));

const candidates = (photo: MockRendition, reading: number, measured: boolean) =>
  [
    ['dst-jpg_e35_tt6', 1],
    ['dst-jpg_e35_s640x640_tt6', 0.5],
    ['dst-jpg_e35_s480x480_tt6', 0.375],
    ['c0.140.720.720a_dst-jpg_e35_s320x320_tt6', 0.25],
  ].map(([stp, scale]) => ({
    url: instagramAddress(photo, reading, String(stp)),
    ...(measured
      ? {
          width: Math.round((photo.width ?? 0) * Number(scale)),
          height: Math.round((photo.height ?? 0) * Number(scale)),
        }
      : {}),
  }));

const manifestOf = (item: MockItem, reading: number): string => {
  const tracks = item.renditions.filter((file) => file.videoAvailable !== file.audioAvailable);
  const sets = tracks.map((file, index) => {
    const isVideo = file.videoAvailable;
    const measures = isVideo
      ? `width="${file.width}" height="${file.height}" codecs="avc1.64001f" FBQualityLabel="${file.quality}"`
      : 'codecs="mp4a.40.5" audioSamplingRate="44100"';
    const mime = isVideo ? 'video/mp4' : 'audio/mp4';
    return (
      `<AdaptationSet id="${index}" contentType="${isVideo ? 'video' : 'audio'}">` +
      `<Representation id="${index}v" mimeType="${mime}" bandwidth="${file.bitrate}" ${measures} ` +
      `FBContentLength="${file.body.size}"><BaseURL>${escapeHtml(instagramAddress(file, reading))}</BaseURL>` +
      '</Representation></AdaptationSet>'
    );
  });
  return (
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" ' +
    `mediaPresentationDuration="PT0H0M${item.duration ?? 0}.000S"><Period>${sets.join('')}</Period></MPD>`
  );
};

const videoFields = (item: MockItem, reading: number) => {
  const progressive = item.renditions.find((file) => file.videoAvailable && file.audioAvailable);
  const dashed = item.renditions.some((file) => file.videoAvailable !== file.audioAvailable);
  const url = progressive === undefined ? '' : instagramAddress(progressive, reading);
  return {
    video_versions: [101, 102, 103].map((type) => ({ type, url: `${url}&_nc_type=${type}` })),
    has_audio: true,
    is_dash_eligible: dashed,
    video_dash_manifest: dashed ? manifestOf(item, reading) : null,
    number_of_qualities: dashed ? 2 : null,
  };
};

const mediaObject = (post: MockPost, item: MockItem, index: number, reading: number) => {
  const isVideo = item.kind === 'video';
  const picture = isVideo ? item.cover : (item.renditions[0] ?? null);
  const code = post.items.length === 1 ? post.id : `${post.id.slice(0, 9)}_${index + 1}`;
  return {
    __typename: isVideo ? 'XIGPolarisVideoMedia' : 'XIGPolarisImageMedia',
    accessibility_caption: null,
    code,
    pk: mediaPk(code),
    id: `POLARIS_${mediaPk(code)}`,
    taken_at: TAKEN_AT,
    media_type: isVideo ? 2 : 1,
    // A reel's `original_width` and `original_height` are those of the upload, not those of the file that is served.
    original_width: isVideo ? 1_080 : item.width,
    original_height: isVideo ? 1_920 : item.height,
    ...(picture === null
      ? {}
      : {
          display_uri: instagramAddress(picture, reading, 'dst-jpg_e35_s640x640_tt6'),
          image_versions2: {
            additional_candidates: isVideo
              ? { first_frame: { url: instagramAddress(picture, reading, 'dst-jpg_e15_s320x320_tt6') } }
              : null,
            candidates: candidates(picture, reading, isVideo),
          },
        }),
    ...(isVideo ? videoFields(item, reading) : {}),
  };
};

const owner = (post: MockPost, reading: number, decoy: boolean) => {
  const other = post.items[0]?.cover ?? null;
  const edge = {
    node: {
      __typename: 'XIGPolarisVideoMedia',
      code: 'DMocksDecoy',
      pk: mediaPk('DMocksDecoy'),
      id: `POLARIS_${mediaPk('DMocksDecoy')}`,
      media_type: 2,
      product_type: 'clips',
      caption: { text: 'Another post of the same person.' },
      display_uri: other === null ? '' : instagramAddress(other, reading, 'dst-jpg_e35_s640x640_tt6'),
    },
  };
  return {
    __typename: 'User',
    pk: OWNER_PK,
    id: '17840000000000001',
    username: post.username,
    full_name: post.fullName,
    is_private: false,
    is_verified: false,
    is_unpublished: false,
    profile_pic_url: other === null ? '' : instagramAddress(other, reading, 'dst-jpg_s150x150_tt6'),
    ...(decoy ? { polaris_ordered_timeline_connection: { edges: [edge] } } : {}),
  };
};

const postData = (post: MockPost, reading: number, items = post.items) => {
  const children = items.map((item, index) => mediaObject(post, item, index, reading));
  const isSet = post.items.length > 1;
  const media = {
    ...(isSet ? {} : children[0]),
    __typename: isSet ? 'XIGPolarisCarouselMedia' : children[0]?.__typename,
    pk: mediaPk(post.id),
    id: `POLARIS_${mediaPk(post.id)}`,
    code: post.id,
    taken_at: TAKEN_AT,
    media_type: isSet ? 8 : (children[0]?.media_type ?? 2),
    product_type: isSet ? 'carousel_container' : post.kind === 'reel' ? 'clips' : 'feed',
    user: owner(post, reading, true),
    caption: { pk: '18000000000000001', text: post.caption, created_at: TAKEN_AT, has_translation: null },
    like_count: 1_204,
    comment_count: 12,
    ...(isSet ? { carousel_media_count: children.length, carousel_media: children } : {}),
    ...(items.length === 0 ? { carousel_media: [], video_versions: null, image_versions2: null } : {}),
  };
  return {
    xig_polaris_media: {
      __typename: media.__typename,
      pk: media.pk,
      code: post.id,
      gating_ruling: null,
      if_not_gated_logged_out: media,
    },
  };
};

/** Renders the post page as served to a browser without an account. The post's data is one of many data blocks. */
export const instagramPage = (...of: Parameters<typeof postData>): string =>
  shell(POST_ROUTE, [FILLER, prefetched(postData(...of))]);

/** Query by which a page requests the data of its post, with the token that it sends. */
export const INSTAGRAM_QUERY = { id: '31000000000000007', token: 'mock-query_token' } as const;

/** Renders a post page without the post's data, which it requests itself. */
export const instagramQueryPage = (code: string): string =>
  shell(POST_ROUTE, [
    FILLER,
    block({
      require: [
        [
          'ServerJS',
          'handle',
          null,
          [{ __bbox: { define: [['LSD', [], { token: INSTAGRAM_QUERY.token }, 323]] } }],
        ],
      ],
      expectedPreloaders: [
        {
          preloaderID: 'adp_PolarisLoggedOutDesktopWWWPostRootContentQueryRelayPreloader_6a1b',
          queryID: INSTAGRAM_QUERY.id,
          variables: { media_id: mediaPk(code) },
        },
      ],
    }),
  ]);

/** Creates the answer to the query of a post page. */
export const instagramQueryAnswer = (...of: Parameters<typeof postData>) => ({
  data: postData(...of),
  extensions: { is_final: true },
  status: 'ok',
});

/** Renders the front page, with the token that the site's own API calls need. */
export const instagramHome = (): string =>
  shell('comet.igweb.PolarisCAAIGLoginHomepageRoute', [
    block({
      require: [
        ['ServerJS', 'handle', null, [{ __bbox: { define: [['LSD', [], { token: 'mock' }, 323]] } }]],
      ],
    }),
    FILLER,
  ]);

export const instagramGated = (code: string): string =>
  shell(POST_ROUTE, [
    prefetched({
      xig_polaris_media: {
        code,
        gating_ruling: {
          type: 1,
          title: 'Restricted Video',
          description: 'You must be 18 years old or over to see this video.',
        },
        if_not_gated_logged_out: null,
      },
    }),
  ]);

export const instagramGone = (): string => shell('comet.igweb.PolarisErrorRoute', [FILLER]);
export const instagramLoginWall = (): string => shell('comet.igweb.PolarisCAAIGLoginHomepageRoute', [FILLER]);
export const instagramThrottled = (): string => shell(POST_ROUTE, [FILLER]);
export const instagramUnreadable = (): string =>
  shell('comet.igweb.PolarisSomethingNewRoute', [block({ a_new_layout: true })]);

/** Renders the page of a private post: it contains only a picture for link previews. */
export const instagramPrivate = (): string =>
  shell(
    null,
    [],
    '<meta property="og:image" content="https://scontent.cdninstagram.com/v/t51.82787-15/mock_private_n.jpg">',
  );
