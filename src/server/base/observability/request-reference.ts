import { AsyncLocalStorage } from 'node:async_hooks';

/** Crockford's base 32 alphabet. It omits I, L, O and U, which are easily misread when a code is read aloud or copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * Creates the reference of a request, such as `7K3M-Q2XD`. It consists of forty random bits, so it reveals nothing about the visitor,
 * the link or the server. The error response and the log lines of the request contain the same reference.
 */
export const createReference = (): string => {
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) =>
    ALPHABET.charAt(byte & 31),
  );
  return `${characters.slice(0, LENGTH / 2).join('')}-${characters.slice(LENGTH / 2).join('')}`;
};

const references = new AsyncLocalStorage<string>();

/**
 * Runs `work` in an async context that holds the reference of a request. `currentReference` returns that reference in everything that
 * `work` calls, awaits or schedules, so that log lines deep in the call chain include it.
 */
export const runWithReference = <T>(reference: string, work: () => T): T => references.run(reference, work);

/**
 * Binds a callback to the async context of the current request. An unbound callback of an event runs in the context of the request that
 * opened the connection on which the event occurs.
 */
export const bindToRequest = <Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): ((...args: Args) => Result) => AsyncLocalStorage.bind(callback);

/** Returns the reference of the current request; undefined outside a request. */
export const currentReference = (): string | undefined => references.getStore();
