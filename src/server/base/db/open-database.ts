import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import { checkDataFiles, databaseFileIn, exists } from '../config/data-directory.ts';
import { StartError } from '../config/start-error.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from './database.ts';
import { DatabaseConnectionError, DatabaseFullError, DatabaseUnavailableError } from './database-fault.ts';
import { migrateToLatest } from './migrate.ts';
import { keepCopy } from './sqlite/keep-copy.ts';
import { lockDataDirectory } from './sqlite/lock-data-directory.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { checkFreeSpace, monitorStorage } from './storage-monitor.ts';
import type { Tables } from './tables.ts';

/** Milliseconds for which a starting server waits for an unreachable PostgreSQL server. */
const DATABASE_START_WAIT_MS = 60 * 1_000;
/** Milliseconds between two attempts to reach a PostgreSQL server. */
const DATABASE_START_RETRY_MS = 1_000;
/** Time limit in milliseconds of a statement of a migration, which may rewrite a large table. */
const DATABASE_MIGRATION_MAX_MS = 10 * 60 * 1_000;

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

export interface DatabaseOpenOptions {
  /**
   * Whether a missing SQLite file, and the tables of an empty database, are created; true by default. If false, their absence causes a
   * StartError.
   */
  readonly mayCreate?: boolean;
  /** Milliseconds for which opening is tried again while a PostgreSQL server cannot be reached; 0 by default. */
  readonly waitMs?: number;
}

const createPing = (query: Kysely<Tables>) => async (): Promise<void> => {
  await query.selectFrom('site_state').select('name').limit(1).execute();
};

/** Waits for a step of opening. When the step fails, closes the database and throws the error of the step. */
const closeOnFailure = (query: Kysely<Tables>, step: Promise<void>): Promise<void> =>
  step.catch(async (error: unknown) => {
    await query.destroy();
    throw error;
  });

/** Throws StartError when there is no database file in a folder. */
export const requireDatabase = async (directory: string): Promise<void> => {
  if (await exists(databaseFileIn(directory))) return;
  throw new StartError(
    `There is no database at ${path.resolve(databaseFileIn(directory))}. Start the server once to make it, or set DATA_DIR to the folder that the server uses.`,
  );
};

const openSqliteDatabase = async (directory: string, log: Logger, mayCreate: boolean): Promise<Database> => {
  if (!mayCreate) await requireDatabase(directory);
  await checkDataFiles(directory, { writesDatabase: true });
  const { query, checkFiles } = await openSqlite(directory, log);
  const keep = (migration: string) => keepCopy(directory, migration, log);
  await closeOnFailure(query, migrateToLatest(query, 'sqlite', mayCreate, keep));
  const ping = createPing(query);
  return {
    kind: 'sqlite',
    listen: null,
    query,
    write: (work) => query.transaction().execute(work),
    async ping() {
      await ping();
      checkFiles();
      await checkFreeSpace(directory);
    },
    close: () => query.destroy(),
  };
};

const openPostgresDatabase = async (url: string, log: Logger, mayCreate: boolean): Promise<Database> => {
  // Loaded only when used: the driver would take a tenth of the start time.
  const [{ listenPostgres, openPostgres }, { serialWrite }] = await Promise.all([
    import('./postgres/open-postgres.ts'),
    import('./postgres/serial-write.ts'),
  ]);
  // Migrating large tables, or waiting for another instance that does, takes longer than a request may.
  const migrating = openPostgres(url, log, 1, DATABASE_MIGRATION_MAX_MS);
  await migrateToLatest(migrating, 'postgres', mayCreate).finally(() => migrating.destroy());
  const query = openPostgres(url, log);
  const ping = createPing(query);
  // Opens the first connection before the first request needs it. Kysely also closes only a pool that has been used.
  await closeOnFailure(query, ping());
  return {
    kind: 'postgres',
    listen: listenPostgres(url),
    query,
    write: (work) => serialWrite(query, work),
    ping,
    close: () => query.destroy(),
  };
};

/** Returns the code of an error's cause, or 'no answer' if there is none. The message of the cause may contain addresses and names. */
const causeCodeOf = ({ cause }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';

/**
 * Calls `open`, and again for `waitMs` milliseconds while the database server cannot be reached; returns its result. Throws the last error
 * when the time is over, and a TLS fault or any other error at once.
 */
const retryWhileUnreachable = async <T>(open: () => Promise<T>, waitMs: number, log: Logger): Promise<T> => {
  const deadline = performance.now() + waitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseConnectionError) || performance.now() >= deadline) throw error;
      if (tlsAdvice(error.cause) !== null) throw error;
      log.warn({ attempt, cause: causeCodeOf(error) }, 'the database cannot be reached yet: trying again');
    }
    await pause(DATABASE_START_RETRY_MS);
  }
};

/** Returns advice on DATABASE_URL for a TLS fault, which does not pass by itself; null for another fault. */
const tlsAdvice = (cause: unknown): string | null => {
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause ? String(cause.code) : '';
  if (cause.message === 'The server does not support SSL connections')
    return 'the server does not offer TLS. Write sslmode=disable in DATABASE_URL if nobody can listen on the way to it';
  if (code === '28000' && cause.message.includes('no encryption'))
    return 'the server accepts only encrypted connections. Add sslmode=verify-full to DATABASE_URL, or sslmode=require if its certificate cannot be verified';
  if ('syscall' in cause && cause.syscall === 'open')
    return `a file that DATABASE_URL names (sslrootcert, sslcert, sslkey) cannot be read (${code})`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'the certificate of the server is for another name than the host in DATABASE_URL. Write the name of the certificate there, or sslmode=verify-ca with sslrootcert';
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return `the certificate of the server could not be verified (${code}). Add sslrootcert=/path/to/authority.pem to DATABASE_URL, or write sslmode=require to encrypt without verifying the server`;
  return null;
};

const reasonOf = (error: unknown): string => {
  if (error instanceof DatabaseFullError) return 'the disk is full. Free some space, then start again';
  const cause = error instanceof DatabaseUnavailableError ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'for no known reason';
  const advice = tlsAdvice(cause);
  if (advice !== null) return advice;
  // The driver's messages may contain addresses and names; its codes are enough.
  return 'code' in cause && cause.code !== 'ERR_SQLITE_ERROR' ? String(cause.code) : cause.message;
};

/**
 * Opens the database of this installation (the server of DATABASE_URL, or the file in DATA_DIR) and migrates its
 * tables. Throws StartError when it cannot be opened or was used by a newer version.
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: DatabaseConfig,
  log: Logger,
  { mayCreate = true, waitMs = 0 }: DatabaseOpenOptions = {},
): Promise<Database> => {
  const open = (): Promise<Database> =>
    databaseUrl === null
      ? openSqliteDatabase(dataDir, log, mayCreate)
      : openPostgresDatabase(databaseUrl, log, mayCreate);
  try {
    return monitorStorage(await retryWhileUnreachable(open, waitMs, log), log);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const which = databaseUrl === null ? 'The database in DATA_DIR' : 'The database of DATABASE_URL';
    throw new StartError(`${which} could not be opened: ${reasonOf(error)}.`, { cause: error });
  }
};

/**
 * Opens the database for a server process. Retries for a minute while a PostgreSQL server cannot be reached. If the database is a file in
 * DATA_DIR, locks that folder until the database is closed. Throws StartError like `openDatabase`, and when another server uses the folder.
 */
export const openServerDatabase = async (config: DatabaseConfig, log: Logger): Promise<Database> => {
  if (config.databaseUrl !== null) return openDatabase(config, log, { waitMs: DATABASE_START_WAIT_MS });
  const lock = await lockDataDirectory(config.dataDir);
  try {
    const database = await openDatabase(config, log);
    return {
      ...database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** Describes the configured database for the operator: a path, or host and database without user and password. */
export const describeDatabase = async ({ databaseUrl, dataDir }: DatabaseConfig): Promise<string> => {
  if (databaseUrl === null) return path.resolve(databaseFileIn(dataDir));
  const { describePostgres } = await import('./postgres/open-postgres.ts');
  return describePostgres(databaseUrl);
};
