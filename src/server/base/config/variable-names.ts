import process from 'node:process';

/**
 * Variables that only a later version will read, each with the reason why this one does not. Setting one is an error, because ignoring it
 * silently would suggest that it works.
 */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  REDIS_URL: 'each process keeps its own limits and caches',
};

/** Names of variables that only a later version will read, and of their `…_FILE` variants. */
export const UNSUPPORTED_VARIABLES: readonly string[] = [...Object.keys(UNSUPPORTED), 'REDIS_URL_FILE'];

/** Returns a message for each of the set variables, all of which must be in UNSUPPORTED_VARIABLES. */
export const unsupportedMistakes = (variables: Readonly<Record<string, string>>): string[] =>
  Object.keys(variables).map((name) => {
    const explanation = UNSUPPORTED[name.replace(/_FILE$/, '')] ?? '';
    return `${name} is not supported yet: ${explanation}; unset it`;
  });

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Minimum number of characters of a known name with which other names are compared. Shorter names resemble too many unrelated ones: PORTS,
 * HOSTS, POST.
 */
const COMPARED_FROM_LENGTH = 6;
/** Number of characters of a known name from which on two wrong letters are more likely a typing error than another name. */
const TWO_WRONG_FROM_LENGTH = 8;
/** Maximum number of warnings about similar names. */
const WARNINGS_MAX = 10;

const normalise = (name: string): string => name.toUpperCase().replace(/[_.-]/g, '');

const setNames = (environment: Environment): string[] =>
  Object.keys(environment).filter((name) => (environment[name]?.trim() ?? '') !== '');

/**
 * Returns a message for each variable whose name differs from a known one only in case, underscores, dots or hyphens. A difference only in
 * case is no mistake on Windows, where names are case-insensitive.
 */
export const misspelledVariables = (
  environment: Environment,
  knownNames: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] => {
  const byPlainName = new Map(knownNames.map((name) => [normalise(name), name]));
  return setNames(environment).flatMap((name) => {
    const meant = byPlainName.get(normalise(name));
    if (meant === undefined || meant === name) return [];
    if (platform === 'win32' && meant === name.toUpperCase()) return [];
    return [`${name}: did you mean ${meant}?`];
  });
};

/**
 * Returns whether a word becomes another one by at most `edits` changes: a character added, left out or replaced, or two neighbours
 * swapped.
 */
const isWithin = (word: string, other: string, edits: number): boolean => {
  if (word === other) return true;
  const [rest, otherRest] = [word.slice(1), other.slice(1)];
  if (word[0] === other[0]) return isWithin(rest, otherRest, edits);
  if (edits === 0) return false;
  const isSwapped = word[0] === other[1] && word[1] === other[0];
  return (
    isWithin(rest, other, edits - 1) ||
    isWithin(word, otherRest, edits - 1) ||
    isWithin(rest, otherRest, edits - 1) ||
    (isSwapped && isWithin(word.slice(2), other.slice(2), edits - 1))
  );
};

const isClose = (name: string, knownName: string): boolean => {
  if (knownName.length < COMPARED_FROM_LENGTH) return false;
  return isWithin(name, knownName, knownName.length < TWO_WRONG_FROM_LENGTH ? 1 : 2);
};

/**
 * Returns a warning for each set variable outside `readNames` and `knownNames` whose name resembles one of `readNames`, or consists of one
 * of them and `_FILE`; at most WARNINGS_MAX warnings. Such a variable may belong to another program, so it is not an error.
 */
export const similarVariables = (
  environment: Environment,
  readNames: readonly string[],
  knownNames: readonly string[],
): string[] => {
  const known = new Set([...knownNames, ...readNames]);
  return setNames(environment)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      if (name.endsWith('_FILE') && readNames.includes(name.slice(0, -'_FILE'.length)))
        return [`${name} is not read: only secrets can be read from a file`];
      const meant = readNames.find((one) => isClose(name, one));
      return meant === undefined ? [] : [`${name} is not read: did you mean ${meant}?`];
    })
    .slice(0, WARNINGS_MAX);
};
