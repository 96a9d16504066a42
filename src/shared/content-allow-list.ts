import { isOwnPath } from './own-path.ts';

// Allow-list of HTML in the owner's content. Has no parser: server, panel and page each use their own.

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

/** `rel` of every link but an anchor on this page: no access to this window, no referrer, no search ranking. */
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

/** Classes that may stay on an element. */
export const CONTENT_CLASSES: readonly string[] = Object.values(CONTENT_SIZE_CLASSES);

/** Returns whether a link may have this target: a web address, an email address, a page of this site or an anchor on this page. */
export const isContentHref = (href: string): boolean =>
  /^(?:https?:\/\/|mailto:|#)/iu.test(href) || isOwnPath(href);

/**
 * Returns whether a picture may have this source: a root-relative path of this site or a data URL. Browsers strip tabs and line
 * breaks from addresses, so one between two slashes would lead to another host.
 */
export const isContentSrc = (src: string): boolean =>
  /^(?:\/(?![/\\\t\n\r])|data:image\/(?:png|jpeg|webp|gif);base64,)/iu.test(src);
