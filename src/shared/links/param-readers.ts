import { decodeBase64Url, shortcodeOfPk } from './shortcode.ts';

/** Codes longer than this carry a private-share key of exactly this length after the real code. */
export const PRIVATE_KEY_CHARACTERS = 28;
const PK_MAX_DIGITS = 20;

const CODE = /^[A-Za-z0-9_-]+$/;
const DIGITS = /^[0-9]+$/;
const INSTAGRAM_HANDLE = /^[A-Za-z0-9_][A-Za-z0-9._]{0,63}$/;
/** One letter is no handle but a placeholder ('@_', '@i', '@a'); any string leads to the same post. */
const TIKTOK_HANDLE = /^[A-Za-z0-9._-]{2,64}$/;

/** First path words of Instagram that are pages, not people: `/dm/p/CODE` is a message, not a post. */
const NOT_PEOPLE: ReadonlySet<string> = new Set([
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
/** Second path words of `/share/…`: without a token after them they name nothing. */
const NOT_TOKENS: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv', 'video', 'photo']);

type ParamReader = (raw: string) => string | null;

const code: ParamReader = (raw) => {
  if (!CODE.test(raw)) return null;
  return raw.length > PRIVATE_KEY_CHARACTERS ? raw.slice(0, -PRIVATE_KEY_CHARACTERS) : raw;
};

const token: ParamReader = (raw) => (CODE.test(raw) && !NOT_TOKENS.has(raw) ? raw : null);

/** Short codes carry capitals or digits; pages ('foryou', 'login') are lower-case words. */
const mixedToken: ParamReader = (raw) => (/[A-Z0-9]/.test(raw) ? token(raw) : null);

const digits: ParamReader = (raw) => (DIGITS.test(raw) ? raw : null);

const version: ParamReader = (raw) => (/^v[0-9]+$/.test(raw) ? raw : null);

const user: ParamReader = (raw) =>
  INSTAGRAM_HANDLE.test(raw) && !NOT_PEOPLE.has(raw.toLowerCase()) ? raw : null;

const handle: ParamReader = (raw) => (TIKTOK_HANDLE.test(raw) ? raw : '');

/** The app writes a media id as PK or PK_OWNER. */
const mediaPk: ParamReader = (raw) => {
  const pk = raw.split('_', 1)[0] ?? '';
  return DIGITS.test(pk) && pk.length <= PK_MAX_DIGITS ? shortcodeOfPk(BigInt(pk)) : null;
};

const highlight: ParamReader = (raw) => {
  const text = decodeBase64Url(raw);
  const [word, id, ...more] = text === null ? [] : text.split(':');
  return word === 'highlight' && id !== undefined && more.length === 0 ? digits(id) : null;
};

/** Readers by the names link-patterns.ts uses. A reader gives the value as it goes into the canonical link, or null to refuse. */
export const PARAM_READERS: ReadonlyMap<string, ParamReader> = new Map([
  ['code', code],
  ['token', token],
  ['mixedToken', mixedToken],
  ['digits', digits],
  ['version', version],
  ['user', user],
  ['handle', handle],
  ['mediaPk', mediaPk],
  ['highlight', highlight],
]);
