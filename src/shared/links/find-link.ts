import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { findHost } from './find-host.ts';

const SCHEMES = ['https?', ...PLATFORMS.flatMap(({ appScheme }) => appScheme ?? [])].join('|');
const SCHEME = new RegExp(`(^|[^a-z0-9+])((?:${SCHEMES})://)`, 'i');
const HAS_SCHEME = new RegExp(`^(?:${SCHEMES})://`, 'i');
/** Printable ASCII except characters that people put around links: quotes, brackets, backtick, backslash, bar. */
const LINK_RUN = /[!#-&*-;=?-Z_a-z~]+/g;
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

/**
 * Returns the start of the first link with a scheme, else of the first word that begins with a known host; -1 for none.
 */
const findStart = (text: string): number => {
  const withScheme = SCHEME.exec(text);
  if (withScheme !== null) return withScheme.index + (withScheme[1] ?? '').length;
  for (const { 0: run, index } of text.matchAll(LINK_RUN)) {
    if (index > 0 && isGlued(text, index - 1)) continue;
    let skip = 0;
    while (LEADING_PUNCTUATION.includes(run.charAt(skip)) && skip < run.length) skip += 1;
    const host = run.slice(skip).split(/[/?#]/, 1)[0] ?? '';
    if (findHost(host.toLowerCase()) !== null) return index + skip;
  }
  return -1;
};

/**
 * Finds the first link in a pasted text. Returns it with a scheme and without the surrounding punctuation; null if
 * there is none, if it is too long, if a look-alike character is attached to it, or if the text contains a control
 * character. Runs in linear time.
 */
export const findLink = (text: string): string | null => {
  const searched = text.slice(0, PASTED_TEXT_MAX_CHARACTERS);
  if (hasControl(searched)) return null;
  const start = findStart(searched);
  if (start < 0) return null;
  LINK_RUN.lastIndex = start;
  const run = LINK_RUN.exec(text)?.[0] ?? '';
  LINK_RUN.lastIndex = 0;
  if (isGlued(text, start + run.length)) return null;
  let end = run.length;
  while (end > 0 && TRAILING_PUNCTUATION.includes(run.charAt(end - 1))) end -= 1;
  if (end > LINK_MAX_CHARACTERS) return null;
  const link = run.slice(0, end);
  return HAS_SCHEME.test(link) ? link : `https://${link}`;
};
