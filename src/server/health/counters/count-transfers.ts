import { parseLink } from '#shared/links/parse-link.ts';
import type { TunnelTransfer } from '../../media/tunnel/tunnel.ts';
import type { OutcomeRecorder } from './outcomes.ts';

/**
 * Returns whether a transfer counts as a download, for the Overview and the status alike. A file that is only played in
 * the preview, thumbnails, built-in samples and HEAD requests do not.
 */
const isDownload = ({ ticket, method, attachment }: TunnelTransfer): boolean =>
  attachment && method === 'GET' && ticket.purpose === 'media' && ticket.source.kind === 'upstream';

/** Creates an observer that counts downloads among finished transfers. A visitor who leaves is not counted as a failure. */
export const countTransfers =
  (outcomes: Pick<OutcomeRecorder, 'download'>) =>
  (transfer: TunnelTransfer): void => {
    if (!isDownload(transfer)) return;
    const post = parseLink(transfer.ticket.post);
    const platform = post.ok && post.link.platform !== 'sample' ? post.link.platform : null;
    outcomes.download({ ...transfer, platform });
  };
