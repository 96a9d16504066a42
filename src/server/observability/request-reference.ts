import { AsyncLocalStorage } from 'node:async_hooks';

const references = new AsyncLocalStorage<string>();

/**
 * Runs work on behalf of the request with this reference. Everything the work starts, awaits or sets a timer for knows the reference,
 * so that log lines written far below the route carry it.
 */
export const runWithReference = <T>(reference: string, work: () => T): T => references.run(reference, work);

/**
 * Binds a callback to the present request. A callback of an event would otherwise run for whichever request opened the connection that
 * the event came over.
 */
export const forThisRequest = <Given extends unknown[], Result>(
  callback: (...given: Given) => Result,
): ((...given: Given) => Result) => AsyncLocalStorage.bind(callback);

/** Returns the reference of the request that the present work is done for; undefined for work of the program's own. */
export const currentReference = (): string | undefined => references.getStore();
