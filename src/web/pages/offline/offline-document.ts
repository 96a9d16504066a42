import { offlinePage } from '#messages/offline-page.ts';
import { sitePath } from '#shared/base-path.ts';
import type { RenderOfflinePage } from '#shared/contract/page.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text } from '#shared/messages/text.ts';
import { SHARE_PATH } from '#shared/sharing.ts';
import { commonTags, htmlDocument } from '../public/document-head.ts';

/**
 * Renders the offline page, which loads no file but the icon. Its link opens the same address again. The service worker replaces the
 * comment with the fields of a share that is still to be taken; the style sheet then shows the form in place of the link.
 */
export const offlineDocument: RenderOfflinePage = ({ site, assets }) => {
  const { title } = site;
  const again = escapeHtml(text(offlinePage, 'again'));
  return htmlDocument(`${title}: ${text(offlinePage, 'titleTail')}`, commonTags({ site, assets }), [
    '<main>',
    `<h1>${escapeHtml(text(offlinePage, 'heading', { title }))}</h1>`,
    `<p>${escapeHtml(text(offlinePage, 'advice'))}</p>`,
    `<form method="post" action="${escapeHtml(sitePath(SHARE_PATH))}"><!--shared--><button>${again}</button></form>`,
    `<a href="">${again}</a>`,
    '</main>',
  ]);
};
