import pg from 'pg';
import { DatabaseBusyError, DatabaseConnectionError, DatabaseFullError } from '../database-fault.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
/** SQLSTATE codes of connection exceptions, of sessions ended by the server, and of too many connections. */
const UNAVAILABLE = /^(?:08|57P0|25P03$|53300$)/;

/**
 * Checks whether a connection must not be reused: it is broken, or still busy with a query that is no longer awaited.
 */
export const isConnectionLost = (error: unknown): boolean => error instanceof DatabaseConnectionError;

/**
 * Converts the error of a query to a DatabaseUnavailableError when the server is unreachable, busy or full. Returns any
 * other error unchanged.
 */
export const queryFault = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED)
      return new DatabaseBusyError({ cause: error });
    if (code === DISK_FULL) return new DatabaseFullError({ cause: error });
    return UNAVAILABLE.test(code) ? new DatabaseConnectionError({ cause: error }) : error;
  }
  // An error that the server did not send concerns the connection: reset, ended, or no response in time.
  return error instanceof TypeError ? error : new DatabaseConnectionError({ cause: error });
};
