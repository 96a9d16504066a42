import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createFile, databaseFileIn } from '../../config/data-directory.ts';
import type { Logger } from '../../observability/logger.ts';
import { DATABASE_BUSY_MAX_MS } from '../database.ts';
import { DatabaseFullError } from '../database-fault.ts';
import { checkFreeSpace } from '../storage-monitor.ts';
import type { Tables } from '../tables.ts';
import { type DatabaseFileMonitor, monitorDatabaseFiles } from './database-files.ts';
import { type Reopen, type SqliteConnections, SqliteDriver } from './sqlite-driver.ts';
import { retryWhileBusy } from './sqlite-fault.ts';

/** Adapter that tells Kysely that SqliteDriver serialises writers itself, and that SQLite can roll back schema changes. */
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
 * Opens the read-only connection. If it is the last connection to close, SQLite does not copy the write-ahead log into the main file, as it
 * does for a writable one.
 */
const openReader = (file: string): DatabaseSync => connect(file, true);

/**
 * Opens both connections to an existing database file and the monitor of its files. Throws DatabaseBusyError, DatabaseFullError,
 * DatabaseReplacedError or SQLite's error, and Error when the file system does not support the write-ahead log.
 */
const openConnections = async (file: string, log: Logger): Promise<SqliteConnections> => {
  const until = performance.now() + DATABASE_BUSY_MAX_MS;
  const writer = await retryWhileBusy(() => openWriter(file), until);
  const open = [writer];
  try {
    const reader = await retryWhileBusy(() => openReader(file), until);
    open.push(reader);
    // The first statement creates the files beside the database. On a full disk it waits until there is space.
    await retryWhileBusy(() => writer.exec('pragma wal_checkpoint(passive)'), until).catch(
      (error: unknown) => {
        if (!(error instanceof DatabaseFullError)) throw error;
      },
    );
    return { writer, reader, fileMonitor: monitorDatabaseFiles(file, log) };
  } catch (error) {
    for (const connection of open) connection.close();
    throw error;
  }
};

/** Monitor for a database that is only read: its `check` throws DatabaseFullError, which refuses every write. */
const UNWRITABLE: DatabaseFileMonitor = {
  check() {
    throw new DatabaseFullError();
  },
};

/**
 * Opens a database file only for reading, without the write-ahead log and the shared memory beside it, for which a full disk has no space.
 * Returns null when the write-ahead log holds commits, because they would not be read.
 */
const openForReading = (file: string): SqliteConnections | null => {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const open = () => new DatabaseSync(address, { readOnly: true });
  return { writer: open(), reader: open(), fileMonitor: UNWRITABLE };
};

/**
 * Opens the database file in a directory. Creates directory and file, accessible only to the server's user. On a full disk, opens an
 * existing file only for reading, and a later query opens it for writing once there is space. Throws the file system's error, SQLite's
 * error, DatabaseBusyError, DatabaseReplacedError, or, if commits in the write-ahead log cannot be read on a full disk, DatabaseFullError.
 * The returned `checkFiles` throws like `check` of DatabaseFileMonitor, and DatabaseFullError while the file is only read.
 */
export const openSqlite = async (directory: string, log: Logger) => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = databaseFileIn(directory);
  // SQLite would make it readable for everybody; the files beside it inherit the mode of this one.
  await createFile(file);
  let reopen: Reopen | null = null;
  const connections = await openConnections(file, log).catch((error: unknown) => {
    const readable = error instanceof DatabaseFullError ? openForReading(file) : null;
    if (readable === null) throw error;
    log.error('the disk is full: the database is only read until there is space');
    reopen = async () => {
      await checkFreeSpace(directory);
      const opened = await openConnections(file, log);
      log.warn('the disk has space again: the database is written');
      return opened;
    };
    return readable;
  });
  const driver = new SqliteDriver(connections, reopen);
  const query = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new OwnSqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { query, checkFiles: () => driver.checkFiles() };
};
