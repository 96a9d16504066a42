import { describe, expect, it } from 'vitest';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import { readEmbedPage as readInstagramEmbed } from '../../src/server/platforms/instagram/embed-page.ts';
import { readPostPage } from '../../src/server/platforms/instagram/instagram-reader.ts';
import { readEmbedPage as readTiktokEmbed } from '../../src/server/platforms/tiktok/embed-page.ts';
import { readVideoPage, type VideoPageOutcome } from '../../src/server/platforms/tiktok/video-page.ts';
import {
  CDN,
  CODE,
  clip,
  POST_ROUTE,
  photo,
  polaris,
  route,
} from '../platforms/instagram/instagram-page-data.ts';

const ID = '7411111111111111111';
const FILMS = 'https://v16-webapp-prime.us.tiktok.com/video';
const script = (data: unknown): string => `<script type="application/json">${JSON.stringify(data)}</script>`;

const readInstagram = (...blocks: readonly unknown[]): Promise<EngineOutcome> =>
  readPostPage(blocks.map(script).join(''), { id: CODE });
const readEmbed = (data: unknown): Promise<EngineOutcome> => readInstagramEmbed(script(data), CODE);
const readTiktok = (scopes: object): Promise<EngineOutcome | VideoPageOutcome> =>
  readVideoPage(script({ __DEFAULT_SCOPE__: scopes }), ID, {});

/** Returns the best file of each item, by its file name. */
const filesIn = (outcome: EngineOutcome | VideoPageOutcome): readonly string[] =>
  outcome.ok !== true
    ? []
    : outcome.post.items.map(({ kind, renditions: [best] }) => {
        const address = best?.source.kind === 'upstream' ? new URL(best.source.url).pathname : '';
        return `${kind} ${address.split('/').findLast((part) => part !== '') ?? ''}`;
      });

const filesOf = async (outcome: Promise<EngineOutcome | VideoPageOutcome>): Promise<readonly string[]> =>
  filesIn(await outcome);

const reel = clip({ video_versions: [{ url: `${CDN}/own.mp4` }] });
const square = { image_versions2: { candidates: [{ url: `${CDN}/decoy.jpg` }] } };

describe('a page with several objects of one Instagram post', () => {
  const title = polaris({ code: CODE, caption: { text: 'Low tide' } });
  it.each<[string, readonly unknown[]]>([
    ['the object of the title’s query before it', [title, polaris(reel)]],
    ['the object of the title’s query after it', [polaris(reel), title]],
    ['an object without media, and the media elsewhere', [title, { info: { items: [reel] } }]],
    [
      'a square picture under the same code before it',
      [{ pinned: { code: CODE, ...square } }, { own: reel }],
    ],
    ['the same, called a clip', [{ pinned: { code: CODE, media_type: 2, ...square } }, { own: reel }]],
    ['a square picture in a separate object', [polaris({ code: CODE, ...square }), polaris(reel)]],
    ['a gated object beside the open one', [polaris(null), polaris(reel)]],
  ])('returns the clip: %s', async (_what, blocks) => {
    expect(await filesOf(readInstagram(...blocks))).toEqual(['video own.mp4']);
  });

  it('identifies the post by its number where codes are null', async () => {
    const named = { ...reel, code: null, shortcode: null, pk: '3079333185782279477' };
    expect(await filesOf(readInstagram({ own: named }))).toEqual(['video own.mp4']);
  });

  it("recognizes the post's number where JSON has rounded it", async () => {
    const numbered = script({ own: { ...reel, code: null, pk: 'PK' } }).replace(
      '"PK"',
      '3079333185782279477',
    );
    expect(await filesOf(readPostPage(numbered, { id: CODE }))).toEqual(['video own.mp4']);
  });

  it('prefers a script to an attribute, however its tag is written', async () => {
    const copy = JSON.stringify({
      pinned: { code: CODE, media_type: 2, video_versions: [{ url: `${CDN}/decoy.mp4` }] },
    });
    const html = `<a data-x="${copy.replaceAll('"', '&quot;')}"></a><p>${copy}</p>${script({ own: reel })}`;
    const loud = html.replaceAll(/script/g, 'SCRIPT');
    for (const page of [html, loud])
      expect(await filesOf(readPostPage(page, { id: CODE }))).toEqual(['video own.mp4']);
  });

  const own = { shortcode: CODE, is_video: true, video_url: `${CDN}/own.mp4` };
  const decoy = { shortcode_media: { display_url: `${CDN}/decoy.jpg` } };
  it('accepts an object without a code as the post only on an embed, and only where no other has the code', async () => {
    expect(await filesOf(readEmbed({ a: decoy, gql_data: { shortcode_media: own } }))).toEqual([
      'video own.mp4',
    ]);
    expect(await filesOf(readEmbed({ gql_data: { shortcode_media: { ...own, shortcode: null } } }))).toEqual([
      'video own.mp4',
    ]);
    expect(await readInstagram(decoy)).toMatchObject({ ok: false, reason: 'page_unreadable' });
  });
});

describe('a drawn embed with several posts', () => {
  const frame = (code: string, name: string): string =>
    `<div class="Embed" data-media-type="GraphImage" data-permalink="https://www.instagram.com/p/${code}/?x">
     <a class="Username">${name}</a><img class="EmbeddedMediaImage" src="${CDN}/${name}.jpg">
     <div class="HoverCard"><span class="Username">${name}</span></div></div>`;
  const loose = `<a class="Username">other</a><img class="EmbeddedMediaImage" src="${CDN}/decoy.jpg">`;
  it.each([
    ['alone', frame(CODE, 'own')],
    ['behind another', frame('Cq7_Other01', 'decoy') + frame(CODE, 'own')],
    ['before another', frame(CODE, 'own') + frame('Cq7_Other01', 'decoy')],
    ['after a picture outside of any frame', loose + frame(CODE, 'own')],
  ])("returns the post's picture and its owner once: %s", async (_what, html) => {
    const outcome = await readInstagramEmbed(html, CODE);
    expect(filesIn(outcome)).toEqual(['photo own.jpg']);
    expect(outcome).toMatchObject({ post: { username: 'own' } });
  });

  it('returns nothing for a page that shows only other posts', async () => {
    expect(await readInstagramEmbed(frame('Cq7_Other01', 'decoy'), CODE)).toMatchObject({ ok: false });
  });
});

describe('a cover that is all a page gives', () => {
  const cover = { shortcode: CODE, display_url: `${CDN}/cover.jpg` };
  const withheld = { ok: false, code: 'no_media', isClip: true };
  it.each<[string, object, object]>([
    ['a clip whose flag is a text', { is_video: 'true' }, withheld],
    ['a clip recognizable only by its duration', { video_duration: 12.5 }, withheld],
    ['a set whose parts are withheld', { __typename: 'GraphSidecar', is_video: false }, { code: 'no_media' }],
    ['a set without parts', { edge_sidecar_to_children: { edges: [] } }, { code: 'no_media' }],
  ])('is not returned as the post in an embed: %s', async (_what, over, expected) => {
    expect(await readEmbed({ gql_data: { shortcode_media: { ...cover, ...over } } })).toMatchObject(expected);
  });

  it('is a photo where nothing indicates a clip or a set', async () => {
    expect(await filesOf(readEmbed({ gql_data: { shortcode_media: cover } }))).toEqual(['photo cover.jpg']);
  });

  it('is a photo where the page says picture, with or without music', async () => {
    const media = { ...photo(), media_type: undefined, __typename: 'XIGPolarisImageMedia', has_audio: true };
    expect(await filesOf(readInstagram(polaris(media)))).toEqual(['photo shore.jpg']);
  });

  it('prefers a file to a flag', async () => {
    const film = { ...cover, is_video: false, video_url: `${CDN}/own.mp4` };
    expect(await filesOf(readEmbed({ gql_data: { shortcode_media: film } }))).toEqual(['video own.mp4']);
  });

  it.each([{ video_duration: 12.5 }, { has_audio: true }])(
    'is not returned as the post in a page: %j',
    async (over) => {
      const media = { ...photo(), media_type: undefined, ...over };
      expect(await readInstagram(polaris(media))).toMatchObject({ reason: 'page_unreadable', isClip: true });
    },
  );
});

const item = { id: ID, author: { uniqueId: 'river.keeper' }, video: { playAddr: `${FILMS}/own/` } };
const other = { ...item, video: { playAddr: `${FILMS}/decoy/` } };
const detail = (itemStruct: unknown, statusCode: unknown = 0) => ({ statusCode, itemInfo: { itemStruct } });

describe('a page with several blocks of TikTok posts', () => {
  it.each<[string, object]>([
    ['an empty block of pictures first', { 'webapp.photo-detail': { statusCode: 10204 } }],
    ['another post first', { 'webapp.ad': detail({ ...other, id: '7411111111111111999' }) }],
    ['a private one first', { 'webapp.ad': detail({ ...other, id: '7411111111111111999' }, 10222) }],
    ['one without an id first', { 'webapp.ad': detail({ ...other, id: undefined }) }],
    ['a text that looks like data', { seo: JSON.stringify({ statusCode: 10217, itemInfo: {} }) }],
  ])('returns the requested one: %s', async (_what, first) => {
    const outcome = await readTiktok({ ...first, 'webapp.video-detail': detail(item) });
    expect(filesIn(outcome)).toEqual(['video own']);
  });

  it("uses the post's own status, and only a numeric one", async () => {
    const scopes = { 'webapp.photo-detail': { statusCode: 0 }, 'webapp.video-detail': detail(item, 10222) };
    expect(await readTiktok(scopes)).toMatchObject({ ok: false, code: 'private', terminal: true });
    expect(await filesOf(readTiktok({ 'webapp.video-detail': detail(item, 'ok') }))).toEqual(['video own']);
  });

  it("does not apply another post's status", async () => {
    const scopes = { 'webapp.video-detail': detail({ ...item, id: '7411111111111111999' }, 10222) };
    expect(await readTiktok(scopes)).toMatchObject({ ok: false, reason: 'page_unreadable' });
  });
});

describe('a TikTok embed with blocks that name no post', () => {
  const photos = (name: string, itemInfos: object = {}) => ({
    itemInfos,
    imagePostInfo: { displayImages: [{ urlList: [`https://p16-sign.tiktokcdn-us.com/${name}.jpeg?x=1`] }] },
  });
  const read = (data: object): Promise<EngineOutcome> => readTiktokEmbed(script({ source: { data } }), ID);
  const path = `/embed/v2/${ID}`;
  it("returns the one at the embed's own path where no other has the post's id", async () => {
    expect(await filesOf(read({ [path]: { videoData: photos('own') } }))).toEqual(['photo own.jpeg']);
    expect(
      await filesOf(read({ [path]: { videoData: photos('own') }, more: photos('named', { id: ID }) })),
    ).toEqual(['photo named.jpeg']);
  });

  it('returns none whose id is that of another post', async () => {
    expect(await readTiktokEmbed(script(photos('decoy')), ID)).toMatchObject({ ok: false });
  });

  it.each<[string, object]>([
    ['behind the own path', { [path]: { isReady: false }, more: { videoData: photos('decoy') } }],
    [
      'at the path of another',
      { '/embed/v2/7411111111111111999': { videoData: photos('decoy') }, [path]: {} },
    ],
    ['deeper within the own path', { [path]: { side: { videoData: photos('decoy') } } }],
  ])('returns none from elsewhere: %s', async (_what, data) => {
    expect(await read(data)).toMatchObject({ ok: false });
  });
});

describe('counts in a page', () => {
  it.each([2.5, 1e300, '3.5', -1])('are ignored where they are not a whole number: %s', async (count) => {
    const set = { code: CODE, media_type: 8, carousel_media: [photo()], carousel_media_count: count };
    expect(await readInstagram(polaris(set))).toMatchObject({ ok: true, post: { statedItems: 1 } });
  });

  it('detect a slideshow larger than what could be read', async () => {
    const displayImages = Array.from({ length: 70 }, (_, index) => ({
      urlList: [`https://p16-sign.tiktokcdn-us.com/${index}.jpeg?x=1`],
    }));
    const videoData = { itemInfos: { id: ID }, imagePostInfo: { displayImages } };
    const html = script({ source: { data: { [`/embed/v2/${ID}`]: { videoData } } } });
    const outcome = await readTiktokEmbed(html, ID);
    expect(filesIn(outcome)).toHaveLength(60);
    expect(outcome).toMatchObject({ post: { statedItems: 70 } });
  });
});

describe('routes in a page', () => {
  const gone = route('comet.igweb.PolarisErrorRoute');
  it('report a deleted post only where they agree', async () => {
    expect(await readInstagram(gone)).toMatchObject({ ok: false, code: 'gone', terminal: true });
    expect(await readInstagram(gone, route(POST_ROUTE))).toMatchObject({
      code: 'rate_limited',
      terminal: false,
    });
  });
});

describe('long lists of URLs', () => {
  const many = <Entry>(make: (address: string) => Entry): readonly Entry[] =>
    Array.from({ length: 500 }, (_, index) => make(`https://a.b/${index}`));
  // Each URL is parsed several times: the 90,000 that a page may contain blocked the server for nine seconds.
  it.each<[string, () => Promise<EngineOutcome | VideoPageOutcome>]>([
    ['files of a clip', () => readInstagram(polaris(clip({ video_versions: many((url) => ({ url })) })))],
    [
      'sizes of a picture',
      () => readInstagram(polaris(photo({ image_versions2: { candidates: many((url) => ({ url })) } }))),
    ],
    [
      'sizes of a picture of an embed',
      () => {
        const display_resources = many((src) => ({ src }));
        return readEmbed({
          shortcode_media: { shortcode: CODE, display_url: `${CDN}/a.jpg`, display_resources },
        });
      },
    ],
    [
      'gears of a video',
      () => {
        const bitrateInfo = many((url) => ({ PlayAddr: { UrlList: [url] } }));
        return readTiktok({ 'webapp.video-detail': detail({ ...item, video: { bitrateInfo } }) });
      },
    ],
  ])('are read only up to a realistic length: %s', async (_what, read) => {
    const outcome = await read();
    const count = outcome.ok === true ? outcome.post.items[0]?.renditions.length : 0;
    expect(count).toBeGreaterThanOrEqual(32);
    expect(count).toBeLessThanOrEqual(33);
  });
});
