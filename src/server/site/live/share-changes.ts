import type { Announcements } from '../../base/announcements/announcements.ts';
import type { AdminEventHub } from './admin-event-hub.ts';

/** Settings that are saved in revisions. */
interface Revised {
  readonly revision: () => number;
  /** Makes the latest stored revision current. */
  readonly refresh: () => Promise<unknown>;
  readonly onChange: (listener: () => void) => unknown;
}

/** Announces each revision that was saved here to the other instances, and loads the revisions that they announce. */
export const shareRevisions = (
  announcements: Announcements,
  topic: string,
  { revision, refresh, onChange }: Revised,
): void => {
  let known = revision();
  const announce = announcements.join<number>(topic, (announced) => {
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

/** Returns the hub of this instance's panels, whose events also reach the panels of the others. */
export const shareAdminEvents = (announcements: Announcements, hub: AdminEvents): AdminEvents => {
  const share = announcements.join<SharedEvent>('admin events', (event) => {
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
