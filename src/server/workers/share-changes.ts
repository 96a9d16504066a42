import type { AdminEventHub } from '../live/admin-event-hub.ts';
import type { Peers } from '../peers/peers.ts';

/** Settings that are saved in revisions. */
interface Revised {
  readonly revision: () => number;
  /** Makes the latest stored revision current. */
  readonly refresh: () => Promise<unknown>;
  readonly onChange: (listener: () => void) => unknown;
}

/**
 * Tells the other workers of each revision that was saved here, and takes over those that they tell of. A message that is lost delays a
 * change by a second at most: shared settings are polled too.
 */
export const shareRevisions = (
  peers: Peers,
  topic: string,
  { revision, refresh, onChange }: Revised,
): void => {
  let known = revision();
  const tell = peers.exchange<number>(topic, (told) => {
    known = Math.max(known, told);
    // A fault is reported by the settings themselves.
    refresh().catch(() => undefined);
  });
  onChange(() => {
    if (revision() <= known) return;
    known = revision();
    tell(known);
  });
};

type AdminEvents = Pick<AdminEventHub, 'announce' | 'end'>;
type ToldEvent =
  | { readonly announce: Parameters<AdminEvents['announce']>[0] }
  | { readonly end: string; readonly sessionIds?: readonly string[] };

/** Returns the hub of this worker's panels, whose events also reach the panels of the other workers. */
export const shareAdminEvents = (peers: Peers, hub: AdminEvents): AdminEvents => {
  const tell = peers.exchange<ToldEvent>('admin events', (told) => {
    if ('announce' in told) hub.announce(told.announce);
    else hub.end(told.end, told.sessionIds);
  });
  return {
    announce(event) {
      hub.announce(event);
      tell({ announce: event });
    },
    end(accountId, sessionIds) {
      hub.end(accountId, sessionIds);
      tell({ end: accountId, ...(sessionIds === undefined ? {} : { sessionIds }) });
    },
  };
};
