import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { storable } from '../database-fault.ts';

/** The product's queries are far fewer; this bounds what lists of varying length can fill. */
const STATEMENTS_MAX = 200;

interface Kept {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

/** Runs one statement and gives its rows, or how many rows it changed. Throws SQLite's error. */
export type RunStatement = (sql: string, parameters: readonly unknown[]) => QueryResult<unknown>;

/** Makes the way to run statements over a connection; those that were run lately stay prepared. */
export const createStatements = (connection: DatabaseSync): RunStatement => {
  const kept = new Map<string, Kept>();

  const prepared = (sql: string): Kept => {
    const found = kept.get(sql);
    if (found !== undefined) {
      kept.delete(sql);
      kept.set(sql, found);
      return found;
    }
    const statement = connection.prepare(sql);
    const made = { statement, givesRows: statement.columns().length > 0 };
    kept.set(sql, made);
    const [oldest] = kept.keys();
    if (kept.size > STATEMENTS_MAX && oldest !== undefined) kept.delete(oldest);
    return made;
  };

  return (sql, parameters) => {
    const { statement, givesRows } = prepared(sql);
    const values = storable(parameters) as readonly SQLInputValue[];
    if (givesRows) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
};
