import { mkdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { databaseFileIn } from '../../config/data-directory.ts';
import type { Logger } from '../../observability/logger.ts';
import { DATABASE_BUSY_MAX_MS } from '../database.ts';
import type { Tables } from '../tables.ts';
import { createFile } from './create-file.ts';
import { type DatabaseFiles, monitorDatabaseFiles } from './database-files.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** Adapter for SqliteDriver, which serialises writers itself. SQLite can roll back schema changes. */
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
    // Writes every commit to disk before it is acknowledged; WAL alone would defer that to the next checkpoint.
    writer.exec('pragma synchronous = full');
    const mode = writer.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    if (mode !== 'wal') throw new Error('the file system does not support the write-ahead log of SQLite');
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
};

/**
 * Opens the read-only connection. Closing it last does not copy the write-ahead log into the file, unlike closing a
 * writable connection last.
 */
const openReader = (file: string): DatabaseSync => connect(file, true);

/** Open database file and the monitor of its files. */
export interface OpenedSqlite {
  readonly query: Kysely<Tables>;
  readonly files: DatabaseFiles;
}

/**
 * Opens the database file in a directory. Creates missing ones, accessible only to their owner. Throws the file
 * system's error, SQLite's error, or DatabaseBusyError.
 */
export const openSqlite = async (directory: string, log: Logger): Promise<OpenedSqlite> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = databaseFileIn(directory);
  // SQLite would make it readable for everybody; the files beside it inherit the mode of this one.
  await createFile(file);
  const until = performance.now() + DATABASE_BUSY_MAX_MS;
  const writer = await retryWhileBusy(() => openWriter(file), until);
  const reader = await retryWhileBusy(() => openReader(file), until);
  // The first statement creates the files beside the database. The checkpoint completes one that a kill interrupted,
  // which would otherwise look as if it were still running.
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
