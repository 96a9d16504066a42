import type { ServerResponse } from 'node:http';
import type { Role } from '#shared/contract/account.ts';
import { ADMIN_EVENTS } from '#shared/contract/admin-settings.ts';
import { HEARTBEAT, LIVE_HEAD, retryField, writeOrDestroy } from './event-stream.ts';
import {
  ACCESS_STREAMS_MAX,
  ADMIN_STREAMS_PER_ACCOUNT,
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
} from './live-limits.ts';

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

const event = (name: keyof typeof ADMIN_EVENTS): string => `event: ${ADMIN_EVENTS[name]}\ndata: {}\n\n`;

/**
 * Creates the hub. Every heartbeat looks up the sessions and ends streams whose session is over or whose role changed. This
 * catches sessions that expired or were ended on the command line, and what another instance announced in vain.
 */
export const createAdminEventHub = (lookUp: LookUpRoles): AdminEventHub => {
  const streams = new Map<ServerResponse, AdminStreamReader>();
  let closed = false;
  const endWhere = (isOver: (reader: AdminStreamReader) => boolean): void => {
    for (const [stream, reader] of streams) {
      if (!isOver(reader)) continue;
      streams.delete(stream);
      stream.end(event('access'));
    }
  };
  const sendHeartbeat = async (): Promise<void> => {
    for (const stream of streams.keys()) writeOrDestroy(stream, HEARTBEAT);
    if (streams.size === 0) return;
    const checkedSessions = new Set([...streams.values()].map(({ sessionId }) => sessionId));
    const roles = await lookUp([...checkedSessions]);
    endWhere(({ sessionId, role }) => checkedSessions.has(sessionId) && roles.get(sessionId) !== role);
  };
  // Streams stay open while the database is unreachable: every API call of their panels fails anyway.
  const heartbeat = setInterval(() => sendHeartbeat().catch(() => undefined), LIVE_HEARTBEAT_MS);
  heartbeat.unref();
  const isFull = ({ accountId, accessOnly }: AdminStreamReader): boolean => {
    const readers = [...streams.values()];
    const own = readers.filter((reader) => reader.accountId === accountId);
    const waiting = readers.filter((reader) => reader.accessOnly);
    return own.length >= ADMIN_STREAMS_PER_ACCOUNT || (accessOnly && waiting.length >= ACCESS_STREAMS_MAX);
  };
  return {
    open(response, reader) {
      if (closed || isFull(reader)) return false;
      if (response.destroyed) return true;
      streams.set(response, reader);
      response.on('close', () => streams.delete(response));
      response.on('error', () => undefined);
      response.writeHead(200, LIVE_HEAD);
      response.write(retryField() + HEARTBEAT.toString());
      return true;
    },
    announce(name) {
      const bytes = Buffer.from(event(name));
      for (const [stream, { accessOnly }] of streams) if (!accessOnly) writeOrDestroy(stream, bytes);
    },
    end(accountId, sessionIds) {
      endWhere(
        (reader) =>
          reader.accountId === accountId &&
          (sessionIds === undefined || sessionIds.includes(reader.sessionId)),
      );
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      const open = [...streams.keys()];
      for (const stream of open) stream.end();
      setTimeout(() => {
        for (const stream of open) stream.destroy();
      }, LIVE_CLOSE_GRACE_MS).unref();
    },
  };
};
