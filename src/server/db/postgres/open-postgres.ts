import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import {
  DATABASE_ACQUIRE_MS,
  DATABASE_ANSWER_GRACE_MS,
  DATABASE_BUSY_MAX_MS,
  DATABASE_CONNECTIONS_MAX,
} from '#shared/limits.ts';
import type { Logger } from '../../observability/logger.ts';
import { checkStorable, DatabaseConnectionError } from '../database-fault.ts';
import type { Tables } from '../tables.ts';
import { isConnectionLost, queryFault } from './client-fault.ts';

const INT8 = 20;
const NUMERIC = 1700;
const BYTEA = 17;

/** Whole numbers and bytes as SQLite gives them; sums of whole numbers are numeric here. Beyond 2^53 nothing of ours counts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === INT8 || id === NUMERIC) return Number;
    if (id === BYTEA) return (text: string) => Uint8Array.from(Buffer.from(text.slice('\\x'.length), 'hex'));
    return pg.types.getTypeParser(id, format);
  },
};

const wrapClient = (client: pg.PoolClient): PostgresPoolClient => {
  let isLost = false;
  // Between two statements of a transaction nobody else listens, and an error unheard ends the process.
  const onError = () => {
    isLost = true;
  };
  client.on('error', onError);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    const values = [...checkStorable(parameters)];
    try {
      return await client.query(sql, values);
    } catch (error) {
      const fault = queryFault(error);
      isLost ||= isConnectionLost(fault);
      throw fault;
    }
  };
  // A transaction that cannot be rolled back ends with its connection; the first fault is the one to tell of.
  const rollBack = async () => {
    await query('rollback', []).catch(() => {
      isLost = true;
    });
    return { command: 'ROLLBACK', rowCount: 0, rows: [] };
  };
  const queryOf = (sql: string, parameters: readonly unknown[]) =>
    sql === 'rollback' ? rollBack() : query(sql, parameters);
  return {
    // Kysely would also pass cursors here, if it were given the module that makes them.
    query: queryOf as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      client.off('error', onError);
      client.release(isLost || destroy === true);
    },
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

export interface PostgresLimits {
  readonly connections: number;
  /** How long a statement may take, waiting for locks included. */
  readonly statementMs: number;
}

/** Limits of everything a request may wait for. */
export const SERVING_LIMITS: PostgresLimits = {
  connections: DATABASE_CONNECTIONS_MAX,
  statementMs: DATABASE_BUSY_MAX_MS,
};

/**
 * Makes a pool of connections to a PostgreSQL server; none is opened before the first query. While the server is away
 * every query throws DatabaseConnectionError, in the time of `limits` at the latest, and once it is back they work again.
 */
export const openPostgres = (url: string, log: Logger, limits: PostgresLimits): Kysely<Tables> => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'savelet',
    types,
    max: limits.connections,
    connectionTimeoutMillis: DATABASE_ACQUIRE_MS,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.statementMs,
    // Of an instance that froze inside a transaction the server frees the others.
    idle_in_transaction_session_timeout: limits.statementMs,
    // The server's own limits do not help where the server is what hangs.
    query_timeout: limits.statementMs + DATABASE_ANSWER_GRACE_MS,
    keepAlive: true,
  });
  // Without a listener the end of an idle connection would be the end of the process.
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolFor(pool) }) });
};

/** Names the server and the database of an address, without its user and password. Nothing is connected to. */
export const describePostgres = (url: string): string => {
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `PostgreSQL ${host}:${port}/${database ?? ''}`;
};
