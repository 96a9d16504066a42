import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { backups } from '#messages/backups.ts';
import { text } from '#shared/messages/text.ts';
import type { Config } from '../../config/config.ts';
import { findProgram } from '../../config/find-program.ts';
import { StartError } from '../../config/start-error.ts';

/** A PostgreSQL database, and the PATH on which PostgreSQL's programs are. */
interface PostgresPlace extends Pick<Config, 'searchPath'> {
  readonly databaseUrl: string;
}

/**
 * Runs one of PostgreSQL's programs and returns its output. The password is not in its arguments, which every user of the machine sees.
 * Throws StartError, with the program's words for a fault that has no sentence here.
 */
const runProgram = async (
  name: 'pg_dump' | 'psql',
  { databaseUrl, searchPath }: PostgresPlace,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> => {
  const program = findProgram(name, searchPath);
  if (program === null) throw new StartError(text(backups, 'programsMissing'));
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const env = { PATH: searchPath, PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  // What only the driver knows.
  searchParams.delete('uselibpqcompat');
  const mode = searchParams.get('sslmode');
  if (mode === 'no-verify') searchParams.set('sslmode', 'require');
  if (mode === 'verify-full' && !searchParams.has('sslrootcert')) searchParams.set('sslrootcert', 'system');
  try {
    const all = ['--no-password', `--dbname=${url.href}`, ...args];
    return (await promisify(execFile)(program, all, { env, signal })).stdout;
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
    if (said.includes('version mismatch')) throw new StartError(text(backups, 'programsOld'), { cause });
    if (said.includes('connection to server')) throw new StartError(text(backups, 'unreachable'), { cause });
    throw new StartError(`${name} failed: ${said.trim()}`, { cause });
  }
};

/** Returns the rows of a query, their values separated by '|'. Throws like `runProgram`. */
export const askPostgres = async (place: PostgresPlace, query: string): Promise<string> =>
  (
    await runProgram('psql', place, ['--no-psqlrc', '--no-align', '--tuples-only', '--command', query])
  ).trim();

/** Writes the tables of a running database into a file as SQL, all of one moment. Throws like `runProgram`. */
export const dumpPostgres = (place: PostgresPlace, file: string, signal?: AbortSignal): Promise<unknown> =>
  runProgram(
    'pg_dump',
    place,
    [
      '--no-owner',
      '--no-privileges',
      '--no-unlogged-table-data',
      '--lock-wait-timeout=60000',
      '--file',
      file,
    ],
    signal,
  );

const DROP_TABLES = `do $$ declare one record; begin
  for one in select tablename from pg_tables where schemaname = current_schema() loop
    execute format('drop table if exists %I cascade', one.tablename);
  end loop;
end $$`;

/** Replaces all tables of a database by those of a file that `dumpPostgres` wrote, in one transaction. Throws like `runProgram`. */
export const restorePostgres = async (place: PostgresPlace, file: string): Promise<void> => {
  // Newer programs than the server write a setting that it does not know.
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^SET transaction_timeout = 0;$/m, ''));
  const once = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1'];
  await runProgram('psql', place, [...once, '--command', DROP_TABLES, '--file', file]);
};
