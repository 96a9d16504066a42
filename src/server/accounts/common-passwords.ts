import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON: ReadonlySet<string> = new Set<string>(dictionary['passwords-common']);

/** What people add to a common password so that it passes: digits and signs before or behind it. */
const DECORATED = /^[\d\W_]{0,4}(.{4,}?)[\d\W_]{0,4}$/;

/** Whether a password, in lower case, is one of the 49,000 everybody tries first, as it is or with a little around it. */
export const isCommonPassword = (password: string): boolean => {
  const bare = DECORATED.exec(password)?.[1];
  return COMMON.has(password) || (bare !== undefined && COMMON.has(bare));
};
