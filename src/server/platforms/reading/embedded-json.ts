import { parseJson } from '#shared/parse-json.ts';
import { JSON_VALUES_MAX, type Pieces, runInTurns } from './json-value.ts';

/** Value in the JSON data of a page. */
export interface JsonNode {
  /** Key of the value in its object; null for an array element and for a whole block. */
  readonly key: string | null;
  readonly value: unknown;
  /** Object or array that contains the value. */
  readonly parent: unknown;
  /** Whether the value is inside a list of other posts, such as a timeline or recommendations, or of the items of a set. */
  readonly isListed: boolean;
  /** Whether the value is inside the items of a set. */
  readonly isInSet: boolean;
}

/** Value that `walk` still has to visit. */
interface PendingNode extends JsonNode {
  /** Number of JSON strings that enclose the value. */
  readonly level: number;
}

/** Matches the start of a string of JSON. Some strings have the name of a query before the data: `xdt_api__v1__clips__home__web_info:{…}`. */
const JSON_START = /^\s{0,8}(?:\w{1,100}:\s{0,8})?[[{]/;
/** Matches the keys of lists of other posts and of the items of a set. The values in such a list have `isListed`. */
const LIST_KEY = /^edges$|timeline|connection|relate|recommend|suggest|carousel_media|itemList|comment/i;
/** Matches the keys of the items of a set. */
const SET_KEY = /carousel_media|sidecar/i;

/**
 * Calls `visit` for the values of the JSON blocks in a page that contain one of `words`, in page order, including values inside strings of
 * JSON. Skips numbers, booleans and null in arrays, and whatever is beyond the limits of `createEmbeddedJsonReader`. Uses an explicit stack
 * instead of recursion, so that deep nesting cannot overflow the call stack.
 */
export function walkEmbeddedJson(
  html: string,
  words: readonly string[],
  visit: (node: JsonNode) => void,
): Promise<void> {
  return runInTurns(walk(html, words, visit));
}

function* walk(html: string, words: readonly string[], visit: (node: JsonNode) => void): Pieces<void> {
  const json = createEmbeddedJsonReader(words);
  const isJson = (text: string): boolean =>
    JSON_START.test(text) && words.some((word) => text.includes(word));
  for (const block of yield* json.findInPage(html)) {
    const pending: PendingNode[] = [
      { key: null, value: block, parent: null, isListed: false, isInSet: false, level: 0 },
    ];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      yield;
      const { key, value, parent, isListed, isInSet, level } = node;
      if (typeof value === 'string' && isJson(value)) {
        for (const inner of yield* json.findInText(value, level + 1))
          pending.push({ key, value: inner, parent, isListed, isInSet, level: level + 1 });
        continue;
      }
      visit(node);
      pushChildren(pending, node);
    }
  }
}

function pushChildren(pending: PendingNode[], { value, isListed, isInSet, level }: PendingNode): void {
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index -= 1) {
      const child: unknown = value[index];
      if (isWorthVisiting(child))
        pending.push({ key: null, value: child, parent: value, isListed, isInSet, level });
    }
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] ?? '';
      const child = (value as Readonly<Record<string, unknown>>)[key];
      pending.push({
        key,
        value: child,
        parent: value,
        isListed: isListed || LIST_KEY.test(key),
        isInSet: isInSet || SET_KEY.test(key),
        level,
      });
    }
  }
}

/** Returns whether an array element can contain data: an object, an array or a string. Numbers and booleans without a key are skipped. */
function isWorthVisiting(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'string';
}

/**
 * Maximum number of characters to read for one page, counted on every read. A page has at most three million characters; the limit
 * suffices to scan and parse them once, and stops input that is read repeatedly (unclosed brackets, strings within strings).
 */
const WORK_MAX = 6 * 1024 * 1024;
/** Maximum nesting depth; real data blocks have about 40 levels. */
const DEPTH_MAX = 200;
/** Maximum nesting of strings that contain JSON. */
const LITERALS_MAX = 3;
/** Maximum length of a JavaScript string whose escapes are resolved one by one; real page data has a few hundred thousand characters. */
const LITERAL_MAX_CHARACTERS = 1024 * 1024;
/** Fixed costs of examining a bracket and of parsing a value, as a number of characters that is added to those read. */
const BRACKET_WORK = 32;
const PARSE_WORK = 1_024;
/** Number of characters that are read before other work of the event loop may get a turn. */
const PIECE_CHARACTERS = 64 * 1024;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKTICK = 0x60;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Change of the nesting depth by character code: 1 for opening brackets, -1 for closing brackets. */
const DEPTH_STEP = new Int8Array(128);
for (const opening of '[{') DEPTH_STEP[opening.charCodeAt(0)] = 1;
for (const closing of ']}') DEPTH_STEP[closing.charCodeAt(0)] = -1;
const OPENINGS = /[[{]/g;

/** Numbers of characters (WORK_MAX) and of values (JSON_VALUES_MAX) that may still be read for a page. */
interface Budget {
  workLeft: number;
  valuesLeft: number;
}

/** Values found at a bracket, and the position in the text at which the search continues. */
interface Found {
  readonly values: readonly unknown[];
  readonly next: number;
}

/**
 * Creates a reader that finds JSON values by the words they contain, independent of their context: a JSON script, an argument of a call, an
 * assignment, a quoted string or escaped HTML. `words` are keys or the code of a post. All calls share one budget of characters (WORK_MAX)
 * and values (JSON_VALUES_MAX); the search ends without an error when the budget is used up.
 */
export function createEmbeddedJsonReader(words: readonly string[]) {
  const budget: Budget = { workLeft: WORK_MAX, valuesLeft: JSON_VALUES_MAX };
  const holdsWord = (text: string): boolean => words.some((word) => text.includes(word));

  /** Reads the values in a string literal that has escapes and whose first character is at `start`; null if no such literal is there. */
  function* readLiteral(text: string, start: number, level: number): Pieces<Found | null> {
    if (!isQuote(text.charCodeAt(start - 1))) return null;
    const end = literalEnd(text, start - 1);
    budget.workLeft -= end - start;
    const literal = end === text.length ? '' : text.slice(start, end);
    if (!literal.includes('\\')) return null;
    if (!holdsWord(literal) || level === LITERALS_MAX) return { values: [], next: end };
    budget.workLeft -= literal.length;
    yield;
    const inner = yield* unescapeLiteral(literal, text.charAt(start - 1));
    yield;
    return { values: yield* findInText(inner, level + 1), next: end };
  }

  function* readAt(text: string, start: number, level: number): Pieces<Found> {
    const literal = yield* readLiteral(text, start, level);
    if (literal !== null) return literal;
    if (!startsJson(text, start)) return { values: [], next: start + 1 };
    const { end, next, count } = yield* boundsOfValue(text, start, budget);
    if (end === null) return { values: [], next };
    const segment = text.slice(start, end);
    if (!holdsWord(segment)) return { values: [], next: end };
    budget.workLeft -= segment.length + PARSE_WORK;
    budget.valuesLeft -= count;
    yield;
    const value = parseJson(segment);
    return value === undefined ? { values: [], next: start + 1 } : { values: [value], next: end };
  }

  /** Returns the outermost values in a string that contain one of the words. `level` is the number of enclosing JSON strings. */
  function* findInText(text: string, level: number): Pieces<readonly unknown[]> {
    if (level > LITERALS_MAX || !holdsWord(text)) return [];
    let last = -1;
    for (const word of words) {
      yield;
      last = Math.max(last, text.lastIndexOf(word));
    }
    const values: unknown[] = [];
    let start = nextOpening(text, 0);
    while (start >= 0 && start <= last && budget.workLeft > 0 && budget.valuesLeft > 0) {
      const found = yield* readAt(text, start, level);
      for (const value of found.values) values.push(value);
      budget.workLeft -= BRACKET_WORK;
      start = nextOpening(text, found.next);
      yield;
    }
    return values;
  }

  function* inMarkup(script: string): Pieces<readonly unknown[]> {
    if (budget.workLeft <= 0 || !holdsWord(script)) return [];
    const plain = yield* findInText(script, 0);
    return plain.length > 0 ? plain : yield* findInText(yield* unescapeHtml(script), 0);
  }

  return {
    findInText,
    /** Returns the outermost values with one of the words, in page order: those in scripts, or, if no script has one, in the whole markup. */
    *findInPage(html: string): Pieces<readonly unknown[]> {
      if (!holdsWord(html)) return [];
      const values: unknown[] = [];
      for (const script of scriptTexts(html)) {
        for (const value of yield* inMarkup(script)) values.push(value);
        yield;
      }
      // An attribute or a template may also contain the data.
      return values.length > 0 ? values : yield* inMarkup(html);
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
 * deeply, the search continues in its middle, because an inner value may be within the limits; after one with too many values, at its
 * next bracket.
 */
function* boundsOfValue(
  text: string,
  start: number,
  budget: Budget,
): Pieces<{ end: number | null; next: number; count: number }> {
  let depth = 0;
  let count = 0;
  let at = start;
  let pieceEnd = start + PIECE_CHARACTERS;
  for (; at < text.length && depth <= DEPTH_MAX && count <= budget.valuesLeft; at += 1) {
    const letter = text.charCodeAt(at);
    if (isQuote(letter)) at = literalEnd(text, at);
    const step = DEPTH_STEP[letter] ?? 0;
    depth += step;
    count += step > 0 || letter === COMMA ? 1 : 0;
    if (depth === 0) break;
    if (at > pieceEnd) {
      yield;
      pieceEnd = at + PIECE_CHARACTERS;
    }
  }
  budget.workLeft -= at - start;
  if (depth === 0 && at < text.length) return { end: at + 1, next: at + 1, count };
  const isTooDeep = depth > DEPTH_MAX;
  return { end: null, next: start + (isTooDeep ? Math.ceil((at - start) / 2) : 1), count };
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

/** Returns the position of the quote that closes the quote at `start`; the length of the text if no quote closes it. */
function literalEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === quote) return at;
    if (letter === BACKSLASH) at += 1;
  }
  return text.length;
}

const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([\s\S]))/gi;
const ESCAPE_MAX_CHARACTERS = 6;
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Resolves the escapes of a JavaScript string literal. Returns '' for a literal that is too long and that JSON cannot parse. */
function* unescapeLiteral(literal: string, quote: string): Pieces<string> {
  const plain = quote === '"' ? parseJson(`"${literal}"`) : undefined;
  if (typeof plain === 'string') return plain;
  if (literal.length > LITERAL_MAX_CHARACTERS) return '';
  return yield* inPieces(literal, beforeEscape, (piece) =>
    piece.replace(ESCAPE, (_whole, byte?: string, unit?: string, letter = '') => {
      const code = byte ?? unit;
      return code === undefined
        ? (SIMPLE_ESCAPES[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(code, 16));
    }),
  );
}

/** Returns the end of a piece that begins at `from`: `end`, or the start of an escape that `end` would split. */
function beforeEscape(text: string, from: number, end: number): number {
  const start = text.slice(end - ESCAPE_MAX_CHARACTERS, end).lastIndexOf('\\');
  if (start < 0) return end;
  const last = end - ESCAPE_MAX_CHARACTERS + start;
  let run = last;
  while (run > from && text.charCodeAt(run - 1) === BACKSLASH) run -= 1;
  // The first backslash of a run begins an escape. A piece of nothing but backslashes consists of pairs.
  return run > from ? run : from + 2 * Math.floor((last - from) / 2);
}

const ENTITY = /&(#?\w{2,4});/g;
const ENTITY_MAX_CHARACTERS = 6;
const ENTITY_LETTERS: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#x22': '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  lt: '<',
  '#60': '<',
  '#x3c': '<',
  gt: '>',
  '#62': '>',
  '#x3e': '>',
  '#47': '/',
  '#x2f': '/',
  amp: '&',
  '#38': '&',
  '#x26': '&',
};

function* unescapeHtml(text: string): Pieces<string> {
  if (!text.includes('&')) return '';
  return yield* inPieces(text, beforeEntity, (piece) =>
    piece.replace(ENTITY, (entity, name: string) => ENTITY_LETTERS[name.toLowerCase()] ?? entity),
  );
}

/** Returns the end of a piece: `end`, or the start of an entity that `end` would split. */
function beforeEntity(text: string, _from: number, end: number): number {
  const last = text.slice(end - ENTITY_MAX_CHARACTERS, end).lastIndexOf('&');
  return last < 0 ? end : end - ENTITY_MAX_CHARACTERS + last;
}

/** Converts a long text piece by piece. `endOf` returns the end of a piece, at or shortly before the one proposed. */
function* inPieces(
  text: string,
  endOf: (text: string, from: number, end: number) => number,
  convert: (piece: string) => string,
): Pieces<string> {
  const converted: string[] = [];
  for (let from = 0; from < text.length; ) {
    const proposed = from + PIECE_CHARACTERS;
    const end = proposed >= text.length ? text.length : endOf(text, from, proposed);
    converted.push(convert(text.slice(from, end)));
    from = end;
    yield;
  }
  return converted.join('');
}
