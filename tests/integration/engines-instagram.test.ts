import { describe, expect, it } from 'vitest';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
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
import { createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';
import { engineFor, postOf, read, upstream } from './read-instagram.ts';

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

  it.each<[string, object, object | null]>([
    ['as stated', { profile_pic_url: `${CDN}/150.jpg` }, { url: `${CDN}/150.jpg` }],
    [
      'in its large version',
      { profile_pic_url: `${CDN}/150.jpg`, hd_profile_pic_url_info: { url: `${CDN}/1080.jpg` } },
      { url: `${CDN}/1080.jpg` },
    ],
    ['not from an unusable address', { profile_pic_url: 'data:,', hd_profile_pic_url_info: null }, null],
    ['as unknown where none is stated', {}, null],
  ])("reads the picture of the author's profile %s", async (_what, stated, expected) => {
    const user = { username: 'heron.marsh', ...stated };
    const { authorPicture } = postOf(await read({ body: page(polaris(clip({ user }))) }));
    if (expected === null) expect(authorPicture).toBeNull();
    else expect(authorPicture).toMatchObject(expected);
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
