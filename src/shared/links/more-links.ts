import { PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { parseLink } from './parse-link.ts';

/** Returns the accepted links in a pasted text that lead to other posts than its first link, each once. */
export const moreLinks = (text: string): readonly string[] => {
  const first = parseLink(text);
  if (!first.ok) return [];
  const seen = new Set([first.link.id]);
  return text
    .slice(0, PASTED_TEXT_MAX_CHARACTERS)
    .split(/[\s,;|]+/)
    .filter((word) => {
      const parsed = parseLink(word);
      return parsed.ok && seen.size < seen.add(parsed.link.id).size;
    });
};
