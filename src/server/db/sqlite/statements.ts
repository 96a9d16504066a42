import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { checkStorable } from '../database-fault.ts';

/**
 * Maximum number of prepared statements. The product has far fewer queries, but lists of varying length add variants.
 */
const STATEMENTS_MAX = 200;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

/**
 * Runs one statement and returns its rows, or the number of changed rows. Throws SQLite's error, or DatabaseValueError.
 */
export type RunStatement = (sql: string, parameters: readonly unknown[]) => QueryResult<unknown>;

/** Creates a function that runs statements on a connection and keeps the most recently used ones prepared. */
export const createStatementRunner = (connection: DatabaseSync): RunStatement => {
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
