/** Without I, L, O and U: what is read out or copied by hand must not be taken for another sign. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * Makes the code of one request, like `7K3M-Q2XD`: forty random bits, so that it tells nothing of visitor, link or server.
 * An error answer and the request's lines in the log carry the same one.
 */
export const newReference = (): string => {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => SIGNS.charAt(byte & 31));
  return `${signs.slice(0, LENGTH / 2).join('')}-${signs.slice(LENGTH / 2).join('')}`;
};
