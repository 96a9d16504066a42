import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../observability/logger.ts';
import { DATABASE_BUSY_MAX_MS, type Listen } from '../database.ts';
import {
  checkStorable,
  DatabaseBusyError,
  DatabaseConnectionError,
  DatabaseFullError,
} from '../database-fault.ts';
import type { Tables } from '../tables.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
/** SQLSTATE codes of connection exceptions, of sessions ended by the server, and of too many connections. */
const UNAVAILABLE = /^(?:08|57P0|25P03$|53300$)/;

/**
 * Returns whether the fault of a query means that its connection must not be reused: the connection is broken, or still busy with a query
 * that nobody awaits.
 */
const isConnectionLost = (error: unknown): boolean => error instanceof DatabaseConnectionError;

/**
 * Converts the error of a query to a DatabaseUnavailableError when the server was busy, its disk is full, or the connection failed. An
 * error that the server did not send counts as a failed connection, unless it is a TypeError. Returns any other error unchanged.
 */
const convertQueryError = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED)
      return new DatabaseBusyError({ cause: error });
    if (code === DISK_FULL) return new DatabaseFullError({ cause: error });
    return UNAVAILABLE.test(code) ? new DatabaseConnectionError({ cause: error }) : error;
  }
  // An error that the server did not send concerns the connection: reset, ended, or no response in time.
  return error instanceof TypeError ? error : new DatabaseConnectionError({ cause: error });
};

const DATABASE_CONNECTIONS_MAX = 10;
/** Time limit in milliseconds for getting a PostgreSQL connection, free or new. */
export const DATABASE_ACQUIRE_MS = 2_000;
/** Milliseconds beyond the server-side statement timeout after which the database counts as unreachable. */
const DATABASE_ANSWER_GRACE_MS = 1_000;

const INT8 = 20;
const NUMERIC = 1700;
const BYTEA = 17;

/**
 * Parses integers and bytes to the types that SQLite returns. Sums of integers are `numeric` in PostgreSQL. No number
 * in the tables exceeds 2^53.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === INT8 || id === NUMERIC) return Number;
    if (id === BYTEA) return (text: string) => Uint8Array.from(Buffer.from(text.slice('\\x'.length), 'hex'));
    return pg.types.getTypeParser(id, format);
  },
};

/**
 * Wraps a client of the pool: throws DatabaseValueError for parameters that `checkStorable` rejects, converts the errors of queries with
 * `convertQueryError`, never throws the error of a rollback, and on release discards the connection if it is lost.
 */
const wrapClient = (client: pg.PoolClient): PostgresPoolClient => {
  let isLost = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    const values = [...checkStorable(parameters)];
    try {
      return await client.query(sql, values);
    } catch (error) {
      const fault = convertQueryError(error);
      isLost ||= isConnectionLost(fault);
      throw fault;
    }
  };
  // A failed rollback is not thrown, so that the first error is. The connection is discarded, which ends the
  // transaction.
  const rollBack = async () => {
    await query('rollback', []).catch(() => {
      isLost = true;
    });
    return { command: 'ROLLBACK', rowCount: 0, rows: [] };
  };
  const queryOf = (sql: string, parameters: readonly unknown[]) =>
    sql === 'rollback' ? rollBack() : query(sql, parameters);
  return {
    // Kysely would also pass cursors, but only if it had the cursor module.
    query: queryOf as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(isLost || destroy === true),
  };
};

const poolFor = (pool: pg.Pool): PostgresPool => ({
  options: {},
  connect: async () => {
    try {
      return wrapClient(await pool.connect());
    } catch (error) {
      throw new DatabaseConnectionError({ cause: error });
    }
  },
  end: () => pool.end(),
});

/**
 * Gives `sslmode` of a connection URL the meaning that PostgreSQL's own programs have: `require` encrypts without verifying the server. The
 * driver verifies the server in every mode with TLS except its own `no-verify`, and warns that this will change (pg-connection-string 2).
 */
const withModesOfLibpq = (url: string): string =>
  /[?&]sslmode=(?!no-verify)/.test(url) && !url.includes('uselibpqcompat=')
    ? `${url}&uselibpqcompat=true`
    : url;

/** Returns the options with which the driver connects to the server of a connection URL. */
const connectionOf = (url: string): pg.ClientConfig => ({
  connectionString: withModesOfLibpq(url),
  application_name: 'savelet',
  connectionTimeoutMillis: DATABASE_ACQUIRE_MS,
  keepAlive: true,
});

/**
 * Creates a query builder with a pool of at most `connectionsMax` connections to a PostgreSQL server. Opens no connection before the first
 * query. A statement may take `statementMaxMs` milliseconds, including the wait for locks. While the server is unreachable, a query throws
 * DatabaseConnectionError: after DATABASE_ACQUIRE_MS if it gets no connection, else a second after the limit of the statement. Later
 * queries open new connections.
 */
export const openPostgres = (
  url: string,
  log: Logger,
  connectionsMax = DATABASE_CONNECTIONS_MAX,
  statementMaxMs = DATABASE_BUSY_MAX_MS,
): Kysely<Tables> => {
  const pool = new pg.Pool({
    ...connectionOf(url),
    types,
    max: connectionsMax,
    statement_timeout: statementMaxMs,
    lock_timeout: statementMaxMs,
    // Frees the locks of an instance that froze inside a transaction.
    idle_in_transaction_session_timeout: statementMaxMs,
    // The server's own limits have no effect when the server itself hangs.
    query_timeout: statementMaxMs + DATABASE_ANSWER_GRACE_MS,
  });
  // Without listeners, a lost connection would end the process: an idle one, and one that is lost as it is made or between two statements.
  // The pool does not use it again.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolFor(pool) }) });
};

/** Milliseconds before a lost connection is opened again. */
const RECONNECT_MS = 500;

/**
 * Creates a `Listen` function for a PostgreSQL server. Each call of that function keeps one connection outside the pool, and opens another
 * half a second after the loss of one.
 */
export const listenPostgres =
  (url: string): Listen =>
  (channel, onNotification, onConnect) => {
    const closed = new AbortController();
    const { signal } = closed;
    let drop = (): void => undefined;
    const listenOnce = async (): Promise<void> => {
      const client = new pg.Client(connectionOf(url));
      const ended = Promise.withResolvers<void>();
      drop = ended.resolve;
      // Without a listener, losing the connection would end the process.
      client.on('error', drop).on('end', drop).on('notification', onNotification);
      try {
        await client.connect();
        await client.query(`listen ${channel}`);
        onConnect();
        await ended.promise;
      } finally {
        client.off('notification', onNotification);
        client.end().catch(() => undefined);
      }
    };
    const run = async (): Promise<void> => {
      while (!signal.aborted) {
        await listenOnce().catch(() => undefined);
        await pause(RECONNECT_MS, undefined, { signal, ref: false });
      }
    };
    run().catch(() => undefined);
    return {
      reconnect: () => drop(),
      close() {
        closed.abort();
        drop();
      },
    };
  };

/** Returns host, port and database of a connection URL, without user and password. Does not connect. */
export const describePostgres = (url: string): string => {
  const { host, port, database } = new pg.Client({ connectionString: withModesOfLibpq(url) });
  return `PostgreSQL ${host}:${port}/${database ?? ''}`;
};
