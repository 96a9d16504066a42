import { hero } from '#messages/hero.ts';
import { pageHead } from '#messages/page-head.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';

/**
 * Returns the title of the public page's document: the site's title, a colon, and what the page does. If `notFound` is true, the text after
 * the colon says that the address does not exist.
 */
export const documentTitle = ({ title }: Pick<Site, 'title'>, notFound = false): string =>
  `${title}: ${notFound ? text(hero, 'notFound') : text(pageHead, 'titleTail')}`;
