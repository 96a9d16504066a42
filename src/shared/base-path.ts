/** Path of PUBLIC_URL without a trailing slash, below which the site lies; empty at the root of its host. */
let basePath = '';

/**
 * Sets what `sitePath` puts before a path: in the browser once, from the document; while a page is rendered, for that page. Server code
 * that is not a page has the value in its configuration.
 */
export const setBasePath = (path: string): void => {
  basePath = path;
};

/** Returns the address of a path of this site, such as '/help', for links and requests of its pages. */
export const sitePath = (path: string): string => basePath + path;

/**
 * Returns the address of a link or picture of the owner's. A path means this site's, whether the owner wrote it with the base path or
 * without; anything else stays as it is.
 */
export const ownerAddress = (address: string): string => {
  const isBelow = address.startsWith(basePath) && /^(?:[/?#]|$)/.test(address.slice(basePath.length));
  return address.startsWith('/') && !isBelow ? sitePath(address) : address;
};

/** Returns the path of a site's public address, without a trailing slash. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');
