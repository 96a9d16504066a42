/** Minimum length of a title or an address that a password must not contain. Shorter texts occur in too many good passwords. */
const PART_MIN_CHARACTERS = 4;

const KEYBOARD_ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
const ROWS = KEYBOARD_ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** Returns whether a text repeats up to four characters, such as "aaaaaa", "121212" or "abcabc", or has fewer than three different ones. */
const isRepeated = (text: string): boolean => /^(.{1,4}?)\1+.?$/.test(text) || new Set(text).size < 3;
const isRun = (text: string): boolean => ROWS.some((row) => row.repeat(2).includes(text));

const LEET = new Map(Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }));
const undoLeet = (text: string): string => [...text].map((letter) => LEET.get(letter) ?? letter).join('');

const contains = (password: string, part: string): boolean =>
  part.length >= PART_MIN_CHARACTERS && password.includes(part);

/**
 * Matches a text of at least four characters (the capturing group) with up to four digits or symbols before and after it. People add such
 * characters to a common password so that it is accepted.
 */
const DECORATED = /^[\d\W_]{0,4}(.{4,}?)[\d\W_]{0,4}$/;

let loading: Promise<ReadonlySet<string>> | null = null;

/** Loads about 49,000 common passwords, only at the first use, because they take memory that a site without sign-ups does not need. */
const loadCommonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  );
  return loading;
};

/**
 * Returns whether attackers try a password first. Such a password is a common password, a keyboard run or a repetition, or contains the site's
 * title or the local part of the e-mail address, if that text has at least four characters. A common password is recognised even with up to
 * four digits or symbols before and after it, or with digits in place of letters.
 */
export const isWeakPassword = async (
  password: string,
  { email, siteTitle }: { readonly email: string; readonly siteTitle: string },
): Promise<boolean> => {
  const lower = password.toLowerCase();
  const title = siteTitle.toLowerCase().replace(/\s+/g, '');
  const local = email.split('@')[0]?.toLowerCase() ?? '';
  if (isRepeated(lower) || isRun(lower)) return true;
  if (contains(lower.replace(/\s+/g, ''), title) || contains(lower, local)) return true;
  const common = await loadCommonPasswords();
  return [lower, undoLeet(lower)].some(
    (text) => common.has(text) || common.has(DECORATED.exec(text)?.[1] ?? text),
  );
};
