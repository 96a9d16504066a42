import { CONTENT_LINK_REL } from '#shared/content-allow-list.ts';

// Text in, text out: the server makes the page's markup with it, the browser what it then sanitises. Expects sanitised HTML;
// of any other it may make nonsense, which is why it never comes after the sanitiser.

const LOWEST = 6;

/** Puts a class beside those an element's attributes name already. */
const withClass = (attributes: string, name: string): string =>
  / class="/u.test(attributes)
    ? attributes.replace(/ class="/u, ` class="${name} `)
    : ` class="${name}"${attributes}`;

/** The visual size of a heading, whatever its element has become. */
const headingClass = (level: number): string => `heading-${String(level)}`;

/**
 * Content as it stands on the page: headings one level down, because the page has its own h1, each with the class of its
 * own level's size; links with the `rel` all links to elsewhere carry.
 */
export const presentContent = (html: string): string =>
  html
    .replace(/<(\/?)h([1-6])((?:\s[^>]*)?)>/giu, (_tag, slash: string, digit: string, attributes: string) => {
      const level = Number(digit);
      const element = `h${String(Math.min(level + 1, LOWEST))}`;
      return slash ? `</${element}>` : `<${element}${withClass(attributes, headingClass(level))}>`;
    })
    .replace(/<a(\s[^>]*)>/giu, (_tag, attributes: string) => {
      const others = attributes.replace(/\srel="[^"]*"/giu, '');
      return /\shref="(?!#)/iu.test(others) ? `<a rel="${CONTENT_LINK_REL}"${others}>` : `<a${others}>`;
    });

/** Whether there is nothing to see in it: no text and no media. */
export const isEmptyContent = (html: string): boolean =>
  !/<img\s/iu.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/gu, '') === '';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The text of the content's first heading, for the region's name; null when there is none. */
export const firstHeading = (html: string): string | null =>
  /<h[1-6][^>]*>(.*?)<\/h[1-6]>/isu
    .exec(html)?.[1]
    ?.replace(/<[^>]*>/gu, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/gu, (entity) => ENTITIES[entity] ?? entity)
    .trim() || null;
