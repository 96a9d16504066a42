/** Returns whether a value is an object, but no array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adapts a stored object to the fields of this version, at any depth: a field that is not stored gets the value of
 * `fallback`, and a field that `fallback` does not have is dropped. Other values, and arrays, are returned unchanged.
 */
export const fillFields = (stored: unknown, fallback: unknown): unknown =>
  isRecord(stored) && isRecord(fallback)
    ? Object.fromEntries(
        Object.entries(fallback).map(([name, value]) => [
          name,
          Object.hasOwn(stored, name) ? fillFields(stored[name], value) : value,
        ]),
      )
    : stored;
