/**
 * URL-safe base64 digits in ascending order. Instagram's shortcode is the media number in these digits, most
 * significant first.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RADIX = 64n;

/** Returns the shortcode of an Instagram media number; null if the number is not positive. */
export const shortcodeOfPk = (pk: bigint): string | null => {
  if (pk <= 0n) return null;
  let code = '';
  for (let rest = pk; rest > 0n; rest /= RADIX) code = ALPHABET.charAt(Number(rest % RADIX)) + code;
  return code;
};

/**
 * Decodes base64 or base64url, with or without padding, into a text with one character per byte; returns null if the text contains another
 * character.
 */
export const decodeBase64Url = (text: string): string | null => {
  const body = text
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  let decoded = '';
  let buffer = 0;
  let bits = 0;
  for (const character of body) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return null;
    buffer = ((buffer << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((buffer >> bits) & 0xff);
  }
  return decoded;
};
