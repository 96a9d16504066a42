import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from '../db/database-fault.ts';

const calls = new AsyncLocalStorage<{ fault: DatabaseUnavailableError | null }>();

/** Remembers a fault of the database for the call it happens in, and lets it go on. */
export const noticing = async <T>(answer: Promise<T>): Promise<T> => {
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
export const withStoreFaults = async <T>(work: () => Promise<T>): Promise<T> => {
  const call: { fault: DatabaseUnavailableError | null } = { fault: null };
  const answer = await calls.run(call, work).catch((error: unknown) => {
    throw call.fault ?? error;
  });
  if (call.fault !== null) throw call.fault;
  return answer;
};
