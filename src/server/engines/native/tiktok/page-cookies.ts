const ALLOWED_COOKIES = new Set(['ttwid', 'tt_csrf_token', 'tt_chain_token']);
/** Visible ASCII without the separators (RFC 6265 section 4.1.1): nothing a page sets can end the header line. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,1024}$/;

/**
 * Gives the `cookie` header TikTok's delivery network wants for the videos of a page, null when the page set none.
 * The addresses are bound to the very answer they stood in, so its cookies have to travel with them.
 */
export function pageCookies(setCookies: readonly string[]): string | null {
  const kept = new Map<string, string>();
  for (const line of setCookies) {
    const pair = line.split(';', 1)[0] ?? '';
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (ALLOWED_COOKIES.has(name) && COOKIE_VALUE.test(value)) kept.set(name, value);
  }
  return kept.size === 0 ? null : [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
}
