import { mkdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { DATABASE_BUSY_MAX_MS } from '#shared/limits.ts';
import { databaseFileIn } from '../../config/data-directory.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Tables } from '../tables.ts';
import { createFile } from './create-file.ts';
import { type DatabaseFiles, monitorDatabaseFiles } from './database-files.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** Our driver keeps writers apart itself, and SQLite can take a change of tables back like any other. */
class OwnSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const connect = (file: string, readOnly = false): DatabaseSync =>
  new DatabaseSync(file, { readOnly, timeout: 0, enableForeignKeyConstraints: true, defensive: true });

const openWriter = (file: string): DatabaseSync => {
  const writer = connect(file);
  try {
    // Every commit is on disk before it is acknowledged; WAL alone would leave that to the next checkpoint.
    writer.exec('pragma synchronous = full');
    const mode = writer.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    if (mode !== 'wal') throw new Error('SQLite cannot share files there (no write-ahead log)');
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
};

/** The last connection to close carries the write-ahead log into the file, unless it is one that can only read. */
const openReader = (file: string): DatabaseSync => connect(file, true);

/** An open database file. */
export interface OpenedSqlite {
  readonly query: Kysely<Tables>;
  readonly files: DatabaseFiles;
}

/**
 * Opens the database file in a directory; both are made, for their owner's eyes alone, where they are missing.
 * Throws the file system's error, SQLite's, or DatabaseBusyError.
 */
export const openSqlite = async (directory: string, log: Logger): Promise<OpenedSqlite> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = databaseFileIn(directory);
  // SQLite would make it readable for all; the files beside it take over this one's mode.
  await createFile(file);
  const until = performance.now() + DATABASE_BUSY_MAX_MS;
  const writer = await retryWhileBusy(() => openWriter(file), until);
  const reader = await retryWhileBusy(() => openReader(file), until);
  // The first statement makes the files beside the database. A checkpoint that a kill has broken off would look as if it went on for ever.
  await retryWhileBusy(() => writer.exec('pragma wal_checkpoint(passive)'), until);
  const files = monitorDatabaseFiles(file, log);
  const connections = { writer, reader, files };
  const query = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new OwnSqliteAdapter(),
      createDriver: () => new SqliteDriver(connections),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { query, files };
};
