import type {
  RenderPage,
  RenderPreviewPage,
  RenderStatusPage,
  RenderTextPage,
} from '#shared/contract/page.ts';
import { panelDocument } from './pages/panel/panel-document.ts';
import { previewDocument } from './pages/preview/preview-document.tsx';
import { publicDocument } from './pages/public/public-document.tsx';
import { statusDocument } from './pages/status/status-document.tsx';
import { textDocument } from './pages/texts/text-document.tsx';

/**
 * Render functions that the server bundle exports: the public page, the panel's empty document, the status page, the help and legal pages,
 * and the answer to a form sent without scripts.
 */
export const render: RenderPage = publicDocument;
export const renderPanel: RenderPage = panelDocument;
export const renderStatus: RenderStatusPage = statusDocument;
export const renderText: RenderTextPage = textDocument;
export const renderPreview: RenderPreviewPage = previewDocument;
