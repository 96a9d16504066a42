import type { ServerResponse } from 'node:http';
import type { Role } from '#shared/contract/account.ts';
import { ADMIN_EVENTS, ADMIN_HELLO_EVENT } from '#shared/contract/admin-settings.ts';
import { createEventHub, eventText } from './event-hub.ts';
import { ACCESS_STREAMS_MAX, ADMIN_STREAMS_PER_ACCOUNT } from './live-limits.ts';

/** The account and session of a stream, and the account's role when the stream opened. */
export interface AdminStreamReader {
  readonly accountId: string;
  readonly sessionId: string;
  readonly role: Role;
  /** Whether the stream carries only the `access` event: accounts that wait for approval must not learn of others' work. */
  readonly accessOnly: boolean;
}

/** Server-sent-events hub of the panel: notifies open panels of changes while their sessions are valid. */
export interface AdminEventHub {
  /**
   * Responds with a stream. Returns false without writing anything if the account has too many streams, too many streams
   * carry only access, or the hub is closed.
   */
  open(response: ServerResponse, reader: AdminStreamReader): boolean;
  /** Sends an event to every panel; the panels then reload the data. Streams that carry only access do not get it. */
  announce(event: Exclude<keyof typeof ADMIN_EVENTS, 'access'>): void;
  /** Ends the account's streams, or only those of the given sessions, with an `access` event. */
  end(accountId: string, sessionIds?: readonly string[]): void;
  close(): void;
}

/** Returns the current roles of those sessions that are still open. */
export type LookUpRoles = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Role>>;

/**
 * Creates the hub. Every heartbeat looks up the sessions and ends streams whose session is over or whose role changed. This catches
 * sessions that expired or were ended on the command line, and changes whose announcement by another instance was lost.
 */
export const createAdminEventHub = (lookUp: LookUpRoles): AdminEventHub => {
  const endWhere = (isOver: (reader: AdminStreamReader) => boolean): void =>
    hub.endWhere(isOver, eventText(ADMIN_EVENTS.access, {}));
  // Streams stay open while the database is unreachable: every API call of their panels fails anyway.
  const endOver = async (): Promise<void> => {
    if (hub.readers.size === 0) return;
    const checkedSessions = new Set([...hub.readers.values()].map(({ sessionId }) => sessionId));
    const roles = await lookUp([...checkedSessions]);
    endWhere(({ sessionId, role }) => checkedSessions.has(sessionId) && roles.get(sessionId) !== role);
  };
  const hub = createEventHub<AdminStreamReader>(endOver);
  const isFull = ({ accountId, accessOnly }: AdminStreamReader): boolean => {
    const readers = [...hub.readers.values()];
    const own = readers.filter((reader) => reader.accountId === accountId);
    const waiting = readers.filter((reader) => reader.accessOnly);
    return own.length >= ADMIN_STREAMS_PER_ACCOUNT || (accessOnly && waiting.length >= ACCESS_STREAMS_MAX);
  };
  return {
    open: (response, reader) =>
      !isFull(reader) && hub.open(response, reader, eventText(ADMIN_HELLO_EVENT, {})),
    announce(name) {
      const panels = [...hub.readers].filter(([, { accessOnly }]) => !accessOnly).map(([stream]) => stream);
      hub.send(eventText(ADMIN_EVENTS[name], {}), panels);
    },
    end(accountId, sessionIds) {
      endWhere(
        (reader) =>
          reader.accountId === accountId &&
          (sessionIds === undefined || sessionIds.includes(reader.sessionId)),
      );
    },
    close: hub.close,
  };
};
