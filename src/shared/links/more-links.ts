import { PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { parseLink } from './parse-link.ts';

/**
 * Returns the words of a pasted text that are supported links, as they are written, without links to the post of the first link and without
 * a second link to the same post; an empty list if the text contains no supported link. Leaves out a short link that follows the name of a
 * platform, because the Share menus of the platforms add a sentence with such a link that advertises the app.
 */
export const moreLinks = (text: string): readonly string[] => {
  const first = parseLink(text);
  if (!first.ok) return [];
  const seen = new Set([first.link.id]);
  let isNamed = false;
  return text
    .slice(0, PASTED_TEXT_MAX_CHARACTERS)
    .split(/[\s,;|]+/)
    .filter((word) => {
      const parsed = parseLink(word);
      if (!parsed.ok) {
        isNamed ||= PLATFORMS.some(({ name }) => word.includes(name));
        return false;
      }
      const isAdvertised = isNamed && parsed.link.kind === 'share';
      isNamed = false;
      return !isAdvertised && seen.size < seen.add(parsed.link.id).size;
    });
};
