import { type MutexInterface, withTimeout } from 'async-mutex';
import { DatabaseBusyError } from './database-fault.ts';

/**
 * Waits for a mutex and resolves with the function that releases it. Callers get it in the order in which they ask. Rejects
 * with DatabaseBusyError after `maxMs` milliseconds.
 */
export const acquireWithin = (mutex: MutexInterface, maxMs: number): Promise<MutexInterface.Releaser> =>
  withTimeout(mutex, maxMs, new DatabaseBusyError()).acquire();
