import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from '../db/database-fault.ts';

/** Writes a fault that the accounts library reported to the log. */
type ReportFault = (level: 'error' | 'debug') => void;

interface LibraryCall {
  fault: DatabaseUnavailableError | null;
  readonly reports: ReportFault[];
}

const calls = new AsyncLocalStorage<LibraryCall>();

/**
 * Takes what the accounts library wants logged as an error. It reports a wrong password and a lost race for an e-mail address or
 * for ownership like a real fault, so the end of the call decides: one that throws is answered or logged by who made it.
 */
export const reportLibraryFault = (report: ReportFault): void => {
  const call = calls.getStore();
  if (call === undefined) report('error');
  else call.reports.push(report);
};

/** Remembers a fault of the database for the call it happens in, and lets it go on. */
export const recordDatabaseFault = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    const call = calls.getStore();
    if (call !== undefined && error instanceof DatabaseUnavailableError) call.fault = error;
    throw error;
  }
};

/**
 * Runs a call of the accounts library. Where the database was away, throws its own fault: the library says something else
 * then, or, when a session is to end, that all is well.
 */
export const withDatabaseFaults = async <T>(work: () => Promise<T>): Promise<T> => {
  const call: LibraryCall = { fault: null, reports: [] };
  const answer = await calls.run(call, work).catch((error: unknown) => {
    for (const report of call.reports) report('debug');
    throw call.fault ?? error;
  });
  for (const report of call.reports) report('error');
  if (call.fault !== null) throw call.fault;
  return answer;
};
