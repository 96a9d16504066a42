/** URL-safe base64 digits in order; Instagram writes a media number with them, big-endian. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RADIX = 64n;

/** Takes an Instagram media number and gives its shortcode; null when it is not positive. */
export const shortcodeOfPk = (pk: bigint): string | null => {
  if (pk <= 0n) return null;
  let code = '';
  for (let rest = pk; rest > 0n; rest /= RADIX) code = ALPHABET.charAt(Number(rest % RADIX)) + code;
  return code;
};

/** Decodes base64 of ASCII text, either alphabet, padding optional; null when it is not that. */
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
