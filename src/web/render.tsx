import type { RenderPage } from '#shared/contract/page.ts';
import { panelDocument } from './pages/panel/panel-document.ts';
import { publicDocument } from './pages/public/public-document.tsx';

/** What the built server bundle of this house exports: the public page, and the panel's empty one. */
export const render: RenderPage = publicDocument;
export const renderPanel: RenderPage = panelDocument;
