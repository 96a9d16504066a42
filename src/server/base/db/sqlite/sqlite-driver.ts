import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Mutex } from 'async-mutex';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { acquireWithin } from '../acquire-within.ts';
import { DATABASE_BUSY_MAX_MS } from '../database.ts';
import { checkStorable } from '../database-fault.ts';
import type { DatabaseFileMonitor } from './database-files.ts';
import { convertSqliteError, retryWhileBusy } from './sqlite-fault.ts';

/**
 * Maximum number of statements that stay prepared on a connection. The product has far fewer queries, but lists of varying length add
 * variants.
 */
const STATEMENTS_MAX = 200;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

/**
 * Runs one statement. Returns its rows; for a statement that returns no rows, the number of changed rows and the last inserted row id.
 * Throws SQLite's error, or DatabaseValueError.
 */
type RunStatement = (sql: string, parameters: readonly unknown[]) => QueryResult<unknown>;

/** Creates a function that runs statements on a connection and keeps the most recently used ones prepared. */
const createStatementRunner = (connection: DatabaseSync): RunStatement => {
  const prepared = new LRUCache<string, PreparedStatement>({ max: STATEMENTS_MAX });

  const prepare = (sql: string): PreparedStatement => {
    const found = prepared.get(sql);
    if (found !== undefined) return found;
    const statement = connection.prepare(sql);
    const created = { statement, returnsRows: statement.columns().length > 0 };
    prepared.set(sql, created);
    return created;
  };

  return (sql, parameters) => {
    const { statement, returnsRows } = prepare(sql);
    const values = checkStorable(parameters) as readonly SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
};

/** Two connections to one database file, so that a reader never waits for the writer (WAL), and the monitor of the files. */
export interface SqliteConnections {
  readonly reader: DatabaseSync;
  readonly writer: DatabaseSync;
  readonly fileMonitor: DatabaseFileMonitor;
}

/**
 * Opens for writing a database that is open only for reading, because the disk was full. Rejects while the disk is full, or with the error
 * of opening.
 */
export type Reopen = () => Promise<SqliteConnections>;

const shareConnections = ({ reader, writer, fileMonitor }: SqliteConnections) => ({
  read: createStatementRunner(reader),
  write: createStatementRunner(writer),
  writer,
  fileMonitor,
  mutex: new Mutex(),
});
type Shared = ReturnType<typeof shareConnections>;

const deadline = (): number => performance.now() + DATABASE_BUSY_MAX_MS;

/**
 * Kysely's connection for one query or transaction. Any number may exist, but only one at a time holds the write lock.
 */
class SqliteConnection implements DatabaseConnection {
  readonly shared: Shared;
  /** Frees the write lock; null while this connection does not hold it. */
  unlock: (() => void) | null = null;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  unlockWriter(): void {
    this.unlock?.();
    this.unlock = null;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const { read, write, mutex, fileMonitor } = this.shared;
    // Kysely defines the row type; a statement returns whatever the file contains.
    const rowsOf = (run: RunStatement) => run(sql, parameters) as QueryResult<R>;
    if (this.unlock !== null) return this.#inTransaction(() => rowsOf(write));
    if (SelectQueryNode.is(query)) return retryWhileBusy(() => rowsOf(read), deadline());
    const until = deadline();
    const unlock = await acquireWithin(mutex, DATABASE_BUSY_MAX_MS);
    try {
      fileMonitor.check();
      const result = await retryWhileBusy(() => rowsOf(write), until);
      fileMonitor.check();
      return result;
    } finally {
      unlock();
    }
  }

  #inTransaction<T>(statement: () => T): T {
    try {
      return statement();
    } catch (error) {
      throw convertSqliteError(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** Kysely driver for SQLite on Node's own module. Statements run synchronously; waiting for a lock is asynchronous. */
export class SqliteDriver implements Driver {
  #connections: SqliteConnections;
  #shared: Shared;
  /** Opens the database for writing; null once the database is open for writing. */
  #reopen: Reopen | null;
  #reopening: Promise<void> | null = null;
  /**
   * Connections from the time when the database was only read; null if there was none. They stay open, because closing them would free the
   * locks of the current connections.
   */
  #formerConnections: SqliteConnections | null = null;

  constructor(connections: SqliteConnections, reopen: Reopen | null) {
    this.#connections = connections;
    this.#shared = shareConnections(connections);
    this.#reopen = reopen;
  }

  /**
   * Throws DatabaseReplacedError while a file of the database is not the opened one, and DatabaseFullError while the database is only read.
   */
  checkFiles(): void {
    this.#connections.fileMonitor.check();
  }

  async #tryReopening(reopen: Reopen): Promise<void> {
    const opened = await reopen().catch(() => null);
    if (opened === null) return;
    this.#formerConnections = this.#connections;
    this.#connections = opened;
    this.#shared = shareConnections(opened);
    this.#reopen = null;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#reopen !== null) {
      this.#reopening ??= this.#tryReopening(this.#reopen).finally(() => {
        this.#reopening = null;
      });
      await this.#reopening;
    }
    return new SqliteConnection(this.#shared);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const { mutex, fileMonitor, writer } = connection.shared;
    const until = deadline();
    const unlock = await acquireWithin(mutex, DATABASE_BUSY_MAX_MS);
    try {
      fileMonitor.check();
      // IMMEDIATE takes the write lock now; taking it later could fail after the transaction has read.
      await retryWhileBusy(() => writer.exec('begin immediate'), until);
    } catch (error) {
      unlock();
      throw error;
    }
    connection.unlock = unlock;
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    const { fileMonitor, writer } = connection.shared;
    fileMonitor.check();
    await retryWhileBusy(() => writer.exec('commit'), deadline());
    // A commit is acknowledged only if it is in the file that the next start opens.
    fileMonitor.check();
    connection.unlockWriter();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    const { writer } = connection.shared;
    try {
      // A full disk ends a transaction by itself; there is then nothing to roll back.
      if (connection.unlock !== null && writer.isTransaction) writer.exec('rollback');
    } finally {
      connection.unlockWriter();
    }
  }

  readonly releaseConnection = this.rollbackTransaction;

  async destroy(): Promise<void> {
    // A write under way finishes first; a later one finds the file closed.
    const unlock = await acquireWithin(this.#shared.mutex, DATABASE_BUSY_MAX_MS).catch(() => null);
    // The connection that closes last copies the write-ahead log into the main file, unless it is the reader.
    for (const { reader, writer } of [this.#connections, this.#formerConnections].filter(
      (one) => one !== null,
    )) {
      reader.close();
      writer.close();
    }
    unlock?.();
  }
}
