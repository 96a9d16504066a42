/**
 * Returns whether a link leads to a page of this site, such as '/help'. False for a path with a backslash, a tab or a line break: browsers
 * read a backslash as a slash and strip the other two, so that such a path could lead to another host.
 */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])[^\s\\]*$/u.test(href);
