import { mediaHeaders } from '../../outbound/media-source.ts';
import { recordOf, textOf } from '../../platforms/reading/json-value.ts';

/** Matches visible ASCII with inner spaces, so that no value can end the header line. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/;
/** Matches a cookie value of RFC 6265 section 4.1.1. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,1024}$/;
const COOKIE_ATTRIBUTES = new Set([
  'domain',
  'path',
  'secure',
  'expires',
  'version',
  'httponly',
  'samesite',
  'max-age',
]);

interface Cookie {
  readonly name: string;
  readonly value: string;
  domain: string | null;
}

/**
 * Decodes a cookie value that Python's cookie writer has quoted; special characters in it are octal escapes. Returns any other value
 * unchanged.
 */
const unquote = (value: string): string =>
  /^".*"$/.test(value)
    ? value
        .slice(1, -1)
        .replace(/\\([0-3][0-7]{2})|\\(.)/g, (_all, octal: string | undefined, character: string) =>
          octal === undefined ? character : String.fromCharCode(Number.parseInt(octal, 8)),
        )
    : value;

const parseCookies = (text: string): readonly Cookie[] => {
  const cookies: Cookie[] = [];
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim();
    const value = equals < 0 ? '' : part.slice(equals + 1).trim();
    const last = cookies.at(-1);
    if (last !== undefined && COOKIE_ATTRIBUTES.has(name.toLowerCase())) {
      if (name.toLowerCase() === 'domain') last.domain = value.toLowerCase().replace(/^\./, '');
    } else if (equals > 0) {
      cookies.push({ name, value: unquote(value), domain: null });
    }
  }
  return cookies;
};

/**
 * Builds the `cookie` header for a host from the cookies that yt-dlp lists with a format, in Set-Cookie syntax. Returns null if no cookie
 * applies to the host.
 */
export const cookieHeader = (cookies: unknown, host: string): string | null => {
  const fitting = parseCookies(textOf(cookies) ?? '').filter(
    ({ name, value, domain }) =>
      COOKIE_NAME.test(name) &&
      COOKIE_VALUE.test(value) &&
      (domain === null || host === domain || host.endsWith(`.${domain}`)),
  );
  return fitting.length === 0 ? null : fitting.map(({ name, value }) => `${name}=${value}`).join('; ');
};

/**
 * Builds the request headers of a file from the headers and cookies that yt-dlp lists, limited to headers that may be sent to delivery
 * networks.
 */
export const sourceHeaders = (
  listedHeaders: unknown,
  cookies: unknown,
  host: string,
): Record<string, string> => {
  const lowered = Object.entries(recordOf(listedHeaders) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && HEADER_VALUE.test(value) ? [[name.toLowerCase(), value] as const] : [],
  );
  // A listed `cookie` header is dropped, because it has no domain and would be sent to any host. `cookies` contains cookies with domains.
  const { cookie: _unscoped, ...headers } = mediaHeaders(Object.fromEntries(lowered));
  const cookie = cookieHeader(cookies, host);
  return cookie === null ? headers : { ...headers, cookie };
};
