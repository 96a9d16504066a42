/** Crockford's base 32 alphabet. It omits I, L, O and U, which are easily misread when a code is read aloud or copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * Creates the reference of a request, such as `7K3M-Q2XD`. It consists of forty random bits, so it reveals nothing about the visitor,
 * the link or the server. The error response and the log lines of the request contain the same reference.
 */
export const createReference = (): string => {
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) =>
    ALPHABET.charAt(byte & 31),
  );
  return `${characters.slice(0, LENGTH / 2).join('')}-${characters.slice(LENGTH / 2).join('')}`;
};
