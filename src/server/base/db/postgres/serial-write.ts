import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { DATABASE_RETRY_MAX_MS } from '../database.ts';
import type { Tables } from '../tables.ts';

/** Maximum number of attempts of a write that PostgreSQL aborts because of a conflict with another transaction. */
const DATABASE_WRITE_ATTEMPTS = 3;

/** Key of the advisory lock that every `serialWrite` holds until its transaction ends. The number is arbitrary. */
const WRITER_LOCK = 5_121_987_344;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);

/**
 * Runs the work in a transaction that never overlaps another `serialWrite` of any instance, and returns its result. Among these calls, an
 * advisory lock has the effect of SERIALIZABLE without serialization failures: the work sees everything that earlier calls committed. A
 * deadlock is possible only with statements outside the lock; the work is then run again, at most DATABASE_WRITE_ATTEMPTS times in all.
 * Throws the error of the work or of the database.
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
