import { LINK_LIST_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { findPostLink } from './parse-link.ts';

/** Link to a post in a text: parsed, as `findPostLink` found it (`written`), and the `word` of the text that contains it. */
export type FoundPostLink = NonNullable<ReturnType<typeof findPostLink>> & { readonly word: string };

/**
 * Returns the links to posts in a text, in its order, the first of each post. Leaves out a short link that follows another link and the
 * name of a platform, because the Share menus of the platforms add a sentence with such a link that advertises the app.
 */
export function postLinks(text: string): readonly FoundPostLink[] {
  const ids = new Set<string>();
  let isNamed = false;
  return text
    .slice(0, LINK_LIST_TEXT_MAX_CHARACTERS)
    .split(/[\s,;|]+/)
    .flatMap((word) => {
      const found = findPostLink(word);
      if (found === null) {
        isNamed ||= PLATFORMS.some(({ name }) => word.includes(name));
        return [];
      }
      const isAdvertised = isNamed && ids.size > 0 && found.link.kind === 'share';
      isNamed = false;
      return !isAdvertised && ids.size < ids.add(found.link.id).size ? [{ ...found, word }] : [];
    });
}
