/** Path of PUBLIC_URL without a trailing slash, below which the site lies; empty at the root of its host. */
let basePath = '';

/**
 * Sets the path that `sitePath` puts before other paths: once in a browser, and on the server for each page while the page is rendered.
 * Other server code takes the path from its configuration.
 */
export const setBasePath = (path: string): void => {
  basePath = path;
};

/** Returns the address of a path of this site, such as '/help', for links and requests of its pages. */
export const sitePath = (path: string): string => basePath + path;

/**
 * Returns the address to use for the address of a link or picture that the owner entered: a path gets the base path in front unless it
 * begins with it; any other address stays as it is.
 */
export const ownerAddress = (address: string): string => {
  const isBelow = address.startsWith(basePath) && /^(?:[/?#]|$)/.test(address.slice(basePath.length));
  return address.startsWith('/') && !isBelow ? sitePath(address) : address;
};

/** Returns the path of a site's public address without a trailing slash; empty for an address without a path. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');
