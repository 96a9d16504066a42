export type JsonRecord = Readonly<Record<string, unknown>>;

/** Gives what a text of JSON holds, undefined when it is not JSON. Never throws: the text is a stranger's. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Gives the value when it is an object, else null. */
export function recordOf(value: unknown): JsonRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;
}

/** Gives the value when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The longest lists of one file's addresses or qualities hold some twenty. */
const SHORT_LIST_MAX = 32;

/**
 * Gives the start of a list of addresses or qualities. Each costs an address to parse: the hundred thousand a page may hold would
 * stop the server for seconds.
 */
export function shortListOf(value: unknown): readonly unknown[] {
  return listOf(value).slice(0, SHORT_LIST_MAX);
}

/** Gives the value when it is a text with something in it, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Gives a number above zero; platforms send 0 and '' for "unknown", and numbers as texts. Else null. */
export function positiveOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

/** Gives the value behind a chain of keys and list positions, undefined where the chain breaks. */
export function valueAt(root: unknown, ...path: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
