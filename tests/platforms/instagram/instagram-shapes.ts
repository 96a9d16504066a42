/** Data blocks in the shapes that public pages of Instagram have, with invented posts. */
import { readEmbedPage } from '../../../src/server/platforms/instagram/embed-page.ts';
import { readPostPage } from '../../../src/server/platforms/instagram/instagram-reader.ts';
import { prefetchedBlock } from '../../prefetched-block.ts';
import { CAPTION, type PageShape } from '../page-shape.ts';

export const CODE = 'Cq7_Tern-01';
/** The numeric id that the shortcode encodes in base 64. */
const PK = '3079333185782279477';
const CDN = 'https://scontent.cdninstagram.com/v';

const picture = (name: string, stp: string) => `${CDN}/${name}.jpg?stp=${stp}&oh=00_Af&oe=6A1B2C3D`;
const pictures = (name: string) => ({
  display_uri: picture(name, 'dst-jpg_e35_s640x640_tt6'),
  image_versions2: {
    candidates: [
      { url: picture(name, 'c0.169.1080.1080a_dst-jpg_e35_s640x640_tt6') },
      { url: picture(name, 'dst-jpg_e35_tt6') },
      { url: picture(name, 'dst-jpg_e35_p720x720_tt6') },
    ],
  },
});
const owner = {
  pk: '9000000001',
  username: 'heron.marsh',
  full_name: 'Heron Marsh',
  is_private: false,
  // A timeline may contain a shortened copy of the requested post, with nothing but square crops.
  polaris_ordered_timeline_connection: {
    edges: [
      {
        node: {
          code: CODE,
          pk: PK,
          media_type: 1,
          image_versions2: {
            candidates: [{ url: picture('decoy', 'c0.169.640.640a_dst-jpg_e35_s320x320_tt6') }],
          },
        },
      },
    ],
  },
};
const common = (type: string, mediaType: number) => ({
  __typename: type,
  user: owner,
  caption: { text: CAPTION },
  code: CODE,
  pk: PK,
  id: `POLARIS_${PK}`,
  taken_at: 1_790_000_000,
  media_type: mediaType,
  original_width: 1080,
  original_height: 1920,
});
const film = (name: string) => ({
  ...pictures(`${name}-cover`),
  has_audio: true,
  video_versions: [101, 102, 103].map((type) => ({
    type,
    url: `${CDN}/${name}.mp4?efg=e30&oh=${type}&oe=6A1B`,
  })),
});
const child = (name: string, mediaType: number, media: object) => ({
  code: `Cq7_${name}`,
  pk: `30530498708933${name.length}`,
  media_type: mediaType,
  original_width: 1080,
  original_height: 1350,
  ...media,
});
const polaris = (media: object) =>
  prefetchedBlock({ xig_polaris_media: { code: CODE, if_not_gated_logged_out: media } });

const graph = (over: object) => ({
  id: PK,
  shortcode: CODE,
  display_url: picture('cover', 'dst-jpg_e15_tt6'),
  dimensions: { width: 1080, height: 1920 },
  ...over,
});
const graphFilm = {
  __typename: 'GraphVideo',
  is_video: true,
  video_url: `${CDN}/film.mp4?a=1&b=2`,
  video_duration: 12.5,
};
const embed = (media: object) => ({
  require: [
    ['PolarisEmbedRich.react'],
    [
      'PolarisEmbedSimple',
      'init',
      [],
      [
        {
          isRichEmbed: true,
          isSidecar: false,
          contextJSON: JSON.stringify({
            context: { type: 'GraphVideo', shortcode: CODE, copyright_blocked: false },
            gql_data: {
              shortcode_media: {
                ...media,
                edge_media_to_caption: { edges: [{ node: { text: CAPTION } }] },
                owner: { id: '9000000001', username: 'heron.marsh' },
              },
            },
          }),
        },
      ],
    ],
  ],
});

const POLARIS = {
  read: (html: string) => readPostPage(html, { id: CODE }),
  attribute: 'data-sjs',
  wrappers: ['xig_polaris_media', 'if_not_gated_logged_out', '__bbox', 'RelayPrefetchedStreamCache'],
} as const;
const EMBED = {
  read: (html: string) => readEmbedPage(html, CODE),
  attribute: 'data-content-len="1"',
  optional: [
    '__typename',
    'is_video',
    'dimensions',
    'owner',
    'edge_media_to_caption',
    'shortcode',
    'display_url',
  ],
  wrappers: ['gql_data', 'shortcode_media', 'contextJSON', 'PolarisEmbedSimple'],
} as const;
/** A film as a page describes it for search engines. */
const forSearch = (over: object) => ({
  '@context': 'https://schema.org',
  '@type': 'VideoObject',
  name: 'Heron on Instagram',
  description: CAPTION,
  author: { '@type': 'Person', alternateName: '@heron.marsh' },
  contentUrl: `${CDN}/film.mp4?a=1&b=2`,
  thumbnailUrl: picture('cover', 'dst-jpg_e15_tt6'),
  ...over,
});
const SEARCH = {
  ...POLARIS,
  attribute: 'nonce="n"',
  optional: ['@context', '@type', 'name', 'description', 'author', 'thumbnailUrl'],
  wrappers: [],
} as const;
const OPTIONAL = [
  'user',
  'caption',
  'code',
  'pk',
  'id',
  'media_type',
  '__typename',
  'original_width',
  'display_uri',
];

export const instagramShapes: readonly PageShape[] = [
  {
    name: 'reel',
    yields: 'video',
    ...POLARIS,
    data: polaris({ ...common('XIGPolarisVideoMedia', 2), product_type: 'clips', ...film('reel') }),
    optional: [...OPTIONAL, 'has_audio', 'image_versions2', 'product_type'],
  },
  {
    name: 'photo',
    yields: 'photo',
    ...POLARIS,
    data: polaris({ ...common('XIGPolarisImageMedia', 1), ...pictures('shore') }),
    optional: OPTIONAL,
  },
  {
    name: 'photo carousel',
    yields: 'photo,photo',
    ...POLARIS,
    data: polaris({
      ...common('XIGPolarisCarouselMedia', 8),
      carousel_media_count: 2,
      carousel_media: [child('one', 1, pictures('one')), child('second', 1, pictures('second'))],
    }),
    optional: [...OPTIONAL, 'carousel_media_count'],
  },
  {
    name: 'mixed carousel',
    yields: 'photo,video',
    ...POLARIS,
    data: polaris({
      ...common('XIGPolarisCarouselMedia', 8),
      carousel_media: [child('one', 1, pictures('one')), child('second', 2, film('second'))],
    }),
    optional: OPTIONAL,
  },
  {
    name: 'film for search engines',
    yields: 'video',
    ...SEARCH,
    data: forSearch({ embedUrl: `https://www.instagram.com/reel/${CODE}/embed/` }),
  },
  {
    name: 'film in the list for search engines',
    yields: 'video',
    ...SEARCH,
    data: { '@graph': [{ '@type': 'WebSite' }, forSearch({ url: `https://www.instagram.com/p/${CODE}/` })] },
  },
  { name: 'embed video', yields: 'video', ...EMBED, data: embed(graph(graphFilm)) },
  {
    name: 'embed carousel',
    yields: 'photo,video',
    ...EMBED,
    data: embed(
      graph({
        __typename: 'GraphSidecar',
        is_video: false,
        edge_sidecar_to_children: {
          edges: [
            {
              node: graph({
                __typename: 'GraphImage',
                is_video: false,
                display_url: picture('one', 'dst-jpg_e15_tt6'),
                display_resources: [{ src: picture('one', 'dst-jpg_e15_tt6') }],
              }),
            },
            { node: graph(graphFilm) },
          ],
        },
      }),
    ),
  },
];

/** The embed of a single photo has no data; the picture is in its markup. */
export const drawnPhoto = {
  frame: {
    class: 'Embed _aa4c',
    'data-media-type': 'GraphImage',
    'data-permalink': `https://www.instagram.com/p/${CODE}/?utm_source=ig_embed&amp;ig_rid=1`,
  },
  image: {
    class: 'EmbeddedMediaImage',
    alt: 'Photo by Heron',
    src: `${CDN}/640.jpg?a=1&amp;b=2`,
    srcset: `${CDN}/640.jpg?a=1&amp;b=2 640w,${CDN}/750.jpg?a=1&amp;b=2 750w, ${CDN}/1440.jpg?a=1&amp;b=2 1440w`,
  },
} as const;
