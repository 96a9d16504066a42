import { DomUtils, parseDocument } from 'htmlparser2';
import { ownerContent } from '#messages/owner-content.ts';
import { ownerAddress } from '#shared/base-path.ts';
import { CONTENT_LINK_REL } from '#shared/content-allow-list.ts';
import { text } from '#shared/messages/text.ts';
import { ContentFrame } from './content-frame.tsx';
import { type ShownHeading, shownHeading } from './shown-heading.ts';
import { OWNER_CONTENT_ID } from './use-owner-content.ts';

interface PresentationOptions {
  /**
   * Returns how to show an element with this name if it is a heading, else null. By default, as the public page shows it (`shownHeading`).
   */
  readonly heading?: (name: string) => ShownHeading | null;
  /** URL of the page with the sections that anchors name, if it is another page. */
  readonly home?: string;
}

/**
 * Returns the HTML with the headings, links and pictures as the page shows them. Changes the parsed tree, because replacing strings would
 * be unsafe: the text of an attribute can look like another attribute.
 */
export const presentHtml = (
  sanitised: string,
  { heading = shownHeading, home = '' }: PresentationOptions = {},
): string => {
  // Entities stay as the sanitiser wrote them.
  const root = parseDocument(sanitised, { decodeEntities: false });
  for (const element of DomUtils.findAll(() => true, root.children)) {
    const shown = heading(element.name);
    if (shown !== null) {
      element.name = shown.element;
      const { class: own } = element.attribs;
      element.attribs['class'] = own === undefined ? shown.className : `${shown.className} ${own}`;
    }
    const { href, src } = element.attribs;
    if (src !== undefined) element.attribs['src'] = ownerAddress(src);
    if (element.name !== 'a') continue;
    delete element.attribs['rel'];
    if (href?.startsWith('#')) element.attribs['href'] = `${home}${href}`;
    else if (href !== undefined)
      element.attribs = { ...element.attribs, href: ownerAddress(href), rel: CONTENT_LINK_REL };
  }
  return DomUtils.getOuterHTML(root, { decodeEntities: false });
};

/**
 * Prepares sanitised content for the page. Moves each heading one level down and adds the class that keeps its size. Completes the paths of
 * this site, and gives every link the required `rel`, except anchors on the page. Also returns the text of the first heading (null if there
 * is none), and whether the content has neither text nor pictures.
 */
export const presentContent = (sanitised: string, home = '') => {
  const root = parseDocument(sanitised);
  const elements = DomUtils.findAll(() => true, root.children);
  const heading = elements.find(({ name }) => shownHeading(name) !== null);
  return {
    html: presentHtml(sanitised, { home }),
    heading: (heading === undefined ? '' : DomUtils.textContent(heading).trim()) || null,
    isEmpty: !elements.some(({ name }) => name === 'img') && DomUtils.textContent(root).trim() === '',
  };
};

/**
 * Renders the section with the content of the owner on the server. `html` must be sanitised. Empty content renders the section hidden, so
 * that a live change can fill it. In the browser, paint-content.ts changes the DOM instead.
 */
export const OwnerContent = ({
  html,
  home,
}: {
  html: string;
  /** URL of the page with the sections that anchors name, if it is another page. */
  home?: string;
}) => {
  const shown = presentContent(html, home);
  return (
    <ContentFrame
      id={OWNER_CONTENT_ID}
      hidden={shown.isEmpty}
      aria-label={shown.heading ?? text(ownerContent, 'label')}
      prose={{ dangerouslySetInnerHTML: { __html: shown.html } }}
    />
  );
};
