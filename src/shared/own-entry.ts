/**
 * Returns the table's own value for an untrusted key, or undefined. A plain index would also find inherited properties:
 * `table['constructor']` is a function although the table has no such row.
 */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
