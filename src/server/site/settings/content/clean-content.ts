import { Parser } from 'htmlparser2';
import type sanitizeHtml from 'sanitize-html';
import {
  CONTENT_ATTRIBUTES,
  CONTENT_CLASSES,
  CONTENT_ELEMENTS,
  CONTENT_LINK_REL,
  CONTENT_LINK_TARGET,
  CONTENT_SIZE_CLASSES,
  isContentHref,
  isContentSrc,
} from '#shared/content-allow-list.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { isOwnPath } from '#shared/own-path.ts';

/** Maximum nesting depth of the owner's HTML; deeper HTML is refused. */
export const CONTENT_MAX_DEPTH = 100;

/** Sanitises HTML by content-allow-list.ts; returns null for HTML that is nested too deep. */
export type CleanContent = (html: string) => Promise<string | null>;

type Attributes = Record<string, string>;

/** Elements removed together with their content, which is not text for readers. */
const NON_TEXT_ELEMENTS = [
  'script',
  'style',
  'textarea',
  'option',
  'title',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'iframe',
  'object',
  'svg',
  'math',
];

const SPAN_MAX = 1_000;
const { '*': globalAttributes = [], ...elementAttributes } = CONTENT_ATTRIBUTES;
const sizes: Readonly<Record<string, string>> = CONTENT_SIZE_CLASSES;

/** Returns the class for the font size in an inline style, in an array; an empty array if the style has no size that the editor offers. */
const sizeClassOf = (style: string | undefined): string[] => {
  const size = /(?:^|;)\s*font-size\s*:\s*(\d+)(?:\.0+)?px\s*(?:!important\s*)?(?:;|$)/iu.exec(
    style ?? '',
  )?.[1];
  const name = ownEntry(sizes, size);
  return name === undefined ? [] : [name];
};

const classesOf = ({ class: names, style }: Attributes): string => {
  const allowed = (names ?? '').split(/\s+/u).filter((name) => CONTENT_CLASSES.includes(name));
  // The style comes first: a browser would have applied it over the class.
  return [...new Set([...sizeClassOf(style), ...allowed])].slice(0, 1).join(' ');
};

/** Removes control characters: browsers ignore them in addresses, so an apparent path could lead to another host. */
const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  text.replace(/[\u0000-\u001f\u007f]/gu, '').trim();

const isSpan = (text: string | undefined): boolean => {
  const count = Number(text);
  return Number.isInteger(count) && count > 1 && count <= SPAN_MAX;
};

/**
 * Returns whether a text is a URL without user information. A link with user information shows one host and leads to another:
 * `https://harbour.example@evil.example`.
 */
const isHarmlessUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
};

const isAllowedValue: Readonly<Record<string, (value: string) => boolean>> = {
  class: (value) => value !== '',
  title: (value) => value !== '',
  href: (value) =>
    isContentHref(value) && (value.startsWith('#') || isOwnPath(value) || isHarmlessUrl(value)),
  src: isContentSrc,
  target: (value) => value === CONTENT_LINK_TARGET,
  alt: () => true,
  colspan: isSpan,
  rowspan: isSpan,
};

/** Returns an element's allowed attributes in a fixed order. */
const attributesOf = (element: string, given: Attributes): Attributes => {
  const values: Attributes = { ...given, class: classesOf(given) };
  const allowed: Attributes = {};
  for (const name of [...globalAttributes, ...(ownEntry(elementAttributes, element) ?? [])]) {
    const value = Object.hasOwn(values, name) ? withoutControls(values[name] ?? '') : undefined;
    if (value !== undefined && ownEntry(isAllowedValue, name)?.(value)) allowed[name] = value;
  }
  if (element !== 'a') return allowed;
  const { href, target: _target, ...rest } = allowed;
  // Anchors open in place; every other link gets the `rel` of content-allow-list.ts.
  if (href === undefined) return rest;
  return href.startsWith('#') ? { ...rest, href } : { ...allowed, rel: CONTENT_LINK_REL };
};

/**
 * Returns whether an element is removed because it lacks the attributes that give it a meaning: true removes it, 'excludeTag' removes it
 * but keeps its content.
 */
const isEmptyWrapper = ({ tag, attribs }: sanitizeHtml.IFrame): boolean | 'excludeTag' => {
  if (tag === 'img') return attribs['src'] === undefined;
  if (tag === 'a') return attribs['href'] === undefined && 'excludeTag';
  return tag === 'span' && Object.keys(attribs).length === 0 && 'excludeTag';
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...CONTENT_ELEMENTS],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(CONTENT_ATTRIBUTES).map(([name, list]) => [name, [...list]])),
    a: [...(elementAttributes['a'] ?? []), 'rel'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: NON_TEXT_ELEMENTS,
  nestingLimit: CONTENT_MAX_DEPTH,
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: attributesOf(tagName, attribs) }),
  },
  exclusiveFilter: isEmptyWrapper,
};

/**
 * Returns whether the elements of this HTML, allowed or not, are nested deeper than `limit`. Runs before the sanitiser, which takes
 * excessive time on thousands of open elements.
 */
const isDeeperThan = (html: string, limit: number): boolean => {
  let depth = 0;
  let tooDeep = false;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      if (depth <= limit) return;
      tooDeep = true;
      parser.reset();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.write(html);
  if (!tooDeep) parser.end();
  return tooDeep;
};

/**
 * Sanitises the owner's HTML by content-allow-list.ts, turns inline font sizes into classes and removes control characters. Returns null
 * for HTML that is nested deeper than CONTENT_MAX_DEPTH. Sanitising its own output changes nothing. The library is loaded on first use.
 */
export const cleanContent: CleanContent = async (html) => {
  if (html === '') return '';
  if (isDeeperThan(html, CONTENT_MAX_DEPTH)) return null;
  const { default: sanitize } = await import('sanitize-html');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no editor writes them, and not every database keeps them.
  return sanitize(html.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/gu, ''), OPTIONS).trim();
};
