import { CODE, digits, token, wrappedLink } from '../param-readers.ts';
import { type LinkShape, type ParamReader, type Platform, REJECTED, wrappedShape } from '../platform.ts';
import { decodeBase64Url, shortcodeOfPk } from './shortcode.ts';

const POST = 'https://www.instagram.com/p/{id}/';
const SHARE = 'https://www.instagram.com/share';
const HIGHLIGHT = 'https://www.instagram.com/stories/highlights/{id}/';

const SHAPES = [
  wrappedShape('accounts/login/*', 'next'),
  { path: 'p/:code/*', kind: 'post', url: POST, indexed: true },
  // The page of a sound, not a post. Without this shape, the page would match as a reel with the code 'audio'.
  { path: 'reels/audio/*', ...REJECTED },
  { path: 'reel/:code/*', kind: 'reel', url: POST },
  { path: 'reels/:code/*', kind: 'reel', url: POST },
  { path: 'tv/:code/*', kind: 'tv', url: POST },
  { path: 'share/p/:token', kind: 'share', url: `${SHARE}/p/{id}/` },
  { path: 'share/reel/:token', kind: 'share', url: `${SHARE}/reel/{id}/` },
  { path: 'share/reels/:token', kind: 'share', url: `${SHARE}/reels/{id}/` },
  { path: 'share/tv/:token', kind: 'share', url: `${SHARE}/tv/{id}/` },
  { path: 'share/:token', kind: 'share', url: `${SHARE}/{id}/` },
  { path: 'stories/highlights/:digits', kind: 'highlight', url: HIGHLIGHT },
  { path: 's/:highlight', kind: 'highlight', url: HIGHLIGHT },
  { path: 'stories/:user/:digits', kind: 'story', url: 'https://www.instagram.com/stories/{user}/{id}/' },
  { path: 'stories/:user', kind: 'story', url: 'https://www.instagram.com/stories/{user}/' },
  { path: ':user/p/:code/*', kind: 'post', url: POST, indexed: true },
  { path: ':user/reels/audio/*', ...REJECTED },
  { path: ':user/reel/:code/*', kind: 'reel', url: POST },
  { path: ':user/reels/:code/*', kind: 'reel', url: POST },
  { path: ':user/tv/:code/*', kind: 'tv', url: POST },
] as const satisfies readonly LinkShape[];

const APP_SHAPES = [
  { path: '', query: { name: 'id', reader: 'mediaPk' }, kind: 'post', url: POST },
] as const satisfies readonly LinkShape[];

const FOLLOWERS_KEY_CHARACTERS = 28;
const PK_MAX_DIGITS = 20;
const HANDLE = /^[A-Za-z0-9_][A-Za-z0-9._]{0,63}$/;

/** Lower-case first path segments that name pages of Instagram and not accounts: `/dm/p/CODE` is a message, not a post. */
const PAGE_SEGMENTS: ReadonlySet<string> = new Set([
  'about',
  'accounts',
  'api',
  'challenge',
  'developer',
  'direct',
  'directory',
  'dm',
  'embed',
  'emails',
  'explore',
  'graphql',
  'legal',
  'oauth',
  'p',
  'reel',
  'reels',
  's',
  'share',
  'stories',
  'highlights',
  'tv',
  'web',
]);

const code: ParamReader = (raw) => {
  if (!CODE.test(raw)) return null;
  return raw.length > FOLLOWERS_KEY_CHARACTERS ? raw.slice(0, -FOLLOWERS_KEY_CHARACTERS) : raw;
};

const user: ParamReader = (raw) => (HANDLE.test(raw) && !PAGE_SEGMENTS.has(raw.toLowerCase()) ? raw : null);

/** Reads a media id as the app writes it, `PK` or `PK_OWNER`, and returns the shortcode; null for any other text. */
const mediaPk: ParamReader = (raw) => {
  const pk = digits(raw.split('_', 1)[0] ?? '');
  return pk !== null && pk.length <= PK_MAX_DIGITS ? shortcodeOfPk(BigInt(pk)) : null;
};

const highlight: ParamReader = (raw) => {
  const text = decodeBase64Url(raw);
  const [word, id, ...more] = text === null ? [] : text.split(':');
  return word === 'highlight' && id !== undefined && more.length === 0 ? digits(id) : null;
};

export const instagram = {
  id: 'instagram',
  name: 'Instagram',
  glyph:
    'M3 8a5 5 0 0 1 5-5h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5zM8 12a4 4 0 0 0 8 0 4 4 0 0 0-8 0zM16.4 7a.6.6 0 0 0 1.2 0 .6.6 0 0 0-1.2 0z',
  domain: 'instagram.com',
  hosts: {
    'instagram.com': { shapes: SHAPES },
    'www.instagram.com': { shapes: SHAPES },
    'm.instagram.com': { shapes: SHAPES },
    'instagr.am': { shapes: SHAPES },
    'www.instagr.am': { shapes: SHAPES },
    'l.instagram.com': { shapes: [wrappedShape('*', 'u')] },
    'instagram://media': { shapes: APP_SHAPES },
  },
  appSchemes: ['instagram'],
  mirrors: [
    'ddinstagram.com',
    'kkinstagram.com',
    'uuinstagram.com',
    'eeinstagram.com',
    'vxinstagram.com',
    'instagramez.com',
    'instagram7.com',
  ],
  readers: { code, token, digits, user, mediaPk, highlight, wrapped: wrappedLink },
  followersKeyCharacters: FOLLOWERS_KEY_CHARACTERS,
  soundFileIsOfClip: true,
} as const satisfies Platform;
