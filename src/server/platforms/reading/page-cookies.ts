/** Matches visible ASCII without separators (RFC 6265 section 4.1.1), so that no cookie value can end the header line. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,1024}$/;

/** Returns the values of these cookies in the Set-Cookie lines of a page, by name. The last line of a name counts. */
export function pageCookies(setCookies: readonly string[], names: ReadonlySet<string>) {
  const cookies = new Map<string, string>();
  for (const line of setCookies) {
    const pair = line.split(';', 1)[0] ?? '';
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (names.has(name) && COOKIE_VALUE.test(value)) cookies.set(name, value);
  }
  return cookies;
}

/** Returns the `cookie` header with these cookies; no header if there are none. */
export const cookieHeaderOf = (cookies: ReadonlyMap<string, string>): { readonly cookie?: string } =>
  cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
