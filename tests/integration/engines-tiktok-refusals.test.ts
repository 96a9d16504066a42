import { describe, expect, it } from 'vitest';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import type { Canned } from './fake-outbound-client.ts';
import { CDN, desktop, embedPage, ID, mobile, PICTURES, read, slideshow, video } from './read-tiktok.ts';

const WITHHELD = { code: 'failed', reason: 'posts_withheld', terminal: false };
const CHANGED = { code: 'failed', reason: 'page_unreadable', terminal: false };
const PRIVATE = { code: 'private', terminal: false };
const NO_MEDIA = { code: 'no_media', terminal: false };
const html = (head: string, body = ''): string =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;
/** A page that is too long to be a stub. */
const long = (head: string, body = ''): Canned => ({ body: html(head, body + '<p>words</p>'.repeat(300)) });
const at = (url: string): Canned => ({ ...long('<title>TikTok</title>'), url });

describe('a page that TikTok sends instead of a post', () => {
  it.each<[string, Canned | OutboundError]>([
    ['its login page, by a redirect', at(`https://www.tiktok.com/login?redirect_url=%2Fvideo%2F${ID}`)],
    ['its login page in another language', at('https://www.tiktok.com/de-DE/login/phone')],
    ['its front page', at('https://www.tiktok.com/')],
    ['a profile', at('https://www.tiktok.com/@river.keeper')],
    ['a redirect to a foreign host', new OutboundError('refused-redirect')],
    [
      'a refresh to the login page',
      long('<meta http-equiv="refresh" content="0; url=https://www.tiktok.com/login?next=x">'),
    ],
    ['a refresh in capitals', long("<META HTTP-EQUIV='Refresh' CONTENT='3;URL=/signup'>")],
    ['a script that goes to the login page', long('', '<script>window.location.href = "/login";</script>')],
    [
      'a script that returns to the post after the login',
      long('', `<script>location.href="/login?redirect_url=%2F%40_%2Fvideo%2F${ID}"</script>`),
    ],
    ['a script that replaces the page', long('', "<script>top.location.replace('/passport/web/')</script>")],
    ['a login form', long('<title>TikTok</title>', '<form><input name="p" type="password"></form>')],
    ['a login page with data', { body: html('<title>Log in | TikTok</title>', dataWithoutPost()) }],
    ['a page that asks for consent', long('<title>Before you continue to TikTok</title>')],
    ['a page about cookies', long('<title>TikTok: accept cookies</title>')],
    ['an empty page', { body: '' }],
    [
      'a stub with data, but none of the post',
      {
        body: html(
          '',
          `<script type="application/json">{"__DEFAULT_SCOPE__":{"webapp.app-context":{}}}</script>`,
        ),
      },
    ],
    ['a stub', { body: html('<title>TikTok</title>', '<div id="app"></div>') }],
    [
      'a preview with data for search engines',
      long(
        '<meta property="og:title" content="Otters">',
        `<script type="application/ld+json">{"name":"${'x'.repeat(300)}"}</script>`,
      ),
    ],
    ['only a preview for other sites', long('<meta property="og:image" content="https://a.example/a.jpg">')],
    ['status 403', { status: 403 }],
    ['status 401', { status: 401, headers: { 'retry-after': '60' } }],
  ])('is a refusal that may last: %s', async (_what, page) => {
    expect(await read({ desktop: page, mobile: page, embed: { body: '' } })).toEqual({
      ok: false,
      ...WITHHELD,
    });
  });

  it.each<[string, Canned]>([
    ['a challenge that is small', { body: html('', '<p>Please wait…</p>') }],
    ['a challenge with its marks', long('', '<p>Please wait...</p><p id="cs"></p><p id="wci"></p>')],
    ['the marks of a challenge alone', { body: '<p id="cs"></p><p id="wci"></p>' }],
    ['a captcha', long('', '<div class="captcha_verify_img_slide"></div>')],
    ['status 429', { status: 429 }],
  ])('is a limit where TikTok says so: %s', async (_what, page) => {
    for (const site of [{ desktop: page }, { desktop: page, mobile: page }])
      expect(await read(site)).toMatchObject({ code: 'rate_limited', terminal: false });
  });

  it.each<[string, Canned]>([
    ['without data', long('<title>How to log in to anything | TikTok</title>')],
    [
      'with the preview and data in a new form',
      long(
        '<meta property="og:image" content="https://a.example/a.jpg">',
        `<script>self.__next.push(${JSON.stringify('x'.repeat(4_000))})</script>`,
      ),
    ],
    [
      'with little data in a new scope',
      {
        body: html(
          '<title>TikTok</title>',
          `<script>window.data={"__DEFAULT_SCOPE__":{"webapp.post":{"number":"${ID}"}}}</script>`,
        ),
      },
    ],
    [
      'with the preview and a small block of new data',
      {
        body: html(
          '<meta property="og:title" content="Otters">',
          `<script type="application/json">{"post":{"number":"${ID}"}}</script>`,
        ),
      },
    ],
    ['with data in a new scope', { body: html('<title>Otters | TikTok</title>', dataWithoutPost()) }],
    [
      'whose long script can go to the login page',
      long('', `<script>${'a();'.repeat(600)}if(b)location.href="/login"</script>`),
    ],
  ])('is a changed page where nothing says so: %s', async (_what, page) => {
    expect(await read({ desktop: page })).toMatchObject(CHANGED);
  });
});

/** TikTok's data without a post. */
function dataWithoutPost(): string {
  const scope = { __DEFAULT_SCOPE__: { 'webapp.app-context': { language: 'en', text: 'x'.repeat(3_000) } } };
  return `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify(scope)}</script>`;
}

const FILM = `${CDN}/film/?a=1&mime_type=video_mp4`;
const WATERMARKED = `${CDN}/watermarked/`;
const item = (fields: object) => ({
  id: ID,
  desc: 'Otters',
  author: { uniqueId: 'river.keeper' },
  ...fields,
});
const size = { width: 720, height: 1280, duration: 10, cover: `${PICTURES}/cover.image` };

describe('an own item without media that can be read', () => {
  it.each<[string, object]>([
    ['the film under another name', { video: { ...size, playUrlV2: FILM } }],
    [
      'the film under another name beside the watermarked one',
      { video: { ...size, play_addr: { url_list: [FILM] }, downloadAddr: WATERMARKED } },
    ],
    ['the film in other letters', { video: { ...size, PlayAddr: FILM } }],
    [
      'the variants under another name',
      { video: { ...size, playAddr: '', bitrateInfos: [{ PlayAddr: { UrlList: [FILM] } }] } },
    ],
    [
      'variants of another form',
      { video: { ...size, playAddr: '', bitrateInfo: [{ Address: FILM }], downloadAddr: WATERMARKED } },
    ],
    ['an address that is none', { video: { ...size, playAddr: 'v09044g40000' } }],
    ['a film to be loaded later', { video: { ...size, deferred: true } }],
    ['a film that is empty', { video: { ...size, playAddr: '', bitrateInfo: [] } }],
    ['an empty video', { video: {} }],
    ['no video', {}],
    ['a video that is null', { video: null, music: { playUrl: `${CDN}/tune.mp3` } }],
    [
      'pictures under another name',
      { video: { duration: 0, playAddr: '' }, imagePostV2: { images: [{ imageURL: FILM }] } },
    ],
    [
      'pictures of another form',
      { video: { duration: 0 }, imagePost: { images: [{ image: { url: FILM } }] } },
    ],
    [
      'a list of pictures under another name',
      { video: { duration: 0 }, imagePost: { pictures: [{ imageURL: FILM }] } },
    ],
  ])('is a changed page, whatever the embed shows: %s', async (_what, fields) => {
    const embed = embedPage({ itemInfos: { id: ID, video: { urls: [WATERMARKED] } } });
    expect(await read({ desktop: desktop(item(fields)), embed })).toEqual({ ok: false, ...CHANGED });
  });

  it.each(['privateItem', 'secret', 'forFriend'])('is private where it says %s', async (flag) => {
    for (const fields of [{}, { video: {} }, { video: { duration: 0, playAddr: '' } }])
      expect(await read({ desktop: desktop(item({ ...fields, [flag]: true })) })).toMatchObject(PRIVATE);
    expect(await read({ desktop: desktop(item({ [flag]: false })) })).toMatchObject(CHANGED);
    expect((await read({ desktop: desktop(video({}, { [flag]: true })) })).ok).toBe(true);
  });

  it('has only a watermarked film where TikTok lists nothing else', async () => {
    for (const fields of [
      { playAddr: '' },
      { playAddr: '', bitrateInfo: [] },
      {},
      { PlayAddrStruct: { Uri: 'v1', UrlList: [] } },
    ]) {
      const page = item({ video: { ...size, ...fields, downloadAddr: WATERMARKED } });
      expect(await read({ desktop: desktop(page), mobile: mobile(page) })).toMatchObject({
        reason: 'watermarked_only',
      });
    }
  });

  it('is read from the phone page where only that has the film', async () => {
    const withheld = desktop(item({ video: { ...size, playAddr: '', downloadAddr: WATERMARKED } }));
    expect((await read({ desktop: withheld, mobile: mobile(video()) })).ok).toBe(true);
  });

  it('has no media where its known fields say so', async () => {
    const music = { playUrl: `${CDN}/tune.mp3`, duration: 30 };
    for (const fields of [
      { video: { duration: 0, playAddr: '' }, music },
      { video: { duration: '0', height: 0, width: 0 }, imagePost: { images: [] } },
      { video: { ...size, playAddr: FILM, codecType: 'h266' } },
    ])
      expect(await read({ desktop: desktop(item(fields)) })).toMatchObject(NO_MEDIA);
    const { imagePost, ...rest } = slideshow();
    const short = { ...rest, imagePost: { images: [...imagePost.images, {}] } };
    expect(await read({ desktop: desktop(short) })).toMatchObject(NO_MEDIA);
  });
});
