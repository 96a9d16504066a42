import { createEmbeddedJson } from './embedded-json.ts';
import { inTurns, type Pieces } from './json-value.ts';

/** Value in the JSON data of a page. */
export interface JsonNode {
  /** Key of the value in its object; null for an array element and for a whole block. */
  readonly key: string | null;
  readonly value: unknown;
  /** Object or array that contains the value. */
  readonly parent: unknown;
  /** Whether the value is inside a list of other posts, such as a timeline or recommendations, or of the items of a set. */
  readonly listed: boolean;
  /** Whether the value is inside the items of a set. */
  readonly inSet: boolean;
}

/** Node that is still to be visited. */
interface PendingNode extends JsonNode {
  /** Number of JSON strings that enclose the value. */
  readonly level: number;
}

/** Start of a string of JSON. Some have the name of the query before the data: `xdt_api__v1__clips__home__web_info:{…}`. */
const JSON_START = /^\s{0,8}(?:\w{1,100}:\s{0,8})?[[{]/;
/** Keys of lists of other posts. The object of the requested post is never inside one of them. */
const LIST_KEY = /^edges$|timeline|connection|relate|recommend|suggest|carousel_media|itemList|comment/i;
/** Keys of the items of a set. */
const SET_KEY = /carousel_media|sidecar/i;

/**
 * Visits every value of the JSON blocks in a page that contain one of `words`, in page order, including values inside strings of
 * JSON. Uses an explicit stack instead of recursion, so that deep nesting cannot overflow the call stack.
 */
export function walkEmbeddedJson(
  html: string,
  words: readonly string[],
  visit: (node: JsonNode) => void,
): Promise<void> {
  return inTurns(walk(html, words, visit));
}

function* walk(html: string, words: readonly string[], visit: (node: JsonNode) => void): Pieces<void> {
  const json = createEmbeddedJson(words);
  const isJson = (text: string): boolean =>
    JSON_START.test(text) && words.some((word) => text.includes(word));
  for (const block of yield* json.findInPage(html)) {
    const pending: PendingNode[] = [
      { key: null, value: block, parent: null, listed: false, inSet: false, level: 0 },
    ];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      yield;
      const { key, value, parent, listed, inSet, level } = node;
      if (typeof value === 'string' && isJson(value)) {
        for (const inner of yield* json.findInText(value, level + 1))
          pending.push({ key, value: inner, parent, listed, inSet, level: level + 1 });
        continue;
      }
      visit(node);
      pushChildren(pending, node);
    }
  }
}

function pushChildren(pending: PendingNode[], { value, listed, inSet, level }: PendingNode): void {
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index -= 1) {
      const child: unknown = value[index];
      if (isWorthVisiting(child))
        pending.push({ key: null, value: child, parent: value, listed, inSet, level });
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
        listed: listed || LIST_KEY.test(key),
        inSet: inSet || SET_KEY.test(key),
        level,
      });
    }
  }
}

/** Returns whether an array element can contain data: an object, an array or a string. Numbers and booleans without a key are skipped. */
function isWorthVisiting(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'string';
}
