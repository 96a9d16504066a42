// For the server's markup alone: the browser changes the nodes of its own parser (paint-content.ts).
import { DomUtils, parseDocument } from 'htmlparser2';
import { CONTENT_LINK_REL } from '#shared/content-allow-list.ts';
import { shownHeading } from './shown-heading.ts';

/** The owner's content as the page shows it. */
export interface PresentedContent {
  readonly html: string;
  /** The text of the first heading, for the region's name; null when there is none. */
  readonly heading: string | null;
  /** Whether there is nothing to see: no text and no picture. */
  readonly isEmpty: boolean;
}

/** Changes headings and links in the parser's tree: in the text of an attribute anything can look like another one. */
const presentedHtml = (sanitised: string): string => {
  // What is escaped stays as the sanitiser wrote it.
  const root = parseDocument(sanitised, { decodeEntities: false });
  for (const element of DomUtils.findAll(() => true, root.children)) {
    const shown = shownHeading(element.name);
    if (shown !== null) {
      element.name = shown.element;
      const { class: own } = element.attribs;
      element.attribs['class'] = own === undefined ? shown.className : `${shown.className} ${own}`;
    }
    if (element.name !== 'a') continue;
    const { href } = element.attribs;
    delete element.attribs['rel'];
    if (href !== undefined && !href.startsWith('#')) element.attribs['rel'] = CONTENT_LINK_REL;
  }
  return DomUtils.getOuterHTML(root, { decodeEntities: false });
};

/**
 * Presents sanitised content: headings one level down, each with the class of its own level's size; links to elsewhere with the
 * `rel` they must carry.
 */
export const presentContent = (sanitised: string): PresentedContent => {
  const root = parseDocument(sanitised);
  const elements = DomUtils.findAll(() => true, root.children);
  const heading = elements.find(({ name }) => shownHeading(name) !== null);
  return {
    html: presentedHtml(sanitised),
    heading: (heading === undefined ? '' : DomUtils.textContent(heading).trim()) || null,
    isEmpty: !elements.some(({ name }) => name === 'img') && DomUtils.textContent(root).trim() === '',
  };
};
