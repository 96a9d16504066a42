/**
 * Returns whether a link leads to a page of this site, such as '/help'. Browsers read a backslash as a slash and strip tabs and line
 * breaks, so that a path with one of them could lead to another host.
 */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])[^\s\\]*$/u.test(href);
