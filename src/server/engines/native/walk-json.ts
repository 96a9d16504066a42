import { createEmbeddedJson } from './embedded-json.ts';

/** One value of a page's data. */
export interface JsonNode {
  /** Null for an element of a list and for a whole block. */
  readonly key: string | null;
  readonly value: unknown;
  /** The object or list it stands in. */
  readonly parent: unknown;
  /** Whether it belongs to a list of other posts: a timeline, recommendations, the parts of a set. */
  readonly listed: boolean;
}

interface Waiting extends JsonNode {
  /** How many strings of JSON it stands in. */
  readonly level: number;
}

/** A post's own object never stands below one of these, other posts of the page do. */
const LIST_KEY = /^edges$|timeline|connection|relate|recommend|suggest|carousel_media|itemList|comment/i;

/**
 * Visits every value of the blocks that hold one of `words`, in the order of the page, those inside strings of JSON too.
 * Walks with a stack of its own: a page may nest as deep as it likes.
 */
export function walkEmbeddedJson(
  html: string,
  words: readonly string[],
  visit: (node: JsonNode) => void,
): void {
  const json = createEmbeddedJson(words);
  const isJson = (text: string): boolean =>
    /^\s{0,8}[[{]/.test(text) && words.some((word) => text.includes(word));
  for (const block of json.inPage(html)) {
    const waiting: Waiting[] = [{ key: null, value: block, parent: null, listed: false, level: 0 }];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const { key, value, parent, listed, level } = node;
      if (typeof value === 'string' && isJson(value)) {
        for (const inner of json.inText(value, level + 1))
          waiting.push({ key, value: inner, parent, listed, level: level + 1 });
        continue;
      }
      visit(node);
      pushChildren(waiting, node);
    }
  }
}

function pushChildren(waiting: Waiting[], { value, listed, level }: Waiting): void {
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index -= 1) {
      const child: unknown = value[index];
      if (isWorthVisiting(child)) waiting.push({ key: null, value: child, parent: value, listed, level });
    }
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] ?? '';
      const child = (value as Readonly<Record<string, unknown>>)[key];
      waiting.push({ key, value: child, parent: value, listed: listed || LIST_KEY.test(key), level });
    }
  }
}

/** Elements of a list without a key say nothing unless there is something in them. */
function isWorthVisiting(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'string';
}
