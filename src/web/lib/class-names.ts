/** Joins class names with spaces and skips false, null and undefined; undefined if none is left. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
