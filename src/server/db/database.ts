import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The open database, its tables up to date. Every method may throw DatabaseUnavailableError, which passes by itself. */
export interface Database {
  readonly kind: DatabaseKind;
  /**
   * For reading, and for writes of one statement. On SQLite a query built with `selectFrom` never waits for a writer;
   * everything else takes its turn with the writes.
   */
  readonly query: Kysely<Tables>;
  /**
   * Runs the work as one transaction and gives its result once that is on disk; when the work throws, nothing of it
   * stays. Of all instances only one is inside at a time, so what it reads holds until it ends. It may run again from
   * its start: it must do nothing but query `trx`, and call neither `write` nor `query` (they would wait for it).
   */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
