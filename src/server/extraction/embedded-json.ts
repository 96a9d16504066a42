import { readJson } from './json-value.ts';

/**
 * Maximum number of characters to read for one page, counted on every read. A page has at most three million characters; the limit
 * suffices to scan and parse them once, and stops input that is read repeatedly (unclosed brackets, strings within strings).
 */
const WORK_MAX = 6 * 1024 * 1024;
/** Maximum nesting depth; real data blocks have about 40 levels. */
const DEPTH_MAX = 200;
/** Maximum number of values to parse per page: a page of one megabyte with ten characters per value. Each value costs tens of bytes of memory. */
const VALUES_MAX = 100_000;
/** Maximum nesting of strings that contain JSON. */
const LITERALS_MAX = 3;
/** Maximum length of a JavaScript string whose escapes are resolved one by one; real page data has a few hundred thousand characters. */
const LITERAL_MAX_CHARACTERS = 1024 * 1024;
/** Fixed costs of examining a bracket and of parsing a value, in addition to the characters read. */
const BRACKET_WORK = 32;
const PARSE_WORK = 1_024;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
/** Change of the nesting depth by character code: 1 for opening brackets, -1 for closing brackets. */
const DEPTH_STEP = new Int8Array(128);
for (const opening of '[{') DEPTH_STEP[opening.charCodeAt(0)] = 1;
for (const closing of ']}') DEPTH_STEP[closing.charCodeAt(0)] = -1;
const OPENINGS = /[[{]/g;

/** Reader of the JSON values in one page. All calls share one budget of work and values. */
export interface EmbeddedJson {
  /**
   * Returns the outermost values in the scripts of the page that contain one of the words, in page order. Searches the whole markup
   * only if the scripts contain none.
   */
  findInPage(html: string): readonly unknown[];
  /** Returns the outermost values in a string that contain one of the words. `level` is the number of enclosing JSON strings. */
  findInText(text: string, level: number): readonly unknown[];
}

/** Remaining characters to read and values to parse for a page. */
interface Budget {
  work: number;
  values: number;
}

/** Values found at a bracket, and the position at which to continue. */
interface Found {
  readonly values: readonly unknown[];
  readonly next: number;
}

/**
 * Creates a reader that finds JSON values by the words they contain, independent of their context: a JSON script, an argument of a
 * call, an assignment, a quoted string or escaped HTML. `words` are keys or the code of a post.
 */
export function createEmbeddedJson(words: readonly string[]): EmbeddedJson {
  const budget: Budget = { work: WORK_MAX, values: VALUES_MAX };
  const holdsWord = (text: string): boolean => words.some((word) => text.includes(word));

  /** Reads the values in the string literal with escapes that begins before `start`; null if `start` is not the start of such a literal. */
  function readLiteral(text: string, start: number, level: number): Found | null {
    if (!isQuote(text.charCodeAt(start - 1))) return null;
    const end = literalEnd(text, start - 1);
    budget.work -= (end < 0 ? text.length : end) - start;
    const literal = end < 0 ? '' : text.slice(start, end);
    if (!literal.includes('\\')) return null;
    if (!holdsWord(literal) || level === LITERALS_MAX) return { values: [], next: end };
    budget.work -= literal.length;
    return { values: findInText(unescapeLiteral(literal, text.charAt(start - 1)), level + 1), next: end };
  }

  function readAt(text: string, start: number, level: number): Found {
    const literal = readLiteral(text, start, level);
    if (literal !== null) return literal;
    if (!startsJson(text, start)) return { values: [], next: start + 1 };
    const { end, next, count } = boundsOfValue(text, start, budget);
    if (end === null) return { values: [], next };
    const segment = text.slice(start, end);
    if (!holdsWord(segment)) return { values: [], next: end };
    budget.work -= segment.length + PARSE_WORK;
    budget.values -= count;
    const value = readJson(segment);
    return value === undefined ? { values: [], next: start + 1 } : { values: [value], next: end };
  }

  function findInText(text: string, level: number): readonly unknown[] {
    if (level > LITERALS_MAX || !holdsWord(text)) return [];
    const last = Math.max(...words.map((word) => text.lastIndexOf(word)));
    const values: unknown[] = [];
    let start = nextOpening(text, 0);
    while (start >= 0 && start <= last && budget.work > 0 && budget.values > 0) {
      const found = readAt(text, start, level);
      for (const value of found.values) values.push(value);
      budget.work -= BRACKET_WORK;
      start = nextOpening(text, found.next);
    }
    return values;
  }

  function inMarkup(script: string): readonly unknown[] {
    if (budget.work <= 0 || !holdsWord(script)) return [];
    const plain = findInText(script, 0);
    return plain.length > 0 ? plain : findInText(unescapeHtml(script), 0);
  }

  return {
    findInText,
    findInPage(html) {
      if (!holdsWord(html)) return [];
      const values: unknown[] = [];
      for (const script of scriptTexts(html)) {
        for (const value of inMarkup(script)) values.push(value);
      }
      // An attribute or a template may also contain the data.
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
 * Finds the end of the value that begins with the bracket at `start`. Returns the position after its closing bracket (null if there
 * is none within the limits), the number of values inside and the position at which to continue. After a section that is nested too
 * deeply, the search continues in its middle, because an inner value may be within the limits.
 */
function boundsOfValue(
  text: string,
  start: number,
  budget: Budget,
): { end: number | null; next: number; count: number } {
  let depth = 0;
  let count = 0;
  let at = start;
  for (; at < text.length && depth <= DEPTH_MAX && count <= budget.values; at += 1) {
    const letter = text.charCodeAt(at);
    if (isQuote(letter)) at = literalEndOr(text, at, text.length);
    else if (letter === 0x2c) count += 1;
    else depth += DEPTH_STEP[letter] ?? 0;
    if (depth === 0) break;
  }
  budget.work -= at - start;
  if (depth === 0 && at < text.length) return { end: at + 1, next: at + 1, count: count + 1 };
  if (depth > DEPTH_MAX) return { end: null, next: start + Math.ceil((at - start) / 2), count };
  return { end: null, next: count > budget.values ? at : start + 1, count };
}

/** Yields the texts of the scripts of a page. A script ends at the first `</script`, even within a string (HTML standard, 13.2.5.15). */
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

/** Returns whether a bracket can begin JSON, judging only by the next character, which rules out nearly every bracket of code. */
function startsJson(text: string, start: number): boolean {
  let next = start + 1;
  while (next - start < 64 && text.charCodeAt(next) <= 0x20) next += 1;
  const letter = text.charAt(next);
  return text.charAt(start) === '{' ? letter === '"' || letter === '}' : /[[\]{"\-0-9tfn]/.test(letter);
}

/** Returns the position of the quote that closes the one at `start`; -1 if there is none. */
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

/** Resolves the escapes of a JavaScript string literal. Tries the faster JSON parser first. Returns '' for a literal that is too long. */
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
  // The ampersand is last, so that `&amp;lt;` becomes the text `&lt;`.
  [/&(?:amp|#38|#x26);/gi, '&'],
];

function unescapeHtml(text: string): string {
  if (!text.includes('&')) return '';
  return ENTITIES.reduce((plain, [entity, letter]) => plain.replace(entity, letter), text);
}
