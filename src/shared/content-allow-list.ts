// What the owner's content may be made of. Without a parser or the validator: server, panel and page each bring their own.

/** Elements of the owner's content; any other goes. */
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

/** Attributes each element may have, beside those of `*`, which all may have. */
export const CONTENT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['class', 'title'],
  a: ['href', 'target'],
  img: ['src', 'alt'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** The only value of `target` that is kept. */
export const CONTENT_LINK_TARGET = '_blank';

/** What every link to elsewhere carries: no handle on our page, no address of ours, no say in a search engine's ranking. */
export const CONTENT_LINK_REL = 'noopener noreferrer nofollow';

/**
 * Font sizes the editor offers, in CSS pixels, each with the class that stands for it: sizes are classes because the page's
 * policy refuses inline styles. Text without one of them has the page's own size ("Default").
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

/** Whether a link of the content may lead there: the web, a mail address or a place on this page. */
export const isContentHref = (href: string): boolean => /^(?:https?:\/\/|mailto:|#)/iu.test(href);

/**
 * Whether a picture of the content may come from there: this site (a path from its root) or the content itself. Browsers
 * leave tabs and line ends out of an address, so that one between two slashes would lead to another host.
 */
export const isContentSrc = (src: string): boolean =>
  /^(?:\/(?![/\\\t\n\r])|data:image\/(?:png|jpeg|webp|gif);base64,)/iu.test(src);
