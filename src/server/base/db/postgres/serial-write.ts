import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { DATABASE_RETRY_MAX_MS } from '../database.ts';
import type { Tables } from '../tables.ts';

/** Attempts of a write that PostgreSQL aborted because of a conflict with another transaction. */
const DATABASE_WRITE_ATTEMPTS = 3;

/** Arbitrary advisory-lock key. Its holder is the only writer, as on SQLite. */
const WRITER_LOCK = 5_121_987_344;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);

/**
 * Runs the work in a transaction that never overlaps another `serialWrite` of any instance. An advisory lock has the
 * effect of SERIALIZABLE without its failures: the work reads only data committed before it got the lock. A deadlock is
 * possible only with statements outside the lock; the work then runs again, at most DATABASE_WRITE_ATTEMPTS times in
 * all.
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
    await pause(Math.random() * DATABASE_RETRY_MAX_MS);
  }
};
