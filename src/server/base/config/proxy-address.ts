/**
 * Kinds of proxies by the scheme of their URL. For `socks5`, this server resolves host names and gives the proxy IP addresses; with the
 * other schemes, the proxy resolves the names.
 */
const PROXY_SCHEMES = ['http', 'https', 'socks5', 'socks5h'] as const;
export type ProxyScheme = (typeof PROXY_SCHEMES)[number];

/** Port of each scheme, for a URL without a port. */
const DEFAULT_PORTS: Readonly<Record<ProxyScheme, number>> = {
  http: 80,
  https: 443,
  socks5: 1080,
  socks5h: 1080,
};

/** Maximum size of a user name and of a password in SOCKS (RFC 1929, section 2). */
const SOCKS_CREDENTIAL_MAX_BYTES = 255;

export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

const schemeOf = ({ protocol }: URL): ProxyScheme | undefined =>
  PROXY_SCHEMES.find((scheme) => protocol === `${scheme}:`);

/** Decodes the credentials of a URL; null if it contains none. Throws URIError for a malformed escape sequence. */
const credentialsOf = ({ username, password }: URL): ProxyCredentials | null =>
  username === '' && password === ''
    ? null
    : { user: decodeURIComponent(username), password: decodeURIComponent(password) };

const credentialMistake = (scheme: ProxyScheme, { user, password }: ProxyCredentials): string | null => {
  if (scheme === 'http' || scheme === 'https')
    return user.includes(':') ? 'has a user name with a colon, which http cannot transmit' : null;
  const sizes = [user, password].map((text) => Buffer.byteLength(text));
  if (sizes.includes(0)) return 'needs both a user name and a password, or neither';
  return sizes.some((size) => size > SOCKS_CREDENTIAL_MAX_BYTES)
    ? 'has a user name or password of more than 255 bytes, which SOCKS cannot transmit'
    : null;
};

/**
 * Returns what is wrong with the URL of a proxy, as the end of a sentence; null if it can be used. Never quotes the URL,
 * because it may contain a password.
 */
export const proxyMistake = (address: string): string | null => {
  const url = URL.parse(address);
  const scheme = url === null ? undefined : schemeOf(url);
  if (url === null || scheme === undefined || url.hostname === '')
    return `must be an address like socks5://name:password@host:1080, with ${PROXY_SCHEMES.join(', ')}`;
  if ((url.pathname !== '/' && url.pathname !== '') || url.search !== '' || url.hash !== '')
    return 'must have no path or query';
  try {
    const credentials = credentialsOf(url);
    return credentials === null ? null : credentialMistake(scheme, credentials);
  } catch {
    return 'has a % in the user name or password that must be written as %25';
  }
};

/** Parses the URL of a proxy. Throws TypeError for a URL that `proxyMistake` rejects. */
export const parseProxyAddress = (address: string) => {
  const mistake = proxyMistake(address);
  const url = URL.parse(address);
  const scheme = url === null ? undefined : schemeOf(url);
  if (mistake !== null || url === null || scheme === undefined)
    throw new TypeError(`the proxy's address ${mistake ?? 'is invalid'}`);
  return {
    scheme,
    /** Host name or IP address, as sockets accept it: an IPv6 address without brackets. */
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORTS[scheme] : Number(url.port),
    credentials: credentialsOf(url),
  };
};

export type ProxyAddress = ReturnType<typeof parseProxyAddress>;
