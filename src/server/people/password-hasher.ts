import { AsyncLocalStorage } from 'node:async_hooks';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Semaphore } from 'async-mutex';

/** Cost parameters of Argon2id: as recommended by OWASP for one pass and one lane. */
const COST = { memoryKib: 47_104, passes: 1, lanes: 1 };
type HashCost = Readonly<typeof COST>;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{22,86})\$([\w+/]{22,86})$/;

const argon2Async = promisify(argon2);

const tagOf = (password: string, salt: Buffer, { memoryKib, passes, lanes }: HashCost): Promise<Buffer> =>
  argon2Async('argon2id', {
    message: password,
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism: lanes,
    tagLength: TAG_BYTES,
  });

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Returns the parts of a stored hash, or null when it is not a valid one. */
const parse = (stored: string) => {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) return null;
  const cost: HashCost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
};

/** Thrown when the queue of passwords to hash is full; a longer queue would only slow everybody down. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

const reservedCalls = new AsyncLocalStorage<boolean>();

/**
 * Runs work whose hashes, if `isReserved`, take the slots reserved for known users, so that no flood of strangers' attempts delays them.
 */
export const withHashes = <T>(isReserved: boolean, work: () => Promise<T>): Promise<T> =>
  reservedCalls.run(isReserved, work);

/**
 * Returns the kind of slot that a hash takes. `reserved` is work for known users, inside `withHashes(true)`; it never waits behind `open`
 * work, which anybody can cause.
 */
export const currentHashKind = (): 'reserved' | 'open' => (reservedCalls.getStore() ? 'reserved' : 'open');

/**
 * Creates a function that runs work when a slot is free. Open work can neither occupy the reserved slots nor delay queued reserved work.
 * Throws HasherBusyError when `maxQueue` works of its kind wait.
 */
export const createHashQueue = ({ concurrency = 2, reserved = 1, maxQueue = 20 } = {}) => {
  const all = new Semaphore(concurrency);
  const open = new Semaphore(concurrency - reserved);
  const waiting = { reserved: 0, open: 0 };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const kind = currentHashKind();
    const isReserved = kind === 'reserved';
    const mayStart = !all.isLocked() && (isReserved || !open.isLocked());
    if (waiting[kind] >= maxQueue && !mayStart)
      throw new HasherBusyError('the queue of password hashes is full');
    const queued = mayStart ? 0 : 1;
    waiting[kind] += queued;
    const start = () => {
      waiting[kind] -= queued;
      return work();
    };
    const run = () => all.runExclusive(start, 1, Number(isReserved));
    return isReserved ? run() : open.runExclusive(run);
  };
};

/**
 * Creates functions that hash and verify passwords with Argon2id, a few at a time; new hashes have the given cost. `hash` and `verify` may
 * throw HasherBusyError.
 */
export const createPasswordHasher = (cost: HashCost = COST) => {
  const enqueue = createHashQueue();
  return {
    /** Returns the hash as a PHC string. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const tag = await enqueue(() => tagOf(password, salt, cost));
      const { memoryKib, passes, lanes } = cost;
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
    },
    /**
     * Compares a password with a stored hash. Computes a hash even when `stored` is not a valid one, so that the timing
     * reveals nothing.
     */
    async verify(stored: string, password: string): Promise<boolean> {
      const parsed = parse(stored);
      const salt = parsed?.salt ?? Buffer.alloc(SALT_BYTES);
      const tag = await enqueue(() => tagOf(password, salt, parsed?.cost ?? cost));
      return parsed !== null && parsed.tag.length === tag.length && timingSafeEqual(parsed.tag, tag);
    },
    /** Checks whether a stored hash was made at a lower cost than the present one, or is not valid. */
    isOutdated(stored: string): boolean {
      const made = parse(stored)?.cost;
      return made === undefined || made.memoryKib < cost.memoryKib || made.passes < cost.passes;
    },
  };
};

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
