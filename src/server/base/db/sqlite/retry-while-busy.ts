import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE_RETRY_MAX_MS, DATABASE_RETRY_MIN_MS } from '../database.ts';
import { DatabaseBusyError } from '../database-fault.ts';
import { isSqliteBusy, sqliteFault } from './sqlite-fault.ts';

/**
 * Runs the attempt, and again while SQLite reports that the file is locked, with random pauses that grow. The pauses leave the event loop
 * free: SQLite's own busy timeout would block every running download. Throws DatabaseBusyError after `deadline`, a `performance.now()`
 * time, and every other error at once, converted by `sqliteFault`.
 */
export const retryWhileBusy = async <T>(attempt: () => T, deadline: number): Promise<T> => {
  for (let longest = DATABASE_RETRY_MIN_MS; ; longest = Math.min(longest * 1.5, DATABASE_RETRY_MAX_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isSqliteBusy(error)) throw sqliteFault(error);
      if (performance.now() >= deadline) throw new DatabaseBusyError({ cause: error });
    }
    // Random, so that two processes that wait for each other do not retry at the same moments forever.
    await pause(DATABASE_RETRY_MIN_MS + Math.random() * (longest - DATABASE_RETRY_MIN_MS));
  }
};
