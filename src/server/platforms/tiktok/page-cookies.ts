const ALLOWED_COOKIES = new Set(['ttwid', 'tt_csrf_token', 'tt_chain_token']);
/** Matches visible ASCII without separators (RFC 6265 section 4.1.1), so that no cookie value can end the header line. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,1024}$/;

/**
 * Builds the `cookie` header that TikTok's delivery network requires for the videos of a page, from the Set-Cookie lines of the page;
 * null if there are no such cookies. Video URLs are valid only with the cookies of the response that contained them.
 */
export function pageCookies(setCookies: readonly string[]): string | null {
  const cookies = new Map<string, string>();
  for (const line of setCookies) {
    const pair = line.split(';', 1)[0] ?? '';
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (ALLOWED_COOKIES.has(name) && COOKIE_VALUE.test(value)) cookies.set(name, value);
  }
  return cookies.size === 0 ? null : [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
