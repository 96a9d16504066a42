import { DatabaseSync } from 'node:sqlite';

const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
};

/** Converts an SQLite file to the SQL statements that recreate it: tables, rows, then indexes. */
export const dumpDatabase = (file: string): string => {
  const database = new DatabaseSync(file, { readOnly: true });
  const objects = database
    .prepare(
      "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by type desc, rowid",
    )
    .all() as { type: string; name: string; sql: string }[];
  const rowsOf = (table: string): string[] =>
    database
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => `INSERT INTO "${table}" VALUES (${Object.values(row).map(literal).join(', ')});`);
  const lines = objects.flatMap(({ type, name, sql }) => [
    `${sql};`,
    ...(type === 'table' ? rowsOf(name) : []),
  ]);
  database.close();
  return `${lines.join('\n')}\n`;
};
