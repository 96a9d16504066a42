import pg from 'pg';
import { DatabaseBusyError, DatabaseConnectionError, DatabaseFullError } from '../database-fault.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
/** Connection exceptions, and the server's own ending of sessions. */
const UNAVAILABLE = /^(?:08|57P0|25P03$|53300$)/;

/** Whether a connection may not be used again: it is broken, or still busy with what we no longer wait for. */
export const isConnectionLost = (error: unknown): boolean => error instanceof DatabaseConnectionError;

/** Gives the fault that a query's error stands for: one of ours where the server is away or busy, else the error itself. */
export const queryFault = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED)
      return new DatabaseBusyError({ cause: error });
    if (code === DISK_FULL) return new DatabaseFullError({ cause: error });
    return UNAVAILABLE.test(code) ? new DatabaseConnectionError({ cause: error }) : error;
  }
  // What the server did not say itself is about the connection: reset, ended, or no answer in time.
  return error instanceof TypeError ? error : new DatabaseConnectionError({ cause: error });
};
