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
import { CONTENT_MAX_DEPTH } from '#shared/limits.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { isDeeperThan } from './content-depth.ts';

/** Gives HTML with nothing in it but what content-allow-list.ts allows, null for HTML that is nested too deep. */
export type CleanContent = (html: string) => Promise<string | null>;

type Attributes = Record<string, string>;

/** Elements that go with all that is in them: their text was never meant to be read. */
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

/** The class that stands for the font size of an inline style, if it is one the editor offers. */
const sizeClassOf = (style: string | undefined): string[] => {
  const size = /(?:^|;)\s*font-size\s*:\s*(\d+)(?:\.0+)?px\s*(?:!important\s*)?(?:;|$)/iu.exec(
    style ?? '',
  )?.[1];
  const name = ownEntry(sizes, size);
  return name === undefined ? [] : [name];
};

const classesOf = ({ class: names, style }: Attributes): string => {
  const kept = (names ?? '').split(/\s+/u).filter((name) => CONTENT_CLASSES.includes(name));
  // What stands in the style is what the browser would have shown.
  return [...new Set([...sizeClassOf(style), ...kept])].slice(0, 1).join(' ');
};

/** Browsers ignore these in addresses: what looks like a path of ours would be another host. */
const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  text.replace(/[\u0000-\u001f\u007f]/gu, '').trim();

const isSpan = (text: string | undefined): boolean => {
  const count = Number(text);
  return Number.isInteger(count) && count > 1 && count <= SPAN_MAX;
};

/** A link with user information shows one host and leads to another: `https://harbour.example@evil.example`. */
const isHarmlessUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
};

const isAllowedValue: Readonly<Record<string, (value: string) => boolean>> = {
  class: (value) => value !== '',
  title: (value) => value !== '',
  href: (value) => isContentHref(value) && (value.startsWith('#') || isHarmlessUrl(value)),
  src: isContentSrc,
  target: (value) => value === CONTENT_LINK_TARGET,
  alt: () => true,
  colspan: isSpan,
  rowspan: isSpan,
};

/** One element's attributes as they may be, in an order of our own. */
const attributesOf = (element: string, given: Attributes): Attributes => {
  const values: Attributes = { ...given, class: classesOf(given) };
  const kept: Attributes = {};
  for (const name of [...globalAttributes, ...(ownEntry(elementAttributes, element) ?? [])]) {
    const value = Object.hasOwn(values, name) ? withoutControls(values[name] ?? '') : undefined;
    if (value !== undefined && ownEntry(isAllowedValue, name)?.(value)) kept[name] = value;
  }
  if (element !== 'a') return kept;
  const { href, target: _target, ...rest } = kept;
  // A place on this page opens here; every other link gives nothing away (content-allow-list.ts).
  if (href === undefined) return rest;
  return href.startsWith('#') ? { ...rest, href } : { ...kept, rel: CONTENT_LINK_REL };
};

/** Elements that mean nothing without their attributes leave only what is in them. */
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
 * The sanitiser of the owner's content: by content-allow-list.ts, font sizes of styles turned into their classes. Cleaning
 * what is clean changes nothing. The library is loaded at the first use.
 */
export const cleanContent: CleanContent = async (html) => {
  if (html === '') return '';
  if (isDeeperThan(html, CONTENT_MAX_DEPTH)) return null;
  const { default: sanitize } = await import('sanitize-html');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no editor writes them, and not every database keeps them.
  return sanitize(html.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/gu, ''), OPTIONS).trim();
};
