import { describe, expect, it } from 'vitest';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { readEmbedPage } from '../../src/server/platforms/instagram/embed-page.ts';
import { CDN, CODE, POST_ROUTE, route } from '../platforms/instagram/instagram-page-data.ts';
import { page } from '../platforms/native-answers.ts';
import { withoutCause } from '../without-cause.ts';
import type { Canned } from './fake-outbound-client.ts';
import { postOf, read } from './read-instagram.ts';

const nonTerminal = (code: string) => ({ ok: false, code, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });

const THROTTLED: Canned = { body: page(route(POST_ROUTE)) };
const embed = (media: unknown, shown = '', context: object = {}): Canned => {
  const contextJSON =
    media === null ? null : JSON.stringify({ context, gql_data: { shortcode_media: media } });
  const data = { require: [['PolarisEmbedSimple', 'init', [], [{ contextJSON }]]] };
  return { body: `<html><body><script>${JSON.stringify(data)}</script>${shown}</body></html>` };
};
const graph = (over: object) => ({
  shortcode: CODE,
  display_url: `${CDN}/cover.jpg`,
  dimensions: { width: 640, height: 1136 },
  owner: { username: 'heron.marsh', profile_pic_url: `${CDN}/face.jpg?a=1&amp;b=2` },
  edge_media_to_caption: { edges: [{ node: { text: 'Low tide' } }] },
  ...over,
});
const graphClip = (over: object = {}) =>
  graph({ is_video: true, video_url: `${CDN}/clip.mp4`, video_duration: 12.5, ...over });

describe('native engine on Instagram: the embed', () => {
  it('reads a clip when the post page is throttled', async () => {
    const post = postOf(await read(THROTTLED, embed(graphClip())));
    expect(post).toMatchObject({ id: CODE, username: 'heron.marsh', caption: 'Low tide', duration: 12.5 });
    expect(post.authorPicture).toMatchObject({ url: `${CDN}/face.jpg?a=1&b=2` });
    expect(post.items).toEqual([expect.objectContaining({ kind: 'video', width: 640, height: 1136 })]);
    expect(post.items[0]!.renditions.map((r) => [r.kind, r.quality, r.extension, r.codec, r.size])).toEqual([
      ['video', null, 'mp4', 'h264', null],
    ]);
  });

  it('reads a set in order', async () => {
    const edges = [{ node: graph({ is_video: false }) }, { node: graphClip() }];
    const post = postOf(await read(THROTTLED, embed(graph({ edge_sidecar_to_children: { edges } }))));
    expect(post.items.map(({ kind }) => kind)).toEqual(['photo', 'video']);
  });

  it('reads the rest of a set with a clip that is withheld, and states that one is missing', async () => {
    const edges = [{ node: graph({ is_video: false }) }, { node: { is_video: true } }];
    const post = postOf(await read(THROTTLED, embed(graph({ edge_sidecar_to_children: { edges } }))));
    expect(post.items.map(({ kind }) => kind)).toEqual(['photo']);
    expect(post.statedItems).toBe(2);
  });

  it.each([
    [
      'a set whose items have other fields',
      { edge_sidecar_to_children: { edges: [{ item: {} }, { item: {} }] } },
    ],
    ['a set that is a reference', { edge_sidecar_to_children: { __ref: 'client:1' } }],
    ['a clip whose address is a reference', { is_video: true, video_url: { __ref: 'client:1' } }],
    ['a picture whose address is a reference', { is_video: false, display_url: { __ref: 'client:1' } }],
  ])('reports a changed page for %s', async (_what, over) => {
    const outcome = await read(new OutboundError('unreachable'), embed(graph(over)));
    expect(outcome).toMatchObject({ code: 'failed', reason: 'page_unreadable' });
  });

  it("reads a single photo from the embed's markup", async () => {
    const shown = `<div class="Embed" data-media-type="GraphImage" data-permalink="https://www.instagram.com/p/${CODE}/?x">
      <a class="Username u">heron.marsh</a><img class="EmbeddedMediaImage" src="${CDN}/shore.jpg?a=1&amp;b=2">
      <div class="Caption"><a class="CaptionUsername">heron.marsh</a><br/>Low <b>tide</b> &amp; wind<div class="CaptionComments">7 comments</div></div></div>`;
    const post = postOf(await read(THROTTLED, embed(null, shown)));
    expect(post).toMatchObject({ username: 'heron.marsh', caption: 'Low tide & wind' });
    expect(post.items[0]!.renditions[0]!.source).toMatchObject({ url: `${CDN}/shore.jpg?a=1&b=2` });
  });

  const poster = `<div class="Embed" data-media-type="GraphVideo"><img class="EmbeddedMediaImage" src="${CDN}/a.jpg"></div>`;
  it.each<[string, Canned, object]>([
    [
      'a clip with licensed music',
      embed(graphClip({ video_url: undefined })),
      { ...nonTerminal('no_media'), isClip: true },
    ],
    [
      'a clip that is blocked for its music',
      embed(graphClip({ video_url: undefined }), '', { type: 'GraphVideo', copyright_blocked: true }),
      { ...nonTerminal('no_media'), isClip: true },
    ],
    [
      'a set of such clips',
      embed(graph({ edge_sidecar_to_children: { edges: [{ node: { is_video: true, video_url: null } }] } })),
      nonTerminal('no_media'),
    ],
    ['the poster of a clip', embed(null, poster), nonTerminal('no_media')],
    ['another post', embed(graphClip({ shortcode: 'Cq7_Other01' })), failed('page_unreadable')],
  ])('returns only a tentative failure for %s', async (_what, answer, expected) => {
    expect(await read({ status: 500 }, answer)).toMatchObject(
      'reason' in expected ? { code: 'failed', terminal: false } : expected,
    );
  });

  const BROKEN = embed(null, '<i class="EmbedBrokenMedia"></i>');
  it.each<[string, Canned]>([
    ['says broken', BROKEN],
    ['answers 404', { status: 404 }],
  ])("prefers the page's failure to an embed that %s", async (_what, answer) => {
    expect(await read(THROTTLED, answer)).toEqual(nonTerminal('rate_limited'));
    expect(await read({ status: 500 }, answer)).toEqual(failed('upstream_error'));
    expect(await read({ body: '<p>a new layout</p>' }, answer)).toEqual(failed('page_unreadable'));
  });

  it('is no proof that a post is gone when it says broken, as throttled embeds do', async () => {
    expect(withoutCause(await readEmbedPage(BROKEN.body ?? '', CODE))).toEqual({
      ...nonTerminal('gone'),
      tentative: true,
    });
  });

  it('reports the more specific of two failures', async () => {
    expect(await read(THROTTLED, { status: 500 })).toEqual(nonTerminal('rate_limited'));
    expect(await read({ status: 500 }, { status: 429 })).toEqual(nonTerminal('rate_limited'));
  });

  it("takes the widest version of a photo in the markup, and no clip's poster for a photo", async () => {
    const drawn = (type: string) =>
      `<div class="Embed" ${type}><img class="EmbeddedMediaImage" src="${CDN}/640.jpg" srcset="${CDN}/320.jpg 320w, ` +
      `${CDN}/1440.jpg 1440w,${CDN}/640.jpg 640w"><img class="Avatar" srcset="${CDN}/face.jpg 4000w"></div>`;
    const post = postOf(await read(THROTTLED, embed(null, drawn('data-media-type="GraphImage"'))));
    expect(post.items[0]!.renditions[0]!.source).toMatchObject({ url: `${CDN}/1440.jpg` });
    expect(await read({ status: 500 }, embed(null, drawn('')))).toEqual(nonTerminal('no_media'));
  });
});
