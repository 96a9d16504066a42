import { readJson } from '../json-value.ts';

/**
 * Characters that may be read for one page, counted each time they are read: a page of three million at most, searched once and
 * parsed once. Reading one again and again (a bracket that never closes, a string inside a string) ends here.
 */
const WORK_MAX = 6 * 1024 * 1024;
/** Data blocks nest some 40 levels deep. */
const DEPTH_MAX = 200;
/** A page of a megabyte would hold as many if each took ten characters; parsing more costs tens of bytes of memory each. */
const VALUES_MAX = 100_000;
const LITERALS_MAX = 3;
/** Longest string of JavaScript whose escapes are resolved one by one; the data of a page has a few hundred thousand. */
const LITERAL_MAX_CHARACTERS = 1024 * 1024;
/** What a look at a bracket, and a value that is parsed, cost besides the characters read. */
const LOOK_WORK = 32;
const PARSE_WORK = 1_024;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
/** By character code: what a bracket adds to the depth. */
const DEPTH_STEP = new Int8Array(128);
for (const opening of '[{') DEPTH_STEP[opening.charCodeAt(0)] = 1;
for (const closing of ']}') DEPTH_STEP[closing.charCodeAt(0)] = -1;
const OPENINGS = /[[{]/g;

/** Reads the JSON values of one page, within one allowance for all of them. */
export interface EmbeddedJson {
  /** Gives the outermost values of the page that hold one of the words, in the order of the page, those of scripts first. */
  inPage(html: string): readonly unknown[];
  /** Gives the values inside a string, `level` strings deep. */
  inText(text: string, level: number): readonly unknown[];
}

/** What is left of the work and the values of a page. */
interface Allowance {
  work: number;
  values: number;
}

/** What was found at a bracket, and where to read on. */
interface Found {
  readonly values: readonly unknown[];
  readonly next: number;
}

/**
 * Creates a reader that finds values by the words they hold, whatever stands around them: a block of its own, an argument of a
 * call, an assignment, a quoted string or escaped HTML. `words` are keys, or the post's own code.
 */
export function createEmbeddedJson(words: readonly string[]): EmbeddedJson {
  const left: Allowance = { work: WORK_MAX, values: VALUES_MAX };
  const holdsWord = (text: string): boolean => words.some((word) => text.includes(word));

  /** Gives what a literal with escapes in it holds; null where the bracket stands in none. */
  function readLiteral(text: string, start: number, level: number): Found | null {
    if (!isQuote(text.charCodeAt(start - 1))) return null;
    const end = literalEnd(text, start - 1);
    left.work -= (end < 0 ? text.length : end) - start;
    const literal = end < 0 ? '' : text.slice(start, end);
    if (!literal.includes('\\')) return null;
    if (!holdsWord(literal) || level === LITERALS_MAX) return { values: [], next: end };
    left.work -= literal.length;
    return { values: inText(unescapeLiteral(literal, text.charAt(start - 1)), level + 1), next: end };
  }

  function readAt(text: string, start: number, level: number): Found {
    const literal = readLiteral(text, start, level);
    if (literal !== null) return literal;
    if (!startsJson(text, start)) return { values: [], next: start + 1 };
    const { end, next, count } = boundsOfValue(text, start, left);
    if (end === null) return { values: [], next };
    const segment = text.slice(start, end);
    if (!holdsWord(segment)) return { values: [], next: end };
    left.work -= segment.length + PARSE_WORK;
    left.values -= count;
    const value = readJson(segment);
    return value === undefined ? { values: [], next: start + 1 } : { values: [value], next: end };
  }

  function inText(text: string, level: number): readonly unknown[] {
    if (level > LITERALS_MAX || !holdsWord(text)) return [];
    const last = Math.max(...words.map((word) => text.lastIndexOf(word)));
    const values: unknown[] = [];
    let start = nextOpening(text, 0);
    while (start >= 0 && start <= last && left.work > 0 && left.values > 0) {
      const found = readAt(text, start, level);
      for (const value of found.values) values.push(value);
      left.work -= LOOK_WORK;
      start = nextOpening(text, found.next);
    }
    return values;
  }

  function inMarkup(script: string): readonly unknown[] {
    if (left.work <= 0 || !holdsWord(script)) return [];
    const plain = inText(script, 0);
    return plain.length > 0 ? plain : inText(unescapeHtml(script), 0);
  }

  return {
    inText,
    inPage(html) {
      if (!holdsWord(html)) return [];
      const values: unknown[] = [];
      for (const script of scriptTexts(html)) {
        for (const value of inMarkup(script)) values.push(value);
      }
      // Data may stand in an attribute or in a template as well.
      return values.length > 0 ? values : inMarkup(html);
    },
  };
}

function nextOpening(text: string, from: number): number {
  OPENINGS.lastIndex = from;
  return OPENINGS.exec(text)?.index ?? -1;
}

const isQuote = (letter: number): boolean => letter === QUOTE || letter === APOSTROPHE || letter === BACKTICK;

/**
 * Gives the position behind the bracket that closes the one at `start`, null when none does within the bounds, how many values
 * stand between, and where to read on. Of a stretch that nests too deep only half is left behind, as a value inside may be within the bounds.
 */
function boundsOfValue(
  text: string,
  start: number,
  left: Allowance,
): { end: number | null; next: number; count: number } {
  let depth = 0;
  let count = 0;
  let at = start;
  for (; at < text.length && depth <= DEPTH_MAX && count <= left.values; at += 1) {
    const letter = text.charCodeAt(at);
    if (isQuote(letter)) at = literalEndOr(text, at, text.length);
    else if (letter === 0x2c) count += 1;
    else depth += DEPTH_STEP[letter] ?? 0;
    if (depth === 0) break;
  }
  left.work -= at - start;
  if (depth === 0 && at < text.length) return { end: at + 1, next: at + 1, count: count + 1 };
  if (depth > DEPTH_MAX) return { end: null, next: start + Math.ceil((at - start) / 2), count };
  return { end: null, next: count > left.values ? at : start + 1, count };
}

/** Gives the texts of a page's scripts. A script ends at the first `</script`, whatever it holds (HTML, 13.2.5.15). */
function* scriptTexts(html: string): Generator<string> {
  const tags = /<(\/?)script/gi;
  let start = -1;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    if (tag[1] === '' && start < 0) {
      const tagEnd = html.indexOf('>', tag.index);
      if (tagEnd < 0) return;
      start = tagEnd + 1;
      tags.lastIndex = start;
    } else if (tag[1] === '/' && start >= 0) {
      yield html.slice(start, tag.index);
      start = -1;
    }
  }
  if (start >= 0) yield html.slice(start);
}

/** Tells JSON from code without reading on: what follows the bracket decides for nearly every bracket of a script. */
function startsJson(text: string, start: number): boolean {
  let next = start + 1;
  while (next - start < 64 && text.charCodeAt(next) <= 0x20) next += 1;
  const letter = text.charAt(next);
  return text.charAt(start) === '{' ? letter === '"' || letter === '}' : /[[\]{"\-0-9tfn]/.test(letter);
}

/** Gives the position of the quote that closes the one at `start`, -1 when none does. */
function literalEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let end = text.indexOf(quote, start + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

function literalEndOr(text: string, start: number, otherwise: number): number {
  const end = literalEnd(text, start);
  return end < 0 ? otherwise : end;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Resolves the escapes of a string literal of JavaScript; those of JSON are a part, and the quick one. */
function unescapeLiteral(literal: string, quote: string): string {
  const plain = quote === '"' ? readJson(`"${literal}"`) : undefined;
  if (typeof plain === 'string') return plain;
  if (literal.length > LITERAL_MAX_CHARACTERS) return '';
  return literal.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([\s\S]))/gi,
    (_whole, byte?: string, unit?: string, letter = '') => {
      const code = byte ?? unit;
      return code === undefined
        ? (SIMPLE_ESCAPES[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
}

const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&(?:quot|#34|#x22);/gi, '"'],
  [/&(?:apos|#39|#x27);/gi, "'"],
  [/&(?:lt|#60|#x3c);/gi, '<'],
  [/&(?:gt|#62|#x3e);/gi, '>'],
  [/&(?:#47|#x2f);/gi, '/'],
  // Last: what it stands in front of is text, no entity.
  [/&(?:amp|#38|#x26);/gi, '&'],
];

function unescapeHtml(text: string): string {
  if (!text.includes('&')) return '';
  return ENTITIES.reduce((plain, [entity, letter]) => plain.replace(entity, letter), text);
}
