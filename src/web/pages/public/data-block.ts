/**
 * Serialises JSON for a script data block. The result cannot end the block, open a comment or break an older script
 * parser.
 */
export const dataBlock = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
