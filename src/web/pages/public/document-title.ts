import { pageHead } from '#messages/page-head.ts';
import { publicPage } from '#messages/public-page.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';

/** Returns the title of the public page's document. */
export const documentTitle = ({ title }: Pick<Site, 'title'>, notFound = false): string =>
  `${title}: ${notFound ? text(publicPage, 'notFound') : text(pageHead, 'titleTail')}`;
