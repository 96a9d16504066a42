import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { findHost } from './find-host.ts';

const APP_SCHEMES = PLATFORMS.flatMap(({ appSchemes = [] }) => appSchemes).join('|');
/** Matches the start of a link. A web link may be percent-encoded as a whole, as in the address of a page to which it was passed. */
const START = `(?:${APP_SCHEMES})://|https?(?::|%3a)(?:/|%2f){2}`;
const SCHEME = new RegExp(`(^|[^a-z0-9+])(?:${START})`, 'i');
const HAS_SCHEME = new RegExp(`^(?:${START})`, 'i');
const ENCODED_SCHEME = /^https?(?:%3a|:\/?%2f)/i;
/** Matches the schemes that some apps put in front of a link with a scheme of its own. */
const EXTRA_SCHEMES = /^(?:https?:\/\/)+(?=https?:\/\/)/i;
/** Printable ASCII except characters that people put around links: quotes, brackets, backtick, backslash, bar. */
const LINK_RUN = /[!#-&*-;=?-Z_a-z~]+/g;
const ONE_RUN = new RegExp(`^${LINK_RUN.source}$`);
const TRAILING_PUNCTUATION = '.,;:!?*~';
const LEADING_PUNCTUATION = '.,;:!?*~_-';

const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
const LAST_CONTROL = 0x9f;

const isControl = (unit: number): boolean =>
  (unit < FIRST_PRINTABLE && !(unit >= 0x09 && unit <= 0x0d)) || (unit >= DELETE && unit <= LAST_CONTROL);

const hasControl = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (isControl(text.charCodeAt(at))) return true;
  return false;
};

/**
 * Returns whether the character at `at` belongs to the adjacent link, although a link cannot contain it. Chinese or
 * Japanese text may directly follow a link. A control character, a backslash, or an accented, Greek, Cyrillic or
 * full-width letter makes it a different, look-alike address, so the link must not be cut off there.
 */
const isGlued = (text: string, at: number): boolean => {
  const point = text.codePointAt(at);
  if (point === undefined) return false;
  if (isControl(point) || point === 0x5c) return true;
  if (point >= 0xc0 && point <= 0x52f) return true;
  return point > LAST_CONTROL && /^[a-z0-9]/i.test(String.fromCodePoint(point).normalize('NFKC'));
};

const decode = (link: string): string | null => {
  if (!ENCODED_SCHEME.test(link)) return link;
  try {
    const decoded = decodeURIComponent(link);
    return ONE_RUN.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
};

/**
 * Returns the link at `start` with a scheme and without the punctuation after it; null if it is too long, if it cannot be
 * decoded, or if a look-alike character is attached to it.
 */
const linkAt = (text: string, start: number): string | null => {
  LINK_RUN.lastIndex = start;
  const run = LINK_RUN.exec(text)?.[0] ?? '';
  LINK_RUN.lastIndex = 0;
  if (isGlued(text, start + run.length)) return null;
  let end = run.length;
  while (end > 0 && TRAILING_PUNCTUATION.includes(run.charAt(end - 1))) end -= 1;
  const link = end > LINK_MAX_CHARACTERS ? null : decode(run.slice(0, end));
  if (link === null) return null;
  return HAS_SCHEME.test(link) ? link.replace(EXTRA_SCHEMES, '') : `https://${link}`;
};

/** Returns where the link with a scheme in a run of link characters starts; -1 for none. */
const schemeStart = (run: string): number => {
  const found = SCHEME.exec(run);
  return found === null ? -1 : found.index + (found[1] ?? '').length;
};

/** Returns where a run of link characters starts with a known host; -1 if it does not. */
const hostStart = (run: string): number => {
  let skip = 0;
  while (LEADING_PUNCTUATION.includes(run.charAt(skip)) && skip < run.length) skip += 1;
  const host = run.slice(skip).split(/[/?#]/, 1)[0] ?? '';
  return findHost(host.toLowerCase()) === null ? -1 : skip;
};

/**
 * Finds the links in the first PASTED_TEXT_MAX_CHARACTERS of a text: those with a scheme, then the words that begin with a known host. Each
 * has a scheme and none of the surrounding punctuation. Leaves out links that are too long or have a look-alike character attached; finds
 * none in a text with a control character. Runs in linear time.
 */
export const findLinks = (text: string): readonly string[] => {
  const searched = text.slice(0, PASTED_TEXT_MAX_CHARACTERS);
  if (hasControl(searched)) return [];
  const runs = [...searched.matchAll(LINK_RUN)];
  const startsIn = (some: typeof runs, startIn: (run: string) => number): readonly number[] =>
    some.flatMap(({ 0: run, index }) => {
      const start = startIn(run);
      return start < 0 ? [] : index + start;
    });
  const apart = runs.filter(({ index }) => index === 0 || !isGlued(text, index - 1));
  const starts = [...startsIn(runs, schemeStart), ...startsIn(apart, hostStart)];
  return starts.flatMap((start) => linkAt(text, start) ?? []);
};

/** Returns whether a text contains a link, of any site. */
export const hasLink = (text: string): boolean => findLinks(text).length > 0;
