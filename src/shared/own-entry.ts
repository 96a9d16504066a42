/**
 * Returns the value that `table` itself has for an untrusted key; undefined if it has none. Plain indexing would also return inherited
 * properties: `table['constructor']` is a function although the table has no such entry.
 */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
