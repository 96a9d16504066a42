import { parseLink } from '#shared/links/parse-link.ts';
import type { LimitedLog } from '../../base/observability/limited-log.ts';
import { currentReference } from '../../base/observability/request-reference.ts';
import type { TunnelTransfer } from './tunnel.ts';

/**
 * Logs a failed transfer: `destroyed` when the delivery network failed after the first byte, `let_go` when the reader was too slow or took
 * too long, else the error code sent. Does not log complete transfers and visitors who leave.
 */
export const logTransfer = (
  log: LimitedLog,
  { ticket, ms, firstByteMs, outcome, attachment }: TunnelTransfer,
): void => {
  if (outcome.ok || outcome.code === 'aborted') return;
  const post = parseLink(ticket.post);
  log.info(
    {
      reference: currentReference(),
      group: {
        platform: post.ok ? post.link.platform : 'sample',
        purpose: ticket.purpose === 'thumbnail' ? 'thumbnail' : attachment ? 'download' : 'view',
        kind: ticket.mediaKind,
        code: outcome.code,
      },
      more: {
        firstByteMs: firstByteMs === null ? undefined : Math.round(firstByteMs),
        ms: Math.round(ms),
      },
    },
    firstByteMs === null ? 'transfer failed' : 'transfer broken',
  );
};
