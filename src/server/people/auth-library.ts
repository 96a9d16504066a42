import { AsyncLocalStorage } from 'node:async_hooks';
import { hkdfSync } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { sessionCookieName } from '../http/cookie-names.ts';
import { withHashedTokens } from './hashed-tokens.ts';
import { reportLibraryFault } from './library-faults.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Idle timeout of a session, and how often at most a request extends it. */
const SESSION_IDLE_MS = 60 * 60 * 1_000;
const SESSION_TOUCH_MS = 60 * 1_000;

export interface LibraryParts {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly log: Logger;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  /** Master secret; the key that signs cookies is derived from it. */
  readonly secret: string;
}

/** Hash computed before the library opens its transaction: hashing inside it would block every other write. */
const precomputedHash = new AsyncLocalStorage<string>();

/** Runs library calls that store a new password, and makes them store `hash`. */
export const withPrecomputedHash = <T>(hash: string, work: () => Promise<T>): Promise<T> =>
  precomputedHash.run(hash, work);

const camelToSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inSnakeCase = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, camelToSnake(name)])) as Record<Name, string>;

/** Maps the library's tables and fields to the names in server/db/tables.ts. */
const TABLES = {
  user: {
    modelName: 'accounts',
    fields: inSnakeCase('emailVerified', 'createdAt', 'updatedAt'),
    additionalFields: {
      // Only calls from this server set it: no request body is passed to the library unchanged.
      role: { type: 'string', required: true, defaultValue: 'waiting', input: true },
    },
  },
  session: {
    modelName: 'sessions',
    fields: inSnakeCase('expiresAt', 'ipAddress', 'userAgent', 'userId', 'createdAt', 'updatedAt'),
    expiresIn: SESSION_IDLE_MS / 1_000,
    updateAge: SESSION_TOUCH_MS / 1_000,
  },
  account: {
    modelName: 'credentials',
    fields: inSnakeCase(
      'accountId',
      'providerId',
      'userId',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'createdAt',
      'updatedAt',
    ),
  },
  verification: {
    modelName: 'verifications',
    fields: inSnakeCase('expiresAt', 'createdAt', 'updatedAt'),
  },
} as const satisfies BetterAuthOptions;

const optionsOf = ({ config, log, hasher, secret }: LibraryParts) =>
  ({
    ...TABLES,
    appName: 'Savelet',
    baseURL: config.publicUrl,
    secret: Buffer.from(hkdfSync('sha256', secret, '', 'savelet sessions', 32)).toString('base64url'),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
      password: {
        hash: async (password: string) => precomputedHash.getStore() ?? hasher.hash(password),
        verify: ({ hash, password }: { hash: string; password: string }) => hasher.verify(hash, password),
      },
    },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      // The library's messages contain e-mail addresses, so only the name of the error is logged.
      log: (level: string, _message: string, ...given: unknown[]) => {
        const fault = given.find((one) => one instanceof Error);
        if (level === 'error')
          reportLibraryFault((as) =>
            log[as]({ fault: fault?.name ?? 'none' }, 'the accounts library reported an error'),
          );
      },
    },
    advanced: {
      // The library's own option can only choose the prefix `__Secure-`.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(config),
          attributes: {
            secure: config.publicUrl.startsWith('https:'),
            httpOnly: true,
            sameSite: 'lax',
            path: '/',
          },
        },
      },
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
    },
  }) as const satisfies BetterAuthOptions;

const load = async (parts: LibraryParts) => {
  const [{ betterAuth }, { getAdapter }, { rotateSession }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/db/adapter'),
    import('./rotate-session.ts'),
  ]);
  const options = optionsOf(parts);
  const adapter = await getAdapter({
    ...options,
    database: { db: parts.database.query, type: 'sqlite', transaction: true },
  });
  return betterAuth({
    ...options,
    database: () => withHashedTokens(adapter),
    plugins: [rotateSession],
  });
};

export type AuthLibrary = Awaited<ReturnType<typeof load>>;

/**
 * Returns a function that loads the accounts library on its first call and returns the same instance afterwards. The
 * library is as large as the rest of the server, and anonymous visitors do not need it.
 */
export const lazyAuthLibrary = (parts: LibraryParts): (() => Promise<AuthLibrary>) => {
  let loading: Promise<AuthLibrary> | null = null;
  return () => {
    loading ??= load(parts).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
};
