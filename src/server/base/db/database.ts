import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Time limit in milliseconds. On SQLite it covers the waits of a write for the queue and for the lock of the file together, and the wait of
 * a read for a lock. On PostgreSQL it covers a statement with its wait for locks.
 */
export const DATABASE_BUSY_MAX_MS = 5_000;
/** Shortest delay in milliseconds between two attempts on a locked SQLite file. */
export const DATABASE_RETRY_MIN_MS = 5;
/** Longest delay in milliseconds between two attempts on a locked SQLite file, or of an aborted PostgreSQL transaction. */
export const DATABASE_RETRY_MAX_MS = 50;

export type DatabaseKind = 'sqlite' | 'postgres';

/**
 * Listens to a PostgreSQL channel until `close`, and connects again after a loss. Calls `onNotification` for each notification, and
 * `onConnect` after each connection, because notifications sent while there was none are lost. `reconnect` replaces the connection.
 */
export type Listen = (
  channel: string,
  onNotification: () => void,
  onConnect: () => void,
) => { readonly reconnect: () => void; readonly close: () => void };

/** Open database with migrated tables. Every method may throw DatabaseUnavailableError, which is temporary. */
export interface Database {
  readonly kind: DatabaseKind;
  /** Listens to notifications of other instances; null on SQLite, which one process uses. */
  readonly listen: Listen | null;
  /**
   * Query builder for reads and single-statement writes. On SQLite, a `selectFrom` query never waits for a writer;
   * everything else queues with the writes.
   */
  readonly query: Kysely<Tables>;
  /**
   * Runs the work as one transaction and returns its result once it is on disk. When the work throws, nothing is stored. Only one `write`
   * of all instances runs at a time, so no other `write` changes what the work has read before the transaction ends. The work may run again
   * from its start: it must only query `trx`, and must call neither `write` nor `query`, which would wait for this transaction to end.
   */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Resolves when the database answers and, as far as known, can store data; else throws DatabaseUnavailableError. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
