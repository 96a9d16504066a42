import type { ParamReader } from './platform.ts';

/** Characters of the codes and tokens that platforms use in their links. */
export const CODE = /^[A-Za-z0-9_-]+$/;

/** Segments in the place of a token that are not tokens; they must be followed by one. */
const NOT_TOKENS: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv', 'video', 'photo']);

/**
 * Accepts the opaque code of a short link or share link. Returns null for other characters and for a path word such as 'reel', which a code
 * must follow.
 */
export const token: ParamReader = (raw) =>
  CODE.test(raw) && !NOT_TOKENS.has(raw.toLowerCase()) ? raw : null;

/** Accepts any text: a link or path inside a link is parsed afterwards like a pasted link. */
export const wrappedLink: ParamReader = (raw) => raw;

/** Accepts an id of ASCII digits; returns null for any other text. */
export const digits: ParamReader = (raw) => (/^[0-9]+$/.test(raw) ? raw : null);
