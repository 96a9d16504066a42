import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { DATABASE_PAUSE_MAX_MS, DATABASE_WRITE_ATTEMPTS } from '#shared/limits.ts';
import type { Tables } from '../tables.ts';

/** Any number of our own: whoever holds it is the one writer, as SQLite has one. */
const WRITER_LOCK = 5_121_987_344;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);

/**
 * Runs the work as a transaction that no other `serialWrite` of any instance overlaps. An advisory lock does what
 * SERIALIZABLE would, without its failures: the work reads only what was committed before it got the lock. It deadlocks
 * only with statements outside it, and is then run again.
 */
export const serialWrite = async <T>(
  query: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${WRITER_LOCK})`.execute(trx);
          return work(trx);
        });
    } catch (error) {
      if (attempt === DATABASE_WRITE_ATTEMPTS || !isRetryable(error)) throw error;
    }
    await pause(Math.random() * DATABASE_PAUSE_MAX_MS);
  }
};
