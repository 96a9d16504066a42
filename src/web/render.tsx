import type { RenderPage } from '#shared/contract/page.ts';
import { publicDocument } from './pages/public/public-document.tsx';

/** What the built server bundle of this house exports. */
export const render: RenderPage = publicDocument;
