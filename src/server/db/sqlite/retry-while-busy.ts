import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE_PAUSE_MAX_MS, DATABASE_PAUSE_MIN_MS } from '#shared/limits.ts';
import { DatabaseBusyError } from '../database-fault.ts';
import { isSqliteBusy, sqliteFault } from './sqlite-fault.ts';

/**
 * Makes the attempt, again while SQLite says that the file is locked, with growing pauses that leave the process to
 * everybody else: SQLite's own waiting would stop every running download (facts/security 0.5). `deadline` is a
 * `performance.now()` time; past it throws DatabaseBusyError.
 */
export const retryWhileBusy = async <T>(attempt: () => T, deadline: number): Promise<T> => {
  for (let longest = DATABASE_PAUSE_MIN_MS; ; longest = Math.min(longest * 1.5, DATABASE_PAUSE_MAX_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isSqliteBusy(error)) throw sqliteFault(error);
      if (performance.now() >= deadline) throw new DatabaseBusyError({ cause: error });
    }
    // Two that wait for each other must not come back at the same moments for ever.
    await pause(DATABASE_PAUSE_MIN_MS + Math.random() * (longest - DATABASE_PAUSE_MIN_MS));
  }
};
