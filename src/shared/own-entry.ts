/**
 * Gives the table's own value under a key from outside, undefined when there is none. A plain index would find what every
 * object inherits: a table has no row `constructor`, but `table['constructor']` is a function.
 */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
