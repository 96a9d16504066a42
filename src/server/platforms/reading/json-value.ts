import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '#shared/parse-json.ts';

/** JSON object with unknown values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Maximum number of values in a text: real pages and answers have a few tens of thousands. Each value costs tens of bytes of memory, and
 * parsing is one step of the event loop: five megabytes of small objects would occupy it for a third of a second.
 */
export const JSON_VALUES_MAX = 60_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Parses JSON from an untrusted source. Returns undefined for invalid JSON and for more than JSON_VALUES_MAX values; never throws. */
export function readJson(text: string): unknown {
  return text.length > JSON_VALUES_MAX && hasTooManyValues(text) ? undefined : parseJson(text);
}

function hasTooManyValues(text: string): boolean {
  let count = 0;
  let isInString = false;
  for (let at = 0; at < text.length && count <= JSON_VALUES_MAX; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) isInString = !isInString;
    else if (isInString) at += letter === BACKSLASH ? 1 : 0;
    else if (letter === COMMA || letter === OPENING_BRACKET || letter === OPENING_BRACE) count += 1;
  }
  return count > JSON_VALUES_MAX;
}

/** Returns the value if it is an object and not an array, otherwise null. */
export function recordOf(value: unknown): JsonRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;
}

/** Returns the value if it is an array, otherwise an empty array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Maximum length of a list of URLs or qualities of one file; the longest real lists have about twenty entries. */
const SHORT_LIST_MAX = 32;

/**
 * Returns the first 32 elements of a list of URLs or qualities; an empty array for a value that is no array. Parsing the hundred thousand URLs
 * that a page may contain would block the server for seconds.
 */
export function shortListOf(value: unknown): readonly unknown[] {
  return listOf(value).slice(0, SHORT_LIST_MAX);
}

/** Returns the value if it is a string that is not blank, otherwise null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * Returns the value as a number if it is a positive number or a string with one, because platforms send numbers as strings; otherwise null.
 * Platforms send 0 and '' for "unknown".
 */
export function positiveOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

/** Returns the value at a path of object keys and array indexes; undefined if the path does not exist. Ignores inherited properties. */
export function valueAt(root: unknown, ...path: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Milliseconds of work after which the event loop does other work. A single piece of work may take longer. */
const TURN_MS = 5;

/** Work in pieces: at each `yield`, the work may be interrupted. */
export type Pieces<Result> = Generator<void, Result>;

/**
 * Does work piece by piece, lets the event loop turn whenever TURN_MS have passed, and returns the result. A page has up to three megabytes,
 * so parsing a whole page in one turn could stop all downloads of the server for a third of a second.
 */
export async function runInTurns<Result>(pieces: Pieces<Result>): Promise<Result> {
  let started = performance.now();
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
    if (performance.now() - started > TURN_MS) {
      await nextTurn();
      started = performance.now();
    }
  }
}
