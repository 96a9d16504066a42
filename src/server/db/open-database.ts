import type { Kysely } from 'kysely';
import { DATABASE_MIGRATION_MAX_MS } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailableError } from './database-fault.ts';
import { migrateToLatest } from './migrate.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Tables } from './tables.ts';

const pingWith = (query: Kysely<Tables>) => async (): Promise<void> => {
  await query.selectFrom('site_state').select('name').limit(1).execute();
};

/** Runs a step of the opening; when it fails nothing stays open. */
const orClose = async (query: Kysely<Tables>, step: Promise<void>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    await query.destroy();
    throw error;
  }
};

const sqliteDatabase = async (directory: string): Promise<Database> => {
  const query = await openSqlite(directory);
  await orClose(query, migrateToLatest(query, 'sqlite'));
  return {
    kind: 'sqlite',
    query,
    write: (work) => query.transaction().execute(work),
    ping: pingWith(query),
    close: () => query.destroy(),
  };
};

const postgresDatabase = async (url: string, log: Logger): Promise<Database> => {
  // The driver is loaded only where it is used: it would be a tenth of the time to start.
  const [{ openPostgres, SERVING }, { serialWrite }] = await Promise.all([
    import('./postgres/open-postgres.ts'),
    import('./postgres/serial-write.ts'),
  ]);
  // A change of large tables, and waiting for another instance that makes it, takes longer than a request may.
  const migrating = openPostgres(url, log, { connections: 1, statementMs: DATABASE_MIGRATION_MAX_MS });
  await migrateToLatest(migrating, 'postgres').finally(() => migrating.destroy());
  const query = openPostgres(url, log, SERVING);
  const ping = pingWith(query);
  // The first visitor does not pay for the first connection; and Kysely closes only what has been used.
  await orClose(query, ping());
  return {
    kind: 'postgres',
    query,
    write: (work) => serialWrite(query, work),
    ping,
    close: () => query.destroy(),
  };
};

const reasonOf = (error: unknown): string => {
  const cause = error instanceof DatabaseUnavailableError ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'for no known reason';
  // Addresses and names may stand in the driver's messages; its codes say enough.
  return 'code' in cause && cause.code !== 'ERR_SQLITE_ERROR' ? String(cause.code) : cause.message;
};

/**
 * Opens the database of this installation, the server DATABASE_URL names or the file in DATA_DIR, and brings its tables
 * up to date. Throws StartError when it cannot be opened or has been used by a newer version.
 */
export const openDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<Database> => {
  try {
    return config.databaseUrl === null
      ? await sqliteDatabase(config.dataDir)
      : await postgresDatabase(config.databaseUrl, log);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const which = config.databaseUrl === null ? 'The database in DATA_DIR' : 'The database of DATABASE_URL';
    throw new StartError(`${which} could not be opened: ${reasonOf(error)}.`, { cause: error });
  }
};
