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

/** Not in the compiler's DOM yet. */
interface SetsHtml {
  setHTML(html: string, options: { sanitizer: object }): void;
}
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string };
}

const { '*': everywhere = [], ...own } = CONTENT_ATTRIBUTES;

const SANITIZER = {
  // A sanitiser refuses an attribute that is named for one element and for all.
  elements: CONTENT_ELEMENTS.map((name) => ({ name, attributes: own[name] ?? [] })),
  attributes: everywhere,
  comments: false,
};

/** For browsers without a sanitiser of their own: they are given only what the server sanitised (docs/adr/0010). */
const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
const policy = canSanitise()
  ? undefined
  : factory?.createPolicy('site-content', { createHTML: (html) => html });

/** The nodes of the content, in a document that loads and runs nothing. */
function parsed(html: string): HTMLElement {
  if (!canSanitise())
    return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html').body;
  const box = document.implementation.createHTMLDocument('').createElement('div');
  (box as unknown as SetsHtml).setHTML(html, { sanitizer: SANITIZER });
  return box;
}

const mayStay = (name: string, value: string): boolean => {
  if (name === 'href') return isContentHref(value);
  if (name === 'src') return isContentSrc(value);
  return name !== 'target' || value === CONTENT_LINK_TARGET;
};

/** Holds one element to the allow-list: what the browser's sanitiser does not know of it, or where it has none. */
function hold(element: Element): void {
  const allowed = [...everywhere, ...(own[element.localName] ?? [])];
  for (const { name, value } of [...element.attributes])
    if (!allowed.includes(name) || !mayStay(name, value)) element.removeAttribute(name);
  const classes = [...element.classList].filter((name) => CONTENT_CLASSES.includes(name));
  if (classes.length > 0) element.className = classes.join(' ');
  else element.removeAttribute('class');
  const href = element.getAttribute('href');
  if (href !== null && !href.startsWith('#')) element.setAttribute('rel', CONTENT_LINK_REL);
}

/** The owner's content as nodes of a document that loads and runs nothing, held to the allow-list; the box is not part of it. */
export function contentNodes(html: string): HTMLElement {
  const box = parsed(html);
  const elements: readonly string[] = CONTENT_ELEMENTS;
  for (const element of box.querySelectorAll('*')) {
    if (elements.includes(element.localName)) hold(element);
    else element.remove();
  }
  return box;
}
