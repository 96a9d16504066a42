/** JSON object with unknown values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Parses JSON from an untrusted source. Returns undefined for invalid JSON; never throws. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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
 * Returns the first 32 elements of a list of URLs or qualities; an empty array for any other value. Each element costs the parsing
 * of a URL: a hundred thousand, which a page may contain, would block the server for seconds.
 */
export function shortListOf(value: unknown): readonly unknown[] {
  return listOf(value).slice(0, SHORT_LIST_MAX);
}

/** Returns the value if it is a string that is not blank, otherwise null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * Returns the value as a positive number, otherwise null. Accepts numeric strings, because platforms send numbers as strings, and
 * maps 0 and '' to null, because platforms send them for "unknown".
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
