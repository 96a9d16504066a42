import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  PASSWORD_HASH_MEMORY_KIB,
  PASSWORD_HASHES_AT_ONCE,
  PASSWORD_HASHES_QUEUED_MAX,
} from '#shared/limits.ts';

/** Too many passwords are being hashed already; more would only make everybody wait. */
class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
  /** The HTTP side knows errors by it. */
  readonly statusCode = 503;
}

/** What one hash costs. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** Hashes passwords with Argon2id, a few at a time. Both may throw HasherBusyError. */
export interface PasswordHasher {
  /** Gives a PHC string. */
  hash(password: string): Promise<string>;
  /** Costs a hash even when the stored text is none: how long it takes tells nothing. */
  verify(stored: string, password: string): Promise<boolean>;
  /** Whether a stored hash was made at a lower cost than today's. */
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

interface Parsed extends HashCost {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const parse = (stored: string): Parsed | null => {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) return null;
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

const createQueue = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= PASSWORD_HASHES_AT_ONCE) {
      if (waiting.length >= PASSWORD_HASHES_QUEUED_MAX) throw new HasherBusyError('too many passwords wait');
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed over; nobody who comes now can take it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

/** Makes a hasher with its own queue; a cost of its own is for tests of rehashing. */
export const createPasswordHasher = (cost: HashCost = COST): PasswordHasher => {
  const inTurn = createQueue();
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await inTurn(() => tagOf(password, salt, cost));
      const { memoryKib, passes, lanes } = cost;
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
    },
    async verify(stored, password) {
      const parsed = parse(stored);
      const salt = parsed?.salt ?? Buffer.alloc(SALT_BYTES);
      const tag = await inTurn(() => tagOf(password, salt, parsed ?? cost));
      return parsed !== null && parsed.tag.length === tag.length && timingSafeEqual(parsed.tag, tag);
    },
    isOutdated(stored) {
      const parsed = parse(stored);
      return parsed === null || parsed.memoryKib < cost.memoryKib || parsed.passes < cost.passes;
    },
  };
};
