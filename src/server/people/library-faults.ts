import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from '../base/db/database-fault.ts';

/** Writes an error that the accounts library reported to the log. */
type ReportFault = (level: 'error' | 'debug') => void;

interface LibraryCall {
  fault: DatabaseUnavailableError | null;
  readonly reports: ReportFault[];
}

const calls = new AsyncLocalStorage<LibraryCall>();

/**
 * Receives an error that the accounts library wants logged. The library reports a wrong password and a lost race for an
 * e-mail address or for ownership like a real fault. Reports are therefore held until the call ends. When the call
 * throws, they are logged at level debug, because the caller answers or logs that error; otherwise at level error.
 * Outside a call a report is logged immediately at level error.
 */
export const reportLibraryFault = (report: ReportFault): void => {
  const call = calls.getStore();
  if (call === undefined) report('error');
  else call.reports.push(report);
};

/** Records a database fault for the library call in which it happens, and rethrows it. */
export const recordDatabaseFault = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    const current = calls.getStore();
    if (current !== undefined && error instanceof DatabaseUnavailableError) current.fault = error;
    throw error;
  }
};

/**
 * Runs a call of the accounts library. When the database was unavailable, throws the database's own error: the library
 * would throw a different one or, when ending a session, report success.
 */
export const withDatabaseFaults = async <T>(work: () => Promise<T>): Promise<T> => {
  const call: LibraryCall = { fault: null, reports: [] };
  const result = await calls.run(call, work).catch((error: unknown) => {
    for (const report of call.reports) report('debug');
    throw call.fault ?? error;
  });
  for (const report of call.reports) report('error');
  if (call.fault !== null) throw call.fault;
  return result;
};
