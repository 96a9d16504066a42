import { isOwnPath } from './own-path.ts';

// Allow-list of HTML in the owner's content. This file parses no HTML: the server, the panel and the page each have a parser for it.

/** Elements allowed in the owner's content; all others are removed. */
export const CONTENT_ELEMENTS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'img',
  'figure',
  'figcaption',
  'span',
  'code',
  'pre',
] as const;

/** Allowed attributes by element; those under `*` are allowed on every element. */
export const CONTENT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['class', 'title'],
  a: ['href', 'target'],
  img: ['src', 'alt'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** The only allowed value of `target`. */
export const CONTENT_LINK_TARGET = '_blank';

/**
 * Value of `rel` for every link that leaves the page. The site that such a link opens gets no access to the page's window, no referrer and
 * no search ranking.
 */
export const CONTENT_LINK_REL = 'noopener noreferrer nofollow';

/**
 * Font sizes of the editor, in CSS pixels, and their classes. Sizes are classes because the page's content security policy
 * blocks inline styles. Text without such a class has the page's default size.
 */
export const CONTENT_SIZE_CLASSES = {
  10: 'text-size-10',
  12: 'text-size-12',
  14: 'text-size-14',
  18: 'text-size-18',
  20: 'text-size-20',
  22: 'text-size-22',
} as const;

/** Classes allowed in the owner's content; all others are removed. */
export const CONTENT_CLASSES: readonly string[] = Object.values(CONTENT_SIZE_CLASSES);

/** Returns whether a link may lead to `href`: a web address, an email address, a page of this site or an anchor on the same page. */
export const isContentHref = (href: string): boolean =>
  /^(?:https?:\/\/|mailto:|#)/iu.test(href) || isOwnPath(href);

/**
 * Returns whether a picture may have the source `src`: a root-relative path of this site, or a data URL of a PNG, JPEG, WebP or GIF. False
 * for a path whose first slash is followed by a slash, a backslash, a tab or a line break: browsers strip tabs and line breaks, so that
 * `/\t/host` would lead to another host.
 */
export const isContentSrc = (src: string): boolean =>
  /^(?:\/(?![/\\\t\n\r])|data:image\/(?:png|jpeg|webp|gif);base64,)/iu.test(src);
