import { type MutexInterface, withTimeout } from 'async-mutex';
import { DatabaseBusyError } from './database-fault.ts';

/**
 * Waits for a mutex and resolves with the function that releases it. Callers get the mutex in the order of their calls. Rejects with
 * DatabaseBusyError after `maxMs` milliseconds.
 */
export const acquireWithin = (mutex: MutexInterface, maxMs: number): Promise<MutexInterface.Releaser> =>
  withTimeout(mutex, maxMs, new DatabaseBusyError()).acquire();
