import { AsyncLocalStorage } from 'node:async_hooks';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createHashQueue, type HashKind } from './hash-queue.ts';

/** Argon2id memory as recommended by OWASP for one pass and one lane. */
const PASSWORD_HASH_MEMORY_KIB = 47_104;
const PASSWORD_HASHES_CONCURRENCY = 2;
/** Hashes reserved for known browsers and open sessions of owners and administrators. */
const PASSWORD_HASHES_RESERVED = 1;
/** Queued hashes of each kind (reserved, other); further ones are rejected. */
const PASSWORD_HASHES_QUEUED_MAX = 20;

/** Cost parameters of Argon2id. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** Hashes and verifies passwords with Argon2id, a few at a time. `hash` and `verify` may throw HasherBusyError. */
export interface PasswordHasher {
  /** Returns the hash as a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a stored hash. Computes a hash even when `stored` is not a valid one, so that the timing
   * reveals nothing.
   */
  verify(stored: string, password: string): Promise<boolean>;
  /** Checks whether a stored hash was made at a lower cost than the present one, or is not valid. */
  isOutdated(stored: string): boolean;
}

const COST: HashCost = { memoryKib: PASSWORD_HASH_MEMORY_KIB, passes: 1, lanes: 1 };
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

const reservedCalls = new AsyncLocalStorage<true>();

/**
 * Runs work whose hashes take the slots reserved for known users, so that no flood of strangers' attempts delays them.
 */
export const withReservedHashes = <T>(work: () => Promise<T>): Promise<T> => reservedCalls.run(true, work);

/** Returns the kind of slot that a hash takes: 'reserved' inside `withReservedHashes`, otherwise 'open'. */
export const currentHashKind = (): HashKind => (reservedCalls.getStore() === true ? 'reserved' : 'open');

/** Creates a hasher that stores new hashes with the given cost. */
export const createPasswordHasher = (cost: HashCost = COST): PasswordHasher => {
  const queue = createHashQueue({
    concurrency: PASSWORD_HASHES_CONCURRENCY,
    reserved: PASSWORD_HASHES_RESERVED,
    maxQueue: PASSWORD_HASHES_QUEUED_MAX,
  });
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => queue.run(currentHashKind(), work);
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await enqueue(() => tagOf(password, salt, cost));
      const { memoryKib, passes, lanes } = cost;
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
    },
    async verify(stored, password) {
      const parsed = parse(stored);
      const salt = parsed?.salt ?? Buffer.alloc(SALT_BYTES);
      const tag = await enqueue(() => tagOf(password, salt, parsed?.cost ?? cost));
      return parsed !== null && parsed.tag.length === tag.length && timingSafeEqual(parsed.tag, tag);
    },
    isOutdated(stored) {
      const made = parse(stored)?.cost;
      return made === undefined || made.memoryKib < cost.memoryKib || made.passes < cost.passes;
    },
  };
};
