/** Headers that callers cannot set: those of a single connection (RFC 9110 section 7.6.1) and those that the HTTP client sets itself. */
const NEVER_SENT = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Matches the names of headers that carry credentials: cookies, authorization, keys, tokens and secrets. */
const CREDENTIAL = /^(?:cookie|authorization|x-rapidapi-.+|(?:.*-)?(?:key|token|secret))$/;

/**
 * Returns the headers with names in lower case, without those that callers cannot set, such as `host`. Requests an uncompressed response
 * unless `accept-encoding` is given.
 */
export const sendableHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const allowed: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(headers)) {
    const lowered = name.toLowerCase();
    if (!NEVER_SENT.has(lowered)) allowed[lowered] = value;
  }
  return allowed;
};

/** Returns the headers without credentials, for a redirect to another origin. */
export const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIAL.test(name)));

/** Returns the headers without those that describe a body, for a redirect that drops the body. */
export const withoutBodyHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
