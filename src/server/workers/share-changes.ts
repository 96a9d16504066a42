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
 * Announces each revision that was saved here to the other workers, and loads the revisions that they announce. A message that is lost
 * delays a change by a second at most: shared settings are polled too.
 */
export const shareRevisions = (
  peers: Peers,
  topic: string,
  { revision, refresh, onChange }: Revised,
): void => {
  let known = revision();
  const announce = peers.exchange<number>(topic, (announced) => {
    known = Math.max(known, announced);
    // A fault is reported by the settings themselves.
    refresh().catch(() => undefined);
  });
  onChange(() => {
    if (revision() <= known) return;
    known = revision();
    announce(known);
  });
};

type AdminEvents = Pick<AdminEventHub, 'announce' | 'end'>;
type SharedEvent =
  | { readonly announce: Parameters<AdminEvents['announce']>[0] }
  | { readonly end: string; readonly sessionIds?: readonly string[] };

/** Returns the hub of this worker's panels, whose events also reach the panels of the other workers. */
export const shareAdminEvents = (peers: Peers, hub: AdminEvents): AdminEvents => {
  const share = peers.exchange<SharedEvent>('admin events', (event) => {
    if ('announce' in event) hub.announce(event.announce);
    else hub.end(event.end, event.sessionIds);
  });
  return {
    announce(event) {
      hub.announce(event);
      share({ announce: event });
    },
    end(accountId, sessionIds) {
      hub.end(accountId, sessionIds);
      share({ end: accountId, ...(sessionIds === undefined ? {} : { sessionIds }) });
    },
  };
};
