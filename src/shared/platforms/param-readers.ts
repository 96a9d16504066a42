import type { ParamReader } from './platform.ts';

/** Characters of the codes and tokens that platforms use in their links. */
export const CODE = /^[A-Za-z0-9_-]+$/;

/** Segments in the place of a token that are not tokens; they must be followed by one. */
const NOT_TOKENS: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv', 'video', 'photo']);

/** Reads the opaque code of a short link or a share link. */
export const token: ParamReader = (raw) =>
  CODE.test(raw) && !NOT_TOKENS.has(raw.toLowerCase()) ? raw : null;

/** Reads a link or path inside a link, which is parsed like a pasted one. */
export const wrappedLink: ParamReader = (raw) => raw;

/** Reads a numeric id. */
export const digits: ParamReader = (raw) => (/^[0-9]+$/.test(raw) ? raw : null);
