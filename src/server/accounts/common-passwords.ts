import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON: ReadonlySet<string> = new Set<string>(dictionary['passwords-common']);

/**
 * Matches a password with up to four digits or symbols before and after it, which people add to a common password so
 * that it is accepted.
 */
const DECORATED = /^[\d\W_]{0,4}(.{4,}?)[\d\W_]{0,4}$/;

/**
 * Checks whether a password (in lower case) is one of about 49,000 common ones, as it is or with a few digits or
 * symbols around it.
 */
export const isCommonPassword = (password: string): boolean => {
  const bare = DECORATED.exec(password)?.[1];
  return COMMON.has(password) || (bare !== undefined && COMMON.has(bare));
};
