import { decodeBase64Url, shortcodeOfPk } from './shortcode.ts';

/** Length of the private-share key. A code longer than this ends with such a key. */
export const PRIVATE_KEY_CHARACTERS = 28;
const PK_MAX_DIGITS = 20;

const CODE = /^[A-Za-z0-9_-]+$/;
const DIGITS = /^[0-9]+$/;
const INSTAGRAM_HANDLE = /^[A-Za-z0-9_][A-Za-z0-9._]{0,63}$/;
/** A single character is a placeholder ('@_', '@i', '@a') and not a handle. TikTok opens the same post for any handle. */
const TIKTOK_HANDLE = /^[A-Za-z0-9._-]{2,64}$/;

/** First path segments on Instagram that are pages and not handles: `/dm/p/CODE` is a message, not a post. */
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
/** Segments after `/share/` that are not tokens; they must be followed by one. */
const NOT_TOKENS: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv', 'video', 'photo']);

/** Parses a link parameter into its form in the canonical link; returns null to reject it. */
type ParamReader = (raw: string) => string | null;

const code: ParamReader = (raw) => {
  if (!CODE.test(raw)) return null;
  return raw.length > PRIVATE_KEY_CHARACTERS ? raw.slice(0, -PRIVATE_KEY_CHARACTERS) : raw;
};

const token: ParamReader = (raw) => (CODE.test(raw) && !NOT_TOKENS.has(raw) ? raw : null);

/** Short-link codes contain capitals or digits, whereas pages ('foryou', 'login') are lower-case words. */
const mixedToken: ParamReader = (raw) => (/[A-Z0-9]/.test(raw) ? token(raw) : null);

const digits: ParamReader = (raw) => (DIGITS.test(raw) ? raw : null);

const version: ParamReader = (raw) => (/^v[0-9]+$/.test(raw) ? raw : null);

const user: ParamReader = (raw) =>
  INSTAGRAM_HANDLE.test(raw) && !NOT_PEOPLE.has(raw.toLowerCase()) ? raw : null;

const handle: ParamReader = (raw) => (TIKTOK_HANDLE.test(raw) ? raw : '');

/** The Instagram app writes a media id as `PK` or `PK_OWNER`. */
const mediaPk: ParamReader = (raw) => {
  const pk = raw.split('_', 1)[0] ?? '';
  return DIGITS.test(pk) && pk.length <= PK_MAX_DIGITS ? shortcodeOfPk(BigInt(pk)) : null;
};

const highlight: ParamReader = (raw) => {
  const text = decodeBase64Url(raw);
  const [word, id, ...more] = text === null ? [] : text.split(':');
  return word === 'highlight' && id !== undefined && more.length === 0 ? digits(id) : null;
};

/** Parameter readers by the names that the templates in link-patterns.ts use. */
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
