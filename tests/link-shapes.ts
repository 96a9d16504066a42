import type { ContentType } from '../src/shared/contract/content-type.ts';
import type { LinkKind } from '../src/shared/links/parsed-link.ts';

// Every shape of a link people paste (facts/extraction 1.1 and 1.2). The server's parser, the API and the browser's recognition
// line are held against this one table, and against tests/refused-links.ts.

/** What is pasted, and what is understood. */
export interface LinkShape {
  readonly text: string;
  readonly platform: 'instagram' | 'tiktok';
  readonly kind: Exclude<LinkKind, 'sample'>;
  readonly id: string;
  readonly username: string | null;
  /** Canonical. */
  readonly url: string;
  /** The picture of a set it points at, from 1. */
  readonly itemIndex: number | null;
  /** Null for a link that does not say what it leads to. */
  readonly tab: ContentType | null;
  /** What the recognition line says. */
  readonly label: string;
}

const CODE = 'C5_A1-QNPrY';
const WWW = 'https://www.instagram.com';
const ID = '7047596209028074758';
const POST = `https://www.instagram.com/p/${CODE}/`;
const VIDEO = `https://www.tiktok.com/@_/video/${ID}`;
const SHORT = 'https://vm.tiktok.com/ZMab12-_x/';

/** One line per shape: what is pasted, then kind, id, username and canonical link; last the picture of a set. */
type Row = readonly [
  text: string,
  kind: LinkShape['kind'],
  id: string,
  username: string | null,
  url: string,
  itemIndex?: number,
];

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
  [`https://www.instagram.com/p/${CODE}/?img_index=3`, 'post', CODE, null, `${POST}?img_index=3`, 3],
  [
    `https://www.instagram.com/ada.l_1/p/${CODE}/?igsh=1&img_index=40&utm_source=x`,
    'post',
    CODE,
    'ada.l_1',
    `${POST}?img_index=40`,
    40,
  ],
  [`https://www.instagram.com/p/${CODE}/?img_index=x`, 'post', CODE, null, POST],
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
  [`${WWW}/share/BALtoken_1`, 'share', 'BALtoken_1', null, `${WWW}/share/BALtoken_1/`],
  [`${WWW}/share/p/BALtoken`, 'share', 'BALtoken', null, `${WWW}/share/p/BALtoken/`],
  [`${WWW}/share/reel/BALtoken/?igsh=1`, 'share', 'BALtoken', null, `${WWW}/share/reel/BALtoken/`],
  [`${WWW}/share/reels/BALtoken`, 'share', 'BALtoken', null, `${WWW}/share/reels/BALtoken/`],
  [`${WWW}/share/tv/BALtoken`, 'share', 'BALtoken', null, `${WWW}/share/tv/BALtoken/`],
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
  [`https://www.instagram.com/reel/${CODE}/embed/captioned/`, 'reel', CODE, null, POST],
  [`https://www.instagram.com/tv/${CODE}/embed`, 'tv', CODE, null, POST],
  [`https://www.instagram.com/reel/${CODE}${'k'.repeat(28)}/?igsh=1`, 'reel', CODE, null, POST],
  [`https://www.instagram.com/p/${CODE}/?igshid=1&stkn=2&utm_campaign=3&hl=de`, 'post', CODE, null, POST],
  [`https://www.instagr.am/reel/${CODE}`, 'reel', CODE, null, POST],
  [`https://www.ddinstagram.com/reels/${CODE}/`, 'reel', CODE, null, POST],
  [
    'https://m.instagram.com/stories/ada/31415926',
    'story',
    '31415926',
    'ada',
    'https://www.instagram.com/stories/ada/31415926/',
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
  [`https://www.tiktok.com/@a/video/${ID}`, 'video', ID, null, VIDEO],
  [
    `https://www.tiktok.com/@ada/video/${ID}?is_from_webapp=1&sender_device=pc&lang=de&q=x&t=1`,
    'video',
    ID,
    'ada',
    `https://www.tiktok.com/@ada/video/${ID}`,
  ],
  [`https://tiktok.com/embed/${ID}`, 'video', ID, null, VIDEO],
  [`https://m.tiktok.com/v/${ID}`, 'video', ID, null, VIDEO],
  ['https://m.tiktok.com/t/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://t.tiktok.com/t/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://pro.tiktok.com/ZMab12-_x', 'share', 'ZMab12-_x', null, SHORT],
  ['https://lite.tiktok.com/ZMab12-_x/', 'share', 'ZMab12-_x', null, SHORT],
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

const SAID: Readonly<Record<LinkShape['kind'], Pick<LinkShape, 'platform' | 'tab' | 'label'> | null>> = {
  post: { platform: 'instagram', tab: 'video', label: 'Instagram post' },
  reel: { platform: 'instagram', tab: 'reels', label: 'Instagram reel' },
  tv: { platform: 'instagram', tab: 'video', label: 'Instagram video' },
  story: { platform: 'instagram', tab: 'story', label: 'Instagram story' },
  highlight: { platform: 'instagram', tab: 'story', label: 'Instagram story' },
  video: { platform: 'tiktok', tab: 'video', label: 'TikTok video' },
  photo: { platform: 'tiktok', tab: 'photos', label: 'TikTok photos' },
  // Either platform's.
  share: null,
};

const toShape = ([text, kind, id, username, url, picture]: Row): LinkShape => {
  const shared = url.includes('tiktok')
    ? ({ platform: 'tiktok', tab: null, label: 'TikTok link' } as const)
    : ({ platform: 'instagram', tab: null, label: 'Instagram link' } as const);
  const said = SAID[kind] ?? shared;
  const tab = picture === undefined ? said.tab : 'photos';
  return { text, kind, id, username, url, itemIndex: picture ?? null, ...said, tab };
};

/** Bare links. */
export const LINK_SHAPES: readonly LinkShape[] = [...INSTAGRAM, ...TIKTOK].map(toShape);

/** Links with words and signs around them. */
export const LINKS_IN_TEXT: readonly LinkShape[] = IN_TEXT.map(toShape);
