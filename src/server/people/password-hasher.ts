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

/** Returns the parts of a stored hash; null for an invalid hash. */
const parse = (storedHash: string) => {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(storedHash) ?? [];
  if (salt === undefined || tag === undefined) return null;
  const cost: HashCost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
};

/** Thrown when the queue of passwords to hash is full. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

const reservedCalls = new AsyncLocalStorage<boolean>();

/**
 * Runs `work`. If `isReserved` is true, its hashes may also take the slots reserved for known users and go before open work, so that many
 * attempts by strangers do not delay known users.
 */
export const withHashes = <T>(isReserved: boolean, work: () => Promise<T>): Promise<T> =>
  reservedCalls.run(isReserved, work);

/**
 * Returns the kind of a hash that starts now: 'reserved' inside `withHashes(true)`, for known users, else 'open'. A reserved hash never
 * queues behind open ones, which anybody can cause.
 */
export const currentHashKind = (): 'reserved' | 'open' => (reservedCalls.getStore() ? 'reserved' : 'open');

/**
 * Creates a function that runs work when one of `concurrency` slots is free. Open work can neither occupy the `reservedSlots` nor delay queued
 * reserved work. The function rejects with HasherBusyError if no slot is free and `maxQueue` calls of the same kind are waiting.
 */
export const createHashQueue = ({ concurrency = 2, reservedSlots = 1, maxQueue = 20 } = {}) => {
  const all = new Semaphore(concurrency);
  const open = new Semaphore(concurrency - reservedSlots);
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
 * Creates functions that hash and verify passwords with Argon2id, two at a time; new hashes have the given cost. `hash` and `verify` may
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
    /** Returns whether a password has the stored hash. Computes a hash even if `storedHash` is invalid, so that the timing reveals nothing. */
    async verify(storedHash: string, password: string): Promise<boolean> {
      const parsed = parse(storedHash);
      const salt = parsed?.salt ?? Buffer.alloc(SALT_BYTES);
      const tag = await enqueue(() => tagOf(password, salt, parsed?.cost ?? cost));
      return parsed !== null && parsed.tag.length === tag.length && timingSafeEqual(parsed.tag, tag);
    },
    /** Returns whether a stored hash has a lower cost than new hashes, or is invalid. */
    isOutdated(storedHash: string): boolean {
      const made = parse(storedHash)?.cost;
      return made === undefined || made.memoryKib < cost.memoryKib || made.passes < cost.passes;
    },
  };
};

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
