/** Joins class names with spaces and skips false, null and undefined. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
