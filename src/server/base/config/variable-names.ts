import process from 'node:process';

/**
 * Variables that only a later version will read. Setting one is an error, because ignoring it silently would suggest
 * that it works.
 */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  REDIS_URL: 'each process keeps its own limits and caches',
};

/** Names of variables that only a later version will read, and of their `…_FILE` variants. */
export const UNSUPPORTED_VARIABLES: readonly string[] = [...Object.keys(UNSUPPORTED), 'REDIS_URL_FILE'];

/** Returns a message for each of the given variables, all of which must be in UNSUPPORTED_VARIABLES. */
export const unsupportedMistakes = (given: Readonly<Record<string, string>>): string[] =>
  Object.keys(given).map((name) => {
    const explanation = UNSUPPORTED[name.replace(/_FILE$/, '')] ?? '';
    return `${name} is not supported yet: ${explanation}; unset it`;
  });

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Minimum length of a name to compare with. Shorter names resemble too many unrelated ones: PORTS, HOSTS, POST. */
const COMPARED_FROM_LENGTH = 6;
/** From this length on, two wrong letters are more likely a typing error than another name. */
const TWO_WRONG_FROM_LENGTH = 8;
/** Maximum number of warnings. */
const WARNINGS_MAX = 10;

const normalise = (name: string): string => name.toUpperCase().replace(/[_.-]/g, '');

const setNames = (environment: Environment): string[] =>
  Object.keys(environment).filter((name) => (environment[name]?.trim() ?? '') !== '');

/**
 * Returns a message for each variable that differs from a known one only in case, underscores, dots or hyphens. On
 * Windows names are case-insensitive, so a name that differs only in case is the known one.
 */
export const misspelledVariables = (
  environment: Environment,
  known: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] => {
  const byPlainName = new Map(known.map((name) => [normalise(name), name]));
  return setNames(environment).flatMap((name) => {
    const meant = byPlainName.get(normalise(name));
    if (meant === undefined || meant === name) return [];
    if (platform === 'win32' && meant === name.toUpperCase()) return [];
    return [`${name}: did you mean ${meant}?`];
  });
};

/**
 * Computes the edit distance of two words: the number of letters to insert, remove, replace or swap with a neighbour.
 */
const distance = (one: string, other: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_cell, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
};

const isClose = (name: string, known: string): boolean => {
  if (known.length < COMPARED_FROM_LENGTH) return false;
  const allowed = known.length < TWO_WRONG_FROM_LENGTH ? 1 : 2;
  return Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed;
};

/**
 * Returns a warning for each variable outside `read` and `known` that resembles one of `read`, or is the `…_FILE` variant of one that
 * cannot be read from a file; at most ten. Such a variable may belong to another program, so it is not an error.
 */
export const similarVariables = (
  environment: Environment,
  read: readonly string[],
  known: readonly string[],
): string[] => {
  const isKnown = new Set([...known, ...read]);
  return setNames(environment)
    .filter((name) => !isKnown.has(name))
    .flatMap((name) => {
      if (name.endsWith('_FILE') && read.includes(name.slice(0, -'_FILE'.length)))
        return [`${name} is not read: only secrets can be read from a file`];
      const meant = read.find((one) => isClose(name, one));
      return meant === undefined ? [] : [`${name} is not read: did you mean ${meant}?`];
    })
    .slice(0, WARNINGS_MAX);
};
