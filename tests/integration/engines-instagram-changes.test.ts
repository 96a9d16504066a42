import { describe, expect, it } from 'vitest';
import {
  CDN,
  CODE,
  clip,
  POST_ROUTE,
  photo,
  polaris,
  route,
} from '../platforms/instagram/instagram-page-data.ts';
import { page } from '../platforms/native-answers.ts';
import type { Canned } from './fake-outbound-client.ts';
import { postOf, read, upstream } from './read-instagram.ts';

const BROKEN: Canned = { body: '<div class="EmbedBrokenMedia"></div>' };
const WITHHELD_CLIP: Canned = {
  body: page({
    contextJSON: JSON.stringify({
      shortcode_media: { shortcode: CODE, is_video: true, display_url: `${CDN}/cover.jpg` },
    }),
  }),
};
const CHANGED = { ok: false, code: 'failed', terminal: false, reason: 'page_unreadable' };
const NO_MEDIA = { ok: false, code: 'no_media', terminal: false };

const served = (...data: unknown[]): Canned => ({ body: page(route(POST_ROUTE), ...data) });
const readMedia = (media: object, embed = BROKEN) => read(served(polaris(media)), embed);
const without = (media: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(media).filter(([name]) => !names.includes(name)));
const film = [{ type: 101, url: `${CDN}/own.mp4`, width: 720, height: 1280 }];
const pictures = { candidates: [{ url: `${CDN}/own.jpg`, width: 1080, height: 1350 }] };
const reel = without(clip({ product_type: 'clips', image_versions2: pictures }), 'video_versions');
const picture = without(photo(), 'image_versions2', 'display_uri');
const setOf = (...children: readonly object[]) => ({
  code: CODE,
  media_type: 8,
  product_type: 'carousel_container',
  user: { username: 'heron.marsh' },
  carousel_media: children,
});

describe("the post's own object without media that are known", () => {
  it.each<[string, object]>([
    ['a film under another name', { ...reel, video_urls: film }],
    ['a film in another letter case', { ...reel, videoVersions: film }],
    ['a film that is a reference', { ...reel, video_versions: { __ref: 'client:1' } }],
    ['a film that is an empty object', { ...reel, video_versions: {} }],
    ['a film without an address', { ...reel, video_versions: [{ type: 101, src: `${CDN}/own.mp4` }] }],
    ['a film beside a manifest of null', { ...reel, video_dash_manifest: null, films: film }],
    ['a picture under another name', { ...picture, image_versions3: pictures }],
    ['a picture in another letter case', { ...picture, Image_Versions2: pictures }],
    ['a picture that is a reference', { ...picture, image_versions2: { __ref: 'client:1' } }],
    ['a picture that is an empty object', { ...picture, image_versions2: {} }],
    [
      'a picture without an address',
      { ...picture, image_versions2: { candidates: [{ uri: `${CDN}/own.jpg` }] } },
    ],
    ['an unknown kind', { code: CODE, media_type: 19, interactive: {} }],
    [
      'a set under another name',
      { ...without(setOf(), 'carousel_media'), carousel_items: [photo({ code: 'a' })] },
    ],
    ['a set that is a reference', { ...setOf(), carousel_media: { __ref: 'client:1' } }],
    ['a set of unknown kinds', setOf({ code: 'a', media_type: 19 }, { code: 'b', media_type: 20 })],
    ['a set whose films have another name', setOf({ code: 'a', media_type: 2, video_urls: film })],
    ['a title alone', { code: CODE, caption: { text: 'Low tide' } }],
  ])('is a changed page: %s', async (_what, media) => {
    expect(await readMedia(media)).toMatchObject(CHANGED);
  });

  it.each<[string, object]>([
    ['a clip', { code: CODE, media_type: 2, product_type: 'clips', films: film }],
    ['a picture', { shortcode: CODE, __typename: 'GraphImage', pictures }],
    ['a set', { code: CODE, __typename: 'XIGPolarisCarouselMedia', parts: [photo({ code: 'a' })] }],
  ])('is a changed page where the gate has another name, too: %s', async (_what, media) => {
    expect(await read(served({ new_gate: media }), BROKEN)).toMatchObject(CHANGED);
  });

  it('is not an object that only names the post, as a route does', async () => {
    const named = { params: { shortcode: CODE }, media: { code: CODE, pk: '1' } };
    expect(await read(served(named), BROKEN)).toEqual({ ok: false, code: 'rate_limited', terminal: false });
  });

  it('is a changed page although the embed withholds the clip', async () => {
    expect(await readMedia({ ...reel, video_urls: film }, WITHHELD_CLIP)).toEqual({
      ...CHANGED,
      isClip: true,
    });
  });

  it.each<[string, object, object]>([
    ['a clip', { ...reel, video_versions: null }, { ...NO_MEDIA, isClip: true }],
    ['a clip with an empty list', { ...reel, video_versions: [] }, { ...NO_MEDIA, isClip: true }],
    ['a picture', { ...picture, image_versions2: null }, NO_MEDIA],
    ['a picture with an empty list', { ...picture, image_versions2: { candidates: [] } }, NO_MEDIA],
    ['a set', setOf(), NO_MEDIA],
    ['a set of null', { ...setOf(), carousel_media: null }, NO_MEDIA],
  ])('has none where the page states so: %s', async (_what, media, expected) => {
    expect(await readMedia(media)).toEqual(expected);
  });
});

describe('a set with an item that cannot be read', () => {
  it.each<[string, object]>([
    ['of an unknown kind', { code: 'b', pk: '9', media_type: 19, interactive: {} }],
    ['without a kind', { code: 'b' }],
    ['whose film has another name', { code: 'b', media_type: 2, video_urls: film }],
    ['that is withheld', { code: 'b', media_type: 2, video_versions: null }],
    ['that is a reference', { __ref: 'client:2' }],
  ])('gives the rest and states the whole number: an item %s', async (_what, odd) => {
    const post = postOf(await readMedia(setOf(photo({ code: 'a' }), odd, clip({ code: 'c' }))));
    expect(post.items.map(({ kind }) => kind)).toEqual(['photo', 'video']);
    expect(post.statedItems).toBe(3);
  });
});

const timeline = (...nodes: readonly object[]) => ({
  xdt_api__v1__clips__clips_on_logged_out_connection_v2: { edges: nodes.map((node) => ({ node })) },
});
const other = clip({ code: 'Cq7_Other01', video_versions: [{ url: `${CDN}/decoy.mp4` }] });
const own = clip({ video_versions: [{ url: `${CDN}/own.mp4` }] });

describe('a post that its page has only in a list', () => {
  it.each<[string, unknown]>([
    ['as the medium of a node', timeline({ media: own }, { media: other })],
    ['as a node behind another', timeline(other, own)],
    ['among items', { feed_timeline: { items: [{ media: other }, { media: own }] } }],
    ['in a list of related posts', { related: { items: [own] } }],
    [
      'in the older format',
      {
        edge_owner_to_timeline_media: {
          edges: [{ node: { shortcode: CODE, is_video: true, video_url: `${CDN}/own.mp4` } }],
        },
      },
    ],
    ['with a clip cover before it', timeline(without(own, 'video_versions'), own)],
    [
      'in a string with a name before it',
      { cache: `clips__home__web_info:${JSON.stringify({ items: [{ media: own }] })}` },
    ],
  ])('is found by its code: %s', async (_where, data) => {
    const post = postOf(await read(served(data), BROKEN));
    expect(post.items).toEqual([expect.objectContaining({ kind: 'video' })]);
    expect(post.items[0]?.renditions[0]?.source).toEqual(upstream('own.mp4'));
  });

  it('is found as a picture and as a set, too', async () => {
    expect(postOf(await read(served(timeline(photo())), BROKEN)).items).toHaveLength(1);
    expect(postOf(await read(served(timeline(setOf(photo(), photo()))), BROKEN)).items).toHaveLength(2);
  });

  const decoy = { code: CODE, media_type: 2, video_versions: [{ url: `${CDN}/decoy.mp4` }] };
  it.each<[string, readonly unknown[]]>([
    ['before', [timeline(decoy), polaris(own)]],
    ['after', [polaris(own), timeline(decoy)]],
    ['within', [polaris({ ...own, user: { username: 'heron.marsh', ...timeline(decoy) } })]],
    ['without the gate', [timeline(decoy), { media: own }]],
    [
      'in the older format',
      [timeline(decoy), { media: { shortcode: CODE, is_video: true, video_url: `${CDN}/own.mp4` } }],
    ],
  ])('loses against the real structure: %s', async (_where, data) => {
    const post = postOf(await read(served(...data), BROKEN));
    expect(post.items[0]?.renditions[0]?.source).toEqual(upstream('own.mp4'));
  });

  it.each<[string, object]>([
    [
      'a square picture',
      timeline(photo({ image_versions2: { candidates: [{ url: `${CDN}/a.jpg?stp=c0.1.2.3a_dst-jpg` }] } })),
    ],
    ['the cover of a clip', timeline({ ...reel })],
    ['an item of a set', { new_set: { carousel_media: [photo(), photo()] } }],
    ['another post', timeline(other)],
    ['an object without a code', timeline({ ...own, code: undefined, pk: '3079333185782279477' })],
  ])('is not %s', async (_what, data) => {
    expect((await read(served(data), BROKEN)).ok).toBe(false);
  });
});

describe('shapes of the media', () => {
  it('may be those of the older format under the gate', async () => {
    const graph = { shortcode: CODE, __typename: 'GraphVideo', is_video: true, video_url: `${CDN}/own.mp4` };
    expect(postOf(await readMedia(graph)).items).toHaveLength(1);
  });

  it('may state the kind of a track only by its AdaptationSet', async () => {
    const manifest =
      '<MPD><Period><AdaptationSet contentType="audio"><Representation bandwidth="90000">' +
      `<BaseURL>${CDN}/sound.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`;
    const post = postOf(await readMedia(clip({ video_dash_manifest: manifest })));
    expect(post.items[0]?.renditions.map(({ kind }) => kind)).toEqual(['video', 'audio']);
  });
});
