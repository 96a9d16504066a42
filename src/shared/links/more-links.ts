import { PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { parseLink } from './parse-link.ts';

/**
 * Returns the accepted links in a pasted text that lead to other posts than its first link, each once. A short link after words that
 * name a platform is left out: with such a sentence, in any language, a platform's Share menu advertises its app.
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
