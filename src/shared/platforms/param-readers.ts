import type { ParamReader } from './platform.ts';

/** Matches the codes and tokens that platforms use in their links. */
export const CODE = /^[A-Za-z0-9_-]+$/;

/** Words that stand before a token in a path and are not tokens themselves. */
const WORDS_BEFORE_TOKEN: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv', 'video', 'photo']);

/**
 * Accepts the opaque code of a short link or share link. Returns null for a text with other characters and for a word such as 'reel', which
 * stands before a code.
 */
export const token: ParamReader = (raw) =>
  CODE.test(raw) && !WORDS_BEFORE_TOKEN.has(raw.toLowerCase()) ? raw : null;

/** Accepts any text: a link or path inside a link is parsed afterwards like a pasted link. */
export const wrappedLink: ParamReader = (raw) => raw;

/** Accepts an id of ASCII digits; returns null for any other text. */
export const digits: ParamReader = (raw) => (/^[0-9]+$/.test(raw) ? raw : null);
