import { statusPage } from '#messages/status-page.ts';
import type { RenderStatusPage } from '#shared/contract/page.ts';
import { text } from '#shared/messages/text.ts';
import { StatusPage } from '../../features/status-page/status-page.tsx';
import { plainDocument } from '../plain/plain-document.tsx';

/** Renders the /status page as a complete HTML document. The page shows `at`, the time of `report`. */
export const statusDocument: RenderStatusPage = ({ report, at, ...input }) =>
  plainDocument(input, {
    address: { path: '/status', description: text(statusPage, 'description') },
    title: text(statusPage, 'titleTail'),
    backLabel: text(statusPage, 'back'),
    year: new Date(at).getUTCFullYear(),
    main: <StatusPage site={input.site} report={report} writtenAt={at} />,
  });
