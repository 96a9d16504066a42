import type { BetterAuthOptions } from 'better-auth';
import { CamelCasePlugin } from 'kysely';
import type * as z from 'zod/mini';
import type { ErrorCode } from '#shared/errors.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import { deriveKey } from '../base/config/secret-keys.ts';
import type { Database } from '../base/db/database.ts';
import { cookieScope, type SiteAddress, sessionCookieName } from '../http/cookies.ts';
import type { Access } from '../http/guard.ts';
import { setPasswordHash } from './account-rows.ts';
import { withHashedTokens } from './hashed-tokens.ts';
import { HasherBusyError, type PasswordHasher } from './password-hasher.ts';

/** Idle timeout of a session, and the shortest time between two requests that extend a session. */
const SESSION_IDLE_SECONDS = 60 * 60;
const SESSION_TOUCH_SECONDS = 60;

/** Endpoint of a plugin, served below /api/auth. */
export interface PluginPath {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  /** Schema of what is sent of the plugin's answer. Absent for an endpoint that opens a session: the session state is sent then. */
  readonly answer?: z.ZodMiniType;
  /** Error codes of this server by those of the plugin. Any other code of the plugin becomes `body_invalid`. */
  readonly errors: Readonly<Record<string, ErrorCode>>;
}

/**
 * Paths of the accounts library's plugins, the only paths of the library that the server registers. A plugin needs its entry in `load`, its
 * paths here and a migration for its tables.
 */
export const PLUGIN_PATHS: readonly PluginPath[] = [];

/** Parts of the server that the accounts library needs. */
export interface LibraryParts {
  readonly config: SiteAddress;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  /** Master secret; the key that signs cookies is derived from it. */
  readonly secret: string;
}

/** Replaces an outdated stored hash by one at the present cost. Does nothing while the queue of hashes is full. */
const renewHash = async (
  { database, hasher }: Pick<LibraryParts, 'database' | 'hasher'>,
  outdatedHash: string,
  password: string,
): Promise<void> => {
  try {
    await setPasswordHash(database.query, 'password', outdatedHash, await hasher.hash(password));
  } catch (error) {
    if (!(error instanceof HasherBusyError)) throw error;
  }
};

const optionsOf = ({ config, database, hasher, secret }: LibraryParts) =>
  ({
    appName: 'Savelet',
    baseURL: new URL(config.publicUrl).origin,
    secret: deriveKey(secret, 'savelet sessions').toString('base64url'),
    user: {
      modelName: 'accounts',
      additionalFields: { role: { type: 'string', required: true, defaultValue: 'waiting', input: false } },
    },
    session: { modelName: 'sessions', expiresIn: SESSION_IDLE_SECONDS, updateAge: SESSION_TOUCH_SECONDS },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
      password: {
        hash: hasher.hash,
        async verify({ hash, password }: { hash: string; password: string }) {
          const isRight = await hasher.verify(hash, password);
          // Only now is the password known that a hash at the present cost needs.
          if (isRight && hasher.isOutdated(hash)) await renewHash({ database, hasher }, hash, password);
          return isRight;
        },
      },
    },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // Its messages contain e-mail addresses. What fails is thrown, and logged by the server's error handler.
    logger: { disabled: true },
    advanced: {
      // The library's own option can only choose the prefix `__Secure-`.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(config) } },
      defaultCookieAttributes: cookieScope(config),
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
    },
  }) as const satisfies BetterAuthOptions;

const load = async (parts: LibraryParts) => {
  const [{ betterAuth }, { getAdapter }, { openSession }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/db/adapter'),
    import('./open-session.ts'),
  ]);
  const options = optionsOf(parts);
  // The tables name their columns in snake case.
  const db = parts.database.query.withPlugin(new CamelCasePlugin());
  const adapter = await getAdapter({ ...options, database: { db, type: 'sqlite', transaction: true } });
  return betterAuth({ ...options, database: () => withHashedTokens(adapter), plugins: [openSession] });
};

export type AuthLibrary = Awaited<ReturnType<typeof load>>;

/**
 * Creates a function that loads the accounts library on its first call and returns the same instance on later calls. A failed load is tried
 * again on the next call. The library is as large as the rest of the server, and anonymous visitors do not need it.
 */
export const createAuthLibraryLoader = (parts: LibraryParts): (() => Promise<AuthLibrary>) => {
  let loading: Promise<AuthLibrary> | null = null;
  return () => {
    loading ??= load(parts).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
};
