/**
 * Returns whether a link is a path of this site, such as '/help'. False for a path that begins with '//' or contains a backslash or white
 * space: browsers read a backslash as a slash and strip tabs and line breaks, so that such a path could lead to another host.
 */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])[^\s\\]*$/u.test(href);
