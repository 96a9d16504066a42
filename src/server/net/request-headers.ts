/** Belong to one connection, or are ours to say: RFC 9110 section 7.6.1, and what the framing is made of. */
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

/** Cookies, authorisation and anything that is a key by its name. */
const CREDENTIAL = /^(?:cookie|authorization|x-rapidapi-.+|(?:.*-)?(?:key|token|secret))$/;

/** Gives the headers a request may carry; an answer comes uncompressed unless the caller asks otherwise. */
export const sendableHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const kept: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(headers)) {
    const lowered = name.toLowerCase();
    if (!NEVER_SENT.has(lowered)) kept[lowered] = value;
  }
  return kept;
};

/** Gives the headers that may follow a redirect to another origin. */
export const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIAL.test(name)));

/** Gives the headers of a request that has lost its body on a redirect. */
export const withoutBodyHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
