import type { RenderPage, RenderStatusPage } from '#shared/contract/page.ts';
import { panelDocument } from './pages/panel/panel-document.ts';
import { publicDocument } from './pages/public/public-document.tsx';
import { statusDocument } from './pages/status/status-document.tsx';

/** What the built server bundle of this house exports: the public page, the panel's empty one, the status. */
export const render: RenderPage = publicDocument;
export const renderPanel: RenderPage = panelDocument;
export const renderStatus: RenderStatusPage = statusDocument;
