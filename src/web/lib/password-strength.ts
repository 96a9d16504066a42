const LENGTHS = [8, 12, 16] as const;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;

/**
 * How strong a password looks, 1 (weak) to 4 (strong); 0 for an empty one. Length counts most; a run of few different
 * signs counts as short. A hint for whoever types, no promise: the server knows the common ones.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  const signs = [...password];
  const different = new Set(signs).size;
  const length = Math.min(signs.length, different * 2);
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const steps = LENGTHS.filter((enough) => length + (kinds > 2 ? 2 : 0) >= enough).length;
  return (steps + 1) as 1 | 2 | 3 | 4;
}
