import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type { Role } from '#shared/contract/account.ts';
import { ADMIN_EVENTS } from '#shared/contract/admin-settings.ts';
import { createSlots } from '../../limits/slots.ts';
import {
  ACCESS_STREAMS_MAX,
  ADMIN_STREAMS_PER_ACCOUNT,
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
  LIVE_RETRY_MAX_MS,
  LIVE_RETRY_MIN_MS,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_NETWORK_MAX,
  LIVE_UNREAD_MAX_BYTES,
  LIVE_WRITES_PER_BATCH,
} from './live-limits.ts';

/** Reader with an open page of the site. */
interface PageReader {
  readonly topic: 'site';
  /** Key of the network whose limit counts the stream; null if no network's limit does. */
  readonly network: string | null;
}

/** Reader with the session of an account. */
interface AccountReader {
  /** A stream of the topic `access` only tells that the session ended or the role changed, because accounts that wait see no data. */
  readonly topic: 'panel' | 'access';
  readonly accountId: string;
  readonly sessionId: string;
  /** Role of the account when the stream opened. */
  readonly role: Role;
}

type StreamReader = PageReader | AccountReader;

/** Returns the current role of the account by session, for those of the given sessions that are still open. */
type LookUpRoles = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Role>>;

/** Notifies open pages and panels by server-sent events. */
export type EventHub = ReturnType<typeof createEventHub>;

/** Response headers of every stream. */
const LIVE_HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Without this, nginx holds events back until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream: a stopping server would wait for a kept-alive one.
  connection: 'close',
} as const;

/** Text of a heartbeat: a comment line, which browsers ignore. */
const HEARTBEAT = ':\n\n';

/** Returns the text of a server-sent event with `data` as JSON. */
export const eventText = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Returns the `retry` field with a random reconnect delay, so that browsers do not all reconnect at once. */
const retryField = (): string => {
  const wait = LIVE_RETRY_MIN_MS + Math.random() * (LIVE_RETRY_MAX_MS - LIVE_RETRY_MIN_MS);
  return `retry: ${wait.toFixed()}\n`;
};

/** Writes to a stream that is still open. Destroys a stream with more than LIVE_UNREAD_MAX_BYTES unread bytes instead. */
const writeOrDestroy = (stream: ServerResponse, bytes: Buffer): void => {
  // Events are few and small: a client with this much unread will not catch up, and must not fill memory.
  if (stream.writableLength > LIVE_UNREAD_MAX_BYTES) stream.destroy();
  else if (!stream.destroyed && !stream.writableEnded) stream.write(bytes);
};

/** Writes to the streams in batches: thousands of writes at once would delay every download by a tenth of a second. */
const writeInBatches = async (streams: readonly ServerResponse[], bytes: Buffer): Promise<void> => {
  for (let at = 0; at < streams.length; at += LIVE_WRITES_PER_BATCH) {
    for (const stream of streams.slice(at, at + LIVE_WRITES_PER_BATCH)) writeOrDestroy(stream, bytes);
    await nextTurn();
  }
};

/**
 * Creates the hub, which calls `onRefused` for each stream that a limit refuses. Its heartbeat is one timer for all streams and does not keep
 * the process alive. Every heartbeat looks up the sessions and ends streams whose session is over or whose role changed, because sessions
 * expire, the command line ends sessions, and an announcement of another instance may be lost.
 */
export const createEventHub = (lookUpRoles: LookUpRoles, onRefused: () => void = () => undefined) => {
  const readers = new Map<ServerResponse, StreamReader>();
  const slots = createSlots({ perNetwork: LIVE_STREAMS_PER_NETWORK_MAX, total: LIVE_STREAMS_MAX });
  const mutex = new Mutex();
  let closed = false;

  const accountReaders = (): AccountReader[] =>
    [...readers.values()].flatMap((reader) => (reader.topic === 'site' ? [] : reader));

  /** Counts a stream against its limits. Returns the function that ends the count, or null if a limit is reached. */
  const takeSlot = (reader: StreamReader): (() => void) | null => {
    if (reader.topic === 'site') return slots.open(reader.network)?.release ?? null;
    const open = accountReaders();
    const own = open.filter(({ accountId }) => accountId === reader.accountId);
    const ofTopic = open.filter(({ topic }) => topic === reader.topic);
    const isFull = reader.topic === 'access' && ofTopic.length >= ACCESS_STREAMS_MAX;
    return isFull || own.length >= ADMIN_STREAMS_PER_ACCOUNT ? null : () => undefined;
  };

  const write = (events: string, streams: readonly ServerResponse[]): void => {
    const bytes = Buffer.from(events);
    void mutex.runExclusive(() => writeInBatches(streams, bytes));
  };

  /** Ends the streams of account readers for which `isOver` returns true, with an `access` event. */
  const endWhere = (isOver: (reader: AccountReader) => boolean): void => {
    for (const [stream, reader] of readers) {
      if (reader.topic === 'site' || !isOver(reader)) continue;
      readers.delete(stream);
      stream.end(eventText(ADMIN_EVENTS.access, {}));
    }
  };

  const endOver = async (): Promise<void> => {
    const checked = new Set(accountReaders().map(({ sessionId }) => sessionId));
    if (checked.size === 0) return;
    const roles = await lookUpRoles([...checked]);
    endWhere(({ sessionId, role }) => checked.has(sessionId) && roles.get(sessionId) !== role);
  };

  const heartbeat = setInterval(() => {
    write(HEARTBEAT, [...readers.keys()]);
    // Streams stay open while the database is unreachable: every API call of their panels fails anyway.
    endOver().catch(() => undefined);
  }, LIVE_HEARTBEAT_MS);
  heartbeat.unref();

  return {
    /**
     * Responds with a stream that begins with `greeting`, which shows the client that no proxy holds the stream back. Returns false and
     * writes nothing if the hub is closed or a limit of streams is reached. Returns true and writes nothing if the client has already left.
     */
    open(response: ServerResponse, reader: StreamReader, greeting: string): boolean {
      const release = closed ? null : takeSlot(reader);
      if (release === null) {
        if (!closed) onRefused();
        return false;
      }
      // The client has left: 'close' was already emitted, so the stream would never be removed.
      if (response.destroyed) {
        release();
        return true;
      }
      readers.set(response, reader);
      response.on('close', () => {
        readers.delete(response);
        release();
      });
      // A reset by the client is an ordinary end; 'close' follows.
      response.on('error', () => undefined);
      response.writeHead(200, LIVE_HEAD);
      response.write(retryField() + greeting);
      return true;
    },
    /** Returns the number of open streams of each topic. */
    openStreams(): Readonly<Record<StreamReader['topic'], number>> {
      const open = { site: 0, panel: 0, access: 0 };
      for (const { topic } of readers.values()) open[topic] += 1;
      return open;
    },
    /** Sends events to every stream of a topic, in order. */
    send(topic: 'site' | 'panel', events: string): void {
      write(
        events,
        [...readers].flatMap(([stream, reader]) => (reader.topic === topic ? stream : [])),
      );
    },
    /** Ends the account's streams, or only those of the given sessions, with an `access` event. */
    end(accountId: string, sessionIds?: readonly string[]): void {
      endWhere(
        (reader) => reader.accountId === accountId && (sessionIds?.includes(reader.sessionId) ?? true),
      );
    },
    /** Ends every stream, destroys after LIVE_CLOSE_GRACE_MS those that still have unread data, and accepts no new ones. */
    close(): void {
      closed = true;
      clearInterval(heartbeat);
      const open = [...readers.keys()];
      for (const stream of open) stream.end();
      // A client that does not read would delay the shutdown.
      setTimeout(() => {
        for (const stream of open) stream.destroy();
      }, LIVE_CLOSE_GRACE_MS).unref();
    },
  };
};
