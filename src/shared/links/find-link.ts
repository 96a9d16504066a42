import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { findHost } from './link-patterns.ts';

const SCHEME = /(^|[^a-z0-9+])((?:https?|instagram):\/\/)/i;
const HAS_SCHEME = /^(?:https?|instagram):\/\//i;
/** Printable ASCII without the signs people wrap links in: quotes, brackets, backtick, backslash, bar. */
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
 * Whether the character at `at` continues a link rather than ending it. A sentence in Chinese or Japanese may be glued to a
 * link; an accented, Greek, Cyrillic or full-width letter there makes another (look-alike) address and must not be cut off.
 */
const isGlued = (text: string, at: number): boolean => {
  const point = text.codePointAt(at);
  if (point === undefined) return false;
  if (isControl(point) || point === 0x5c) return true;
  if (point >= 0xc0 && point <= 0x52f) return true;
  return point > LAST_CONTROL && /^[a-z0-9]/i.test(String.fromCodePoint(point).normalize('NFKC'));
};

/** Start of the first link with a scheme, else of the first word that begins with a known host; -1 for none. */
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
 * Takes whatever was pasted and gives the first link in it, always with a scheme, without the punctuation around it.
 * Null when there is none, when it is too long, or when it holds a character that has no place in a link.
 * Runs in linear time.
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
