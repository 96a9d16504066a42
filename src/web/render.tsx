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
 * Render functions exported by the server bundle: the public page, the panel's empty document, the status page, the pages
 * of text, the form's answer.
 */
export const render: RenderPage = publicDocument;
export const renderPanel: RenderPage = panelDocument;
export const renderStatus: RenderStatusPage = statusDocument;
export const renderText: RenderTextPage = textDocument;
export const renderPreview: RenderPreviewPage = previewDocument;
