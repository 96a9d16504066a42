import { describe, expect, it } from 'vitest';
import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { parseLink } from './parse-link.ts';
import type { ParsedLink } from './parsed-link.ts';

const CODE = 'C5_A1-QNPrY';
const ID = '7047596209028074758';
const POST = `https://www.instagram.com/p/${CODE}/`;
const VIDEO = `https://www.tiktok.com/@_/video/${ID}`;
const SHORT = 'https://vm.tiktok.com/ZMab12-_x/';

const linkOf = (text: string): ParsedLink => {
  const result = parseLink(text);
  if (!result.ok) throw new Error(`${result.code}: ${text}`);
  return result.link;
};

/** One line per shape: what is pasted, then kind, id, username and canonical link. */
type Row = readonly [text: string, kind: string, id: string, username: string | null, url: string];

const INSTAGRAM: readonly Row[] = [
  [`https://www.instagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [`http://instagram.com/p/${CODE}`, 'post', CODE, null, POST],
  [`HTTPS://WWW.Instagram.COM/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://m.instagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://instagr.am/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://www.instagram.com:443/p/${CODE}/`, 'post', CODE, null, POST],
  [`http://www.instagram.com:80/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://www.instagram.com/p/${CODE}/embed/captioned/`, 'post', CODE, null, POST],
  [`https://www.instagram.com/p/${CODE}/c/17900000000000000/`, 'post', CODE, null, POST],
  [`https://www.instagram.com/p/${CODE}?igsh=MzRl&utm_source=x&hl=en#top`, 'post', CODE, null, POST],
  [
    'https://www.instagram.com/p/-Cmh1cukG2/',
    'post',
    '-Cmh1cukG2',
    null,
    'https://www.instagram.com/p/-Cmh1cukG2/',
  ],
  ['https://www.instagram.com/p/a', 'post', 'a', null, 'https://www.instagram.com/p/a/'],
  [`https://www.instagram.com/p/${CODE}${'k'.repeat(28)}/`, 'post', CODE, null, POST],
  [
    `https://www.instagram.com/p/${'k'.repeat(28)}/`,
    'post',
    'k'.repeat(28),
    null,
    `https://www.instagram.com/p/${'k'.repeat(28)}/`,
  ],
  [`https://www.instagram.com/reel/${CODE}/`, 'reel', CODE, null, POST],
  [`https://www.instagram.com/reels/${CODE}/`, 'reel', CODE, null, POST],
  [`https://instagram.com/tv/${CODE}`, 'tv', CODE, null, POST],
  [`https://www.instagram.com/ada.l_1/p/${CODE}/`, 'post', CODE, 'ada.l_1', POST],
  [`https://www.instagram.com/ada.l_1/reel/${CODE}/embed`, 'reel', CODE, 'ada.l_1', POST],
  [`https://www.instagram.com/ada.l_1/reels/${CODE}/`, 'reel', CODE, 'ada.l_1', POST],
  [`https://www.instagram.com/ada.l_1/tv/${CODE}/`, 'tv', CODE, 'ada.l_1', POST],
  [
    'https://www.instagram.com/share/BALtoken_1',
    'share',
    'BALtoken_1',
    null,
    'https://www.instagram.com/share/BALtoken_1/',
  ],
  [
    'https://www.instagram.com/share/p/BALtoken',
    'share',
    'BALtoken',
    null,
    'https://www.instagram.com/share/p/BALtoken/',
  ],
  [
    'https://www.instagram.com/share/reel/BALtoken/?igsh=1',
    'share',
    'BALtoken',
    null,
    'https://www.instagram.com/share/reel/BALtoken/',
  ],
  [
    'https://www.instagram.com/share/reels/BALtoken',
    'share',
    'BALtoken',
    null,
    'https://www.instagram.com/share/reels/BALtoken/',
  ],
  [
    'https://www.instagram.com/share/tv/BALtoken',
    'share',
    'BALtoken',
    null,
    'https://www.instagram.com/share/tv/BALtoken/',
  ],
  [
    'https://www.instagram.com/stories/ada/31415926/',
    'story',
    '31415926',
    'ada',
    'https://www.instagram.com/stories/ada/31415926/',
  ],
  ['https://www.instagram.com/stories/ada/', 'story', 'ada', 'ada', 'https://www.instagram.com/stories/ada/'],
  [
    'https://www.instagram.com/stories/highlights/17900/',
    'highlight',
    '17900',
    null,
    'https://www.instagram.com/stories/highlights/17900/',
  ],
  [
    'https://www.instagram.com/s/aGlnaGxpZ2h0OjE3OTAw?story_media_id=1_2',
    'highlight',
    '17900',
    null,
    'https://www.instagram.com/stories/highlights/17900/',
  ],
  [`https://ddinstagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://d.ddinstagram.com/reel/${CODE}/`, 'reel', CODE, null, POST],
  [`https://g.ddinstagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://www.kkinstagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://uuinstagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [`https://eeinstagram.com/p/${CODE}/`, 'post', CODE, null, POST],
  [
    `https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Fp%2F${CODE}%2F%3Figsh%3D1&e=AT0`,
    'post',
    CODE,
    null,
    POST,
  ],
  [
    `https://l.instagram.com/?u=https%3A%2F%2Fwww.tiktok.com%2F%40ada%2Fvideo%2F${ID}`,
    'video',
    ID,
    'ada',
    `https://www.tiktok.com/@ada/video/${ID}`,
  ],
  [
    'instagram://media?id=3345078000000000000',
    'post',
    'C5sGrfP-WAA',
    null,
    'https://www.instagram.com/p/C5sGrfP-WAA/',
  ],
];

const TIKTOK: readonly Row[] = [
  [
    `https://www.tiktok.com/@ada.l-1/video/${ID}`,
    'video',
    ID,
    'ada.l-1',
    `https://www.tiktok.com/@ada.l-1/video/${ID}`,
  ],
  [`http://tiktok.com/@ada/video/${ID}/`, 'video', ID, 'ada', `https://www.tiktok.com/@ada/video/${ID}`],
  ['https://www.tiktok.com/@ada/video/1', 'video', '1', 'ada', 'https://www.tiktok.com/@ada/video/1'],
  [
    `https://m.tiktok.com/@ada/video/${ID}?_r=1&_t=8`,
    'video',
    ID,
    'ada',
    `https://www.tiktok.com/@ada/video/${ID}`,
  ],
  [
    `https://www.tiktok.com/%40ada/video/${ID}`,
    'video',
    ID,
    'ada',
    `https://www.tiktok.com/@ada/video/${ID}`,
  ],
  [`https://www.tiktok.com/@/video/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/@_/video/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/@i/video/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/@%E2%9C%A8/video/${ID}`, 'video', ID, null, VIDEO],
  [
    `https://www.tiktok.com/@ada/photo/${ID}?lang=en`,
    'photo',
    ID,
    'ada',
    `https://www.tiktok.com/@ada/photo/${ID}`,
  ],
  [`https://m.tiktok.com/v/${ID}.html?u_code=1`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/v/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/embed/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/embed/v2/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/embed/v3/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/player/v1/${ID}?autoplay=1`, 'video', ID, null, VIDEO],
  [`https://www.tiktokv.com/share/video/${ID}/`, 'video', ID, null, VIDEO],
  [`https://tiktok.com/share/video/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/i18n/share/video/${ID}`, 'video', ID, null, VIDEO],
  [`https://www.tiktok.com/?item_id=${ID}`, 'video', ID, null, VIDEO],
  [`https://m.tiktok.com/foryou?a=b&share_item_id=${ID}`, 'video', ID, null, VIDEO],
  [
    `https://www.tiktok.com/@ada/video/1?share_item_id=${ID}`,
    'video',
    '1',
    'ada',
    'https://www.tiktok.com/@ada/video/1',
  ],
  ['https://vm.tiktok.com/ZMab12-_x/', 'share', 'ZMab12-_x', null, SHORT],
  ['https://vt.tiktok.com/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://www.tiktok.com/t/ZMab12-_x/', 'share', 'ZMab12-_x', null, SHORT],
  ['https://tiktok.com/t/ZMab12-_x/?k=1', 'share', 'ZMab12-_x', null, SHORT],
  ['https://m.tiktok.com/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://t.tiktok.com/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://pro.tiktok.com/t/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://lite.tiktok.com/t/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  [`https://www.tnktok.com/@ada/video/${ID}`, 'video', ID, 'ada', `https://www.tiktok.com/@ada/video/${ID}`],
  [`https://vxtiktok.com/@ada/video/${ID}`, 'video', ID, 'ada', `https://www.tiktok.com/@ada/video/${ID}`],
  ['https://vm.vxtiktok.com/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  [`https://tfxktok.com/@ada/photo/${ID}`, 'photo', ID, 'ada', `https://www.tiktok.com/@ada/photo/${ID}`],
  [`https://tiktxk.com/@ada/video/${ID}`, 'video', ID, 'ada', `https://www.tiktok.com/@ada/video/${ID}`],
];

const IN_TEXT: readonly Row[] = [
  [`Check this https://www.instagram.com/p/${CODE}/ out!`, 'post', CODE, null, POST],
  [`(https://www.instagram.com/p/${CODE}).`, 'post', CODE, null, POST],
  [`"https://www.instagram.com/p/${CODE}",`, 'post', CODE, null, POST],
  [`<https://www.instagram.com/p/${CODE}/>`, 'post', CODE, null, POST],
  [`[look](https://www.instagram.com/p/${CODE}/)`, 'post', CODE, null, POST],
  [`“https://www.instagram.com/p/${CODE}”`, 'post', CODE, null, POST],
  [`https://www.instagram.com/p/${CODE}!!!`, 'post', CODE, null, POST],
  [`\n\t https://www.instagram.com/p/${CODE}\n`, 'post', CODE, null, POST],
  [`\u2068https://www.instagram.com/p/${CODE}\u2069`, 'post', CODE, null, POST],
  ['复制 https://vm.tiktok.com/ZMab12-_x/，打开', 'share', 'ZMab12-_x', null, SHORT],
  ['これhttps://vt.tiktok.com/ZMab12-_xを見て', 'share', 'ZMab12-_x', null, SHORT],
  [
    `😀https://www.tiktok.com/@ada/video/${ID}😀`,
    'video',
    ID,
    'ada',
    `https://www.tiktok.com/@ada/video/${ID}`,
  ],
  [`instagram.com/reel/${CODE}/`, 'reel', CODE, null, POST],
  [`see www.tiktok.com/@ada/video/${ID}.`, 'video', ID, 'ada', `https://www.tiktok.com/@ada/video/${ID}`],
  [`Saved from (instagr.am/p/${CODE})`, 'post', CODE, null, POST],
  [`https://www.instagram.com/p/${CODE}/ and https://www.instagram.com/p/other/`, 'post', CODE, null, POST],
];

describe('parseLink', () => {
  it.each([...INSTAGRAM, ...TIKTOK, ...IN_TEXT])('reads %s', (text, kind, id, username, url) => {
    expect(linkOf(text)).toMatchObject({ kind, id, username, url, itemIndex: null });
  });

  it.each(['', ' ', '\n\t\u00a0\u2003'])('calls %j empty', (text) => {
    expect(parseLink(text)).toEqual({ ok: false, code: 'empty' });
  });

  it.each(INSTAGRAM.concat(TIKTOK))('gives a canonical link that reads as itself: %s', (text) => {
    const first = linkOf(text);
    const again = linkOf(first.url);
    expect(again.url).toBe(first.url);
    expect(again.id).toBe(first.id);
  });

  it.each([
    [`https://www.instagram.com/p/${CODE}/?igsh=1&img_index=3`, 3],
    [`https://www.instagram.com/ada/p/${CODE}/?img_index=40`, 40],
    [`https://www.instagram.com/p/${CODE}/?img_index=41`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=0`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=-1`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=2x`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=`, null],
    [`https://www.instagram.com/reel/${CODE}/?img_index=2`, null],
  ])('keeps a valid picture number only: %s', (text, itemIndex) => {
    const link = linkOf(text);
    expect(link.itemIndex).toBe(itemIndex);
    expect(link.url).toBe(itemIndex === null ? POST : `${POST}?img_index=${itemIndex}`);
    expect(link.contentType).toBe(itemIndex === null ? (link.kind === 'reel' ? 'reels' : 'video') : 'photos');
  });

  it.each([
    [`https://www.instagram.com/p/${CODE}`, 'instagram', 'video', 'Instagram post'],
    [`https://www.instagram.com/reel/${CODE}`, 'instagram', 'reels', 'Instagram reel'],
    [`https://www.instagram.com/tv/${CODE}`, 'instagram', 'video', 'Instagram video'],
    ['https://www.instagram.com/stories/ada/1', 'instagram', 'story', 'Instagram story'],
    ['https://www.instagram.com/stories/highlights/1', 'instagram', 'story', 'Instagram story'],
    ['https://www.instagram.com/share/reel/abc', 'instagram', 'video', 'Instagram link'],
    [`https://www.tiktok.com/@ada/video/${ID}`, 'tiktok', 'video', 'TikTok video'],
    [`https://www.tiktok.com/@ada/photo/${ID}`, 'tiktok', 'photos', 'TikTok photos'],
    ['https://vm.tiktok.com/abc', 'tiktok', 'video', 'TikTok link'],
  ])('names the tab and the label of %s', (text, platform, contentType, label) => {
    expect(linkOf(text)).toMatchObject({ platform, contentType, label });
  });

  it('accepts a link of the longest length and not one more character', () => {
    const padded = (length: number) => `${POST}?x=`.padEnd(length, 'a');
    expect(linkOf(padded(LINK_MAX_CHARACTERS)).url).toBe(POST);
    expect(linkOf(`(${padded(LINK_MAX_CHARACTERS)}).`).url).toBe(POST);
    expect(parseLink(padded(LINK_MAX_CHARACTERS + 1)).ok).toBe(false);
  });

  it('looks for a link in the first part of a long text only, and never cuts one there', () => {
    const prose = (length: number) => 'word '.repeat(length / 5 + 1).slice(0, length);
    expect(linkOf(`a${prose(PASTED_TEXT_MAX_CHARACTERS - 20)} ${POST}`).id).toBe(CODE);
    expect(parseLink(`a${prose(PASTED_TEXT_MAX_CHARACTERS)} ${POST}`).ok).toBe(false);
  });
});
