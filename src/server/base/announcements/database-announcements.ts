import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { type Announcements, NO_ANNOUNCEMENTS } from './announcements.ts';

const CHANNEL = 'savelet_announcements';
/**
 * SQL that creates the table of announcements. The table is unlogged: a crash of the database empties it, which loses announcements but no
 * changes.
 */
const CREATE_TABLE = `create unlogged table if not exists announcements
  (id bigint generated always as identity primary key, sender text not null, topic text not null, data text not null, at timestamptz not null)`;
/** Milliseconds between two reads of the table while no notifications arrive, as behind a pooler that shares connections. */
const POLL_MS = 1_000;
/** Milliseconds between two reads of the table while notifications arrive. */
const LISTENING_POLL_MS = 5_000;
/** Number of reads in a row without a notification after which the server replaces the connection that listens for notifications. */
const RECONNECT_AFTER_READS = 30;

/** Announcements through the database, with `poll` for changes whose announcement was lost. */
export interface SharedAnnouncements extends Announcements {
  /**
   * Calls `refetch` every five seconds, or every second while no notifications arrive, so that `refetch` loads changes whose announcement
   * was lost. `refetch` must not throw. Has no effect on SQLite.
   */
  poll(refetch: () => unknown): void;
  close(): void;
}

/**
 * Starts to send and receive announcements through PostgreSQL. On SQLite, which one instance uses, they have no effect. While the database
 * is unavailable, logs a warning and tries again; never rejects.
 */
export const openAnnouncements = async (
  { query, write, listen }: Pick<Database, 'query' | 'write' | 'listen'>,
  log: Pick<Logger, 'warn'>,
): Promise<SharedAnnouncements> => {
  if (listen === null) return { ...NO_ANNOUNCEMENTS, poll: () => undefined, close: () => undefined };
  const own = randomUUID();
  const receivers = new Map<string, (data: unknown) => void>();
  const refetches: (() => unknown)[] = [];
  const closed = new AbortController();
  let isHeard = false;
  let seen = new Set<number>();

  /**
   * Reads the announcements of other instances of the last fifteen seconds, and passes those that the previous call did not read to their
   * receivers. Reads that far back because an announcement may be committed after another with a higher id. Logs a warning for one that
   * cannot be used. Rejects when the database is unavailable.
   */
  const readOnce = async (): Promise<void> => {
    const { rows } = await sql<{
      id: number;
      topic: string;
      data: string;
    }>`select id, topic, data from announcements
      where sender <> ${own} and at > clock_timestamp() - interval '15 seconds' order by id`.execute(query);
    const news = rows.filter(({ id }) => !seen.has(id));
    seen = new Set(rows.map(({ id }) => id));
    for (const { topic, data } of news)
      try {
        receivers.get(topic)?.(JSON.parse(data));
      } catch (err) {
        // While instances are updated one by one, another may run another version.
        log.warn({ err, topic }, 'what another instance announced could not be used');
      }
  };
  let reading: Promise<void> = Promise.resolve();
  let isQueued = false;
  const read = (): Promise<void> => {
    if (isQueued) return reading;
    isQueued = true;
    const next = (): Promise<void> => {
      isQueued = false;
      return readOnce();
    };
    reading = reading.then(next, next);
    return reading;
  };
  const readSoon = () => void read().catch(() => undefined);
  const onNotification = (): void => {
    isHeard = true;
    readSoon();
  };
  const listener = listen(CHANNEL, onNotification, readSoon);
  let isCreated = false;
  let isAway = false;
  const look = async (): Promise<void> => {
    if (!isCreated) await write((trx) => trx.executeQuery(CompiledQuery.raw(CREATE_TABLE)));
    isCreated = true;
    await read();
    for (const refetch of refetches) refetch();
    // The instance notifies itself, to know whether notifications arrive.
    await sql`select pg_notify(${CHANNEL}, '')`.execute(query);
  };
  const lookSafely = async (): Promise<void> => {
    try {
      await look();
      isAway = false;
    } catch (err) {
      if (!isAway) log.warn({ err }, 'what other instances change cannot be seen');
      isAway = true;
    }
  };
  const run = async (): Promise<void> => {
    const wait = (ms: number) => pause(ms, undefined, { signal: closed.signal, ref: false });
    for (let unheard = 0; ; unheard = isHeard ? 0 : unheard + 1) {
      await wait(POLL_MS);
      if (isHeard) await wait(LISTENING_POLL_MS - POLL_MS);
      if (unheard > 0 && unheard % RECONNECT_AFTER_READS === 0) listener.reconnect();
      isHeard = false;
      await lookSafely();
    }
  };
  await lookSafely();
  run().catch(() => undefined);
  return {
    join(topic, receive) {
      // A topic carries the same data in all instances of one version.
      receivers.set(topic, receive as (data: unknown) => void);
      return (data) => {
        sql`with old as (delete from announcements where at < clock_timestamp() - interval '1 minute'),
          sent as (insert into announcements (sender, topic, data, at) values (${own}, ${topic}, ${JSON.stringify(data)}, clock_timestamp()))
          select pg_notify(${CHANNEL}, '')`
          .execute(query)
          .catch(() => undefined);
      };
    },
    poll: (refetch) => void refetches.push(refetch),
    close() {
      closed.abort();
      listener.close();
    },
  };
};
