import { AsyncLocalStorage } from 'node:async_hooks';

const references = new AsyncLocalStorage<string>();

/**
 * Runs `work` in an async context that holds the reference of a request. `currentReference` returns it in everything that the work
 * calls, awaits or schedules, so that log lines deep in the call chain include it.
 */
export const runWithReference = <T>(reference: string, work: () => T): T => references.run(reference, work);

/**
 * Binds a callback to the async context of the current request. Without it, an event callback runs in the context of the request that
 * opened the connection on which the event occurs.
 */
export const bindToRequest = <Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): ((...args: Args) => Result) => AsyncLocalStorage.bind(callback);

/** Returns the reference of the current request; undefined outside a request. */
export const currentReference = (): string | undefined => references.getStore();
