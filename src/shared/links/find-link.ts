import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { findHost } from './find-host.ts';
import { percentDecode } from './percent-decode.ts';

const APP_SCHEMES = PLATFORMS.flatMap(({ appSchemes = [] }) => appSchemes).join('|');
/**
 * Pattern of the scheme that starts a link. A web link may be percent-encoded as a whole, as in a page's address that contains the link.
 */
const START = `(?:${APP_SCHEMES})://|https?(?::|%3a)(?:/|%2f){2}`;
const SCHEME = new RegExp(`(^|[^a-z0-9+])(?:${START})`, 'i');
const HAS_SCHEME = new RegExp(`^(?:${START})`, 'i');
const ENCODED_SCHEME = /^https?(?:%3a|:\/?%2f)/i;
/** Matches the schemes that some apps put in front of a link with a scheme of its own. */
const EXTRA_SCHEMES = /^(?:https?:\/\/)+(?=https?:\/\/)/i;
/**
 * Matches a run of printable ASCII without the characters that people put around links: quotes, brackets, backtick, backslash, bar and
 * caret.
 */
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
 * Returns whether the character at `index` of a text, next to a link, makes the link look like another address: a control character, a
 * backslash, or an accented, Greek, Cyrillic or full-width letter or digit. A link next to such a character must not be used. False for any
 * other character, such as one of Chinese or Japanese text, which may directly follow a link, and beyond the end of the text.
 */
const isLookAlike = (text: string, index: number): boolean => {
  const point = text.codePointAt(index);
  if (point === undefined) return false;
  if (isControl(point) || point === 0x5c) return true;
  if (point >= 0xc0 && point <= 0x52f) return true;
  return point > LAST_CONTROL && /^[a-z0-9]/i.test(String.fromCodePoint(point).normalize('NFKC'));
};

const decode = (link: string): string | null => {
  if (!ENCODED_SCHEME.test(link)) return link;
  const decoded = percentDecode(link);
  return decoded !== null && ONE_RUN.test(decoded) ? decoded : null;
};

/**
 * Returns the link that begins at `start`, with a scheme and without the punctuation after the link; null if the link is too long, cannot
 * be decoded, or is followed by a look-alike character.
 */
const linkAt = (text: string, start: number): string | null => {
  LINK_RUN.lastIndex = start;
  const run = LINK_RUN.exec(text)?.[0] ?? '';
  LINK_RUN.lastIndex = 0;
  if (isLookAlike(text, start + run.length)) return null;
  let end = run.length;
  while (end > 0 && TRAILING_PUNCTUATION.includes(run.charAt(end - 1))) end -= 1;
  const link = end > LINK_MAX_CHARACTERS ? null : decode(run.slice(0, end));
  if (link === null) return null;
  return HAS_SCHEME.test(link) ? link.replace(EXTRA_SCHEMES, '') : `https://${link}`;
};

/** Returns the index at which a link with a scheme begins in a run of link characters; -1 if the run contains no such link. */
const schemeStart = (run: string): number => {
  const found = SCHEME.exec(run);
  return found === null ? -1 : found.index + (found[1] ?? '').length;
};

/**
 * Returns the index of a known host at the start of a run of link characters, after any punctuation; -1 if the run does not start with a
 * known host.
 */
const hostStart = (run: string): number => {
  let skip = 0;
  while (LEADING_PUNCTUATION.includes(run.charAt(skip)) && skip < run.length) skip += 1;
  const host = run.slice(skip).split(/[/?#]/, 1)[0] ?? '';
  return findHost(host.toLowerCase()) === null ? -1 : skip;
};

/**
 * Finds the links in the first PASTED_TEXT_MAX_CHARACTERS of a text: those with a scheme, then the words that begin with a known host. Each
 * returned link has a scheme and none of the surrounding punctuation. Leaves out links that are too long or cannot be decoded, links before
 * a look-alike character, and words after one. Returns an empty list for a text with a control character. Runs in linear time.
 */
export const findLinks = (text: string): readonly string[] => {
  const searched = text.slice(0, PASTED_TEXT_MAX_CHARACTERS);
  if (hasControl(searched)) return [];
  const runs = [...searched.matchAll(LINK_RUN)];
  const startsIn = (searchedRuns: typeof runs, startOf: (run: string) => number): readonly number[] =>
    searchedRuns.flatMap(({ 0: run, index }) => {
      const start = startOf(run);
      return start < 0 ? [] : index + start;
    });
  const separateRuns = runs.filter(({ index }) => index === 0 || !isLookAlike(text, index - 1));
  const starts = [...startsIn(runs, schemeStart), ...startsIn(separateRuns, hostStart)];
  return starts.flatMap((start) => linkAt(text, start) ?? []);
};

/** Returns whether `findLinks` finds a link in a text, of any site. */
export const hasLink = (text: string): boolean => findLinks(text).length > 0;
