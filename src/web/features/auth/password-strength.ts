const LENGTHS = [8, 12, 16] as const;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;

/**
 * Rates a password from 1 (weak) to 4 (strong); returns 0 for an empty one. Length counts most; a password with few
 * distinct characters counts as short. It is a hint in the form only: the server also rejects common passwords.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  const characters = [...password];
  const distinct = new Set(characters).size;
  const length = Math.min(characters.length, distinct * 2);
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const steps = LENGTHS.filter((enough) => length + (kinds > 2 ? 2 : 0) >= enough).length;
  return (steps + 1) as 1 | 2 | 3 | 4;
}
