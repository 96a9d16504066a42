const STEP_LENGTHS = [8, 12, 16] as const;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;

/** Matches the empty text and the words of which the most common passwords consist. The server knows some 49,000 more common passwords. */
const COMMON =
  /^(?:password|passwort|passw|secret|qwert[yz]?(?:uiop)?|azerty|asdf(?:gh(?:jkl)?)?|zxcv(?:bnm)?|abc|abcdef|admin|root|login|welcome|letmein|iloveyou|monkey|dragon|master|sunshine|princess|football|baseball|superman|batman|shadow|michael|jordan|hunter|freedom|whatever|trustno|starwars|hello|test|guest|changeme|default|instagram|tiktok|savelet)?$/u;

/**
 * Returns whether a password of less than 16 characters contains no Latin letters or is made of a common word, with other characters around
 * it or the usual swaps of letters in it, such as 0 for o.
 */
const isCommon = (password: string): boolean => {
  const word = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/gu, '');
  const swapped = word.replaceAll('0', 'o').replaceAll('3', 'e').replaceAll('@', 'a').replaceAll('$', 's');
  return password.length < 16 && COMMON.test(swapped);
};

/**
 * Rates a password from 1 (weak) to 4 (strong); returns 0 for an empty one, and 1 for one of less than 16 characters that is made of a
 * common word or has no Latin letters. Length counts most; a password with few distinct characters counts as short. It is a hint in the
 * form only: the server also rejects common passwords.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (isCommon(password)) return 1;
  const characters = [...password];
  const distinct = new Set(characters).size;
  const length = Math.min(characters.length, distinct * 2);
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const steps = STEP_LENGTHS.filter((minLength) => length + (kinds > 2 ? 2 : 0) >= minLength).length;
  return (steps + 1) as 1 | 2 | 3 | 4;
}
