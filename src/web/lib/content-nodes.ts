import {
  CONTENT_ATTRIBUTES,
  CONTENT_CLASSES,
  CONTENT_ELEMENTS,
  CONTENT_LINK_REL,
  CONTENT_LINK_TARGET,
  isContentHref,
  isContentSrc,
} from '#shared/content-allow-list.ts';
import { canSanitise } from './sanitiser.ts';
import { trustedTypes } from './trusted-types.ts';

/** `Element.setHTML`, which TypeScript's DOM types do not contain yet. */
interface HtmlSetter {
  setHTML(html: string, options: { sanitizer: object }): void;
}

const { '*': globalAttributes = [], ...attributesByElement } = CONTENT_ATTRIBUTES;

const SANITIZER = {
  // The Sanitizer API rejects an attribute that is listed both for one element and globally.
  elements: CONTENT_ELEMENTS.map((name) => ({ name, attributes: attributesByElement[name] ?? [] })),
  attributes: globalAttributes,
  comments: false,
};

/**
 * Trusted Types policy for browsers without the Sanitizer API; undefined in browsers with that API or without Trusted Types. The policy
 * returns HTML unchanged, because browsers without the Sanitizer API only receive content that the server has sanitised (docs/adr/0009).
 */
const passThroughPolicy = canSanitise()
  ? undefined
  : trustedTypes?.createPolicy('site-content', { createHTML: (html: string) => html });

/**
 * Parses HTML in an inert document, which neither loads resources nor runs scripts. Returns an element that contains the parsed nodes; the
 * Sanitizer API, if the browser has it, has removed elements and attributes that are not on the allow-list.
 */
function parseHtml(html: string): HTMLElement {
  if (!canSanitise())
    return new DOMParser().parseFromString(passThroughPolicy?.createHTML(html) ?? html, 'text/html').body;
  const container = document.implementation.createHTMLDocument('').createElement('div');
  (container as unknown as HtmlSetter).setHTML(html, { sanitizer: SANITIZER });
  return container;
}

const isAllowedValue = (name: string, value: string): boolean => {
  if (name === 'href') return isContentHref(value);
  if (name === 'src') return isContentSrc(value);
  return name !== 'target' || value === CONTENT_LINK_TARGET;
};

/**
 * Removes attributes and classes of an element that the allow-list does not permit, and attributes with a value that it does not permit.
 * Sets `rel` on a link that leaves the page. The browser's sanitiser checks neither values nor classes, and some browsers have no
 * sanitiser.
 */
function enforceAllowList(element: Element): void {
  const allowed = [...globalAttributes, ...(attributesByElement[element.localName] ?? [])];
  for (const { name, value } of [...element.attributes])
    if (!allowed.includes(name) || !isAllowedValue(name, value)) element.removeAttribute(name);
  const classes = [...element.classList].filter((name) => CONTENT_CLASSES.includes(name));
  if (classes.length > 0) element.className = classes.join(' ');
  else element.removeAttribute('class');
  const href = element.getAttribute('href');
  if (href !== null && !href.startsWith('#')) element.setAttribute('rel', CONTENT_LINK_REL);
}

/**
 * Parses the owner's content in an inert document and removes everything that the allow-list does not permit: elements with their content,
 * attributes, values and classes. Returns a container whose children are the content.
 */
export function parseContent(html: string): HTMLElement {
  const container = parseHtml(html);
  const elements: readonly string[] = CONTENT_ELEMENTS;
  for (const element of container.querySelectorAll('*')) {
    if (elements.includes(element.localName)) enforceAllowList(element);
    else element.remove();
  }
  return container;
}
