import { parseLink } from './parse-link.ts';
import { postLinks } from './post-links.ts';

/**
 * Returns the words of a pasted text that are supported links, as they are written, without links to the post of the first link and without
 * a second link to the same post; an empty list if the text contains no supported link.
 */
export const moreLinks = (text: string): readonly string[] => {
  const first = parseLink(text);
  if (!first.ok) return [];
  return postLinks(text)
    .filter(({ link }) => link.id !== first.link.id)
    .map(({ word }) => word);
};
