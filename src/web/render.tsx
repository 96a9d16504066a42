import { basePathOf, setBasePath } from '#shared/base-path.ts';
import type {
  RenderOfflinePage,
  RenderPage,
  RenderPreviewPage,
  RenderStatusPage,
  RenderTextPage,
} from '#shared/contract/page.ts';
import { offlineDocument } from './pages/offline/offline-document.ts';
import offlineStyle from './pages/offline/offline-page.css?inline';
import { panelDocument } from './pages/panel/panel-document.ts';
import { previewDocument } from './pages/preview/preview-document.tsx';
import { publicDocument } from './pages/public/public-document.tsx';
import { statusDocument } from './pages/status/status-document.tsx';
import { textDocument } from './pages/texts/text-document.tsx';

/**
 * Returns a render function that calls `write` while the base path is that of the input's `publicUrl`, and then resets it. `write` must be
 * synchronous.
 */
function belowBasePath<Input extends { readonly publicUrl: string }>(write: (input: Input) => string) {
  return (input: Input): string => {
    setBasePath(basePathOf(input.publicUrl));
    try {
      return write(input);
    } finally {
      setBasePath('');
    }
  };
}

/**
 * Render functions that the server bundle exports: the public page, the panel's empty document, the status page, the help and legal pages,
 * the answer to a form sent without scripts, and the offline page.
 */
export const render: RenderPage = belowBasePath(publicDocument);
export const renderPanel: RenderPage = belowBasePath(panelDocument);
export const renderStatus: RenderStatusPage = belowBasePath(statusDocument);
export const renderText: RenderTextPage = belowBasePath(textDocument);
export const renderPreview: RenderPreviewPage = belowBasePath(previewDocument);
export const renderOffline: RenderOfflinePage = belowBasePath(offlineDocument);
export { offlineStyle };
