import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { backups } from '#messages/backups.ts';
import { text } from '#shared/messages/text.ts';
import type { Config } from '../../config/config.ts';
import { findProgram } from '../../config/find-program.ts';
import { StartError } from '../../config/start-error.ts';

/** URL of a PostgreSQL database, and the PATH on which PostgreSQL's programs are. */
interface PostgresTarget extends Pick<Config, 'searchPath'> {
  readonly databaseUrl: string;
}

/**
 * Runs one of PostgreSQL's programs and returns its standard output. Passes the password in the environment, because every user of the
 * computer can see the arguments. Throws StartError when the program is missing, fails or is aborted by `signal`; for an unknown fault, the
 * message quotes the program's error output.
 */
const runProgram = async (
  name: 'pg_dump' | 'psql',
  { databaseUrl, searchPath }: PostgresTarget,
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

/** Runs a query, and returns its rows as lines with the values separated by '|'. Throws StartError. */
export const askPostgres = async (target: PostgresTarget, query: string): Promise<string> =>
  (
    await runProgram('psql', target, ['--no-psqlrc', '--no-align', '--tuples-only', '--command', query])
  ).trim();

/**
 * Writes the tables of a database into a file as SQL, without the rows of unlogged tables. All data is of one moment, even while servers
 * write to the database. Throws StartError, also when `signal` aborts.
 */
export const dumpPostgres = (target: PostgresTarget, file: string, signal?: AbortSignal): Promise<unknown> =>
  runProgram(
    'pg_dump',
    target,
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

/**
 * Replaces all tables of the current schema of a database by those of a file that `dumpPostgres` wrote, in one transaction. First removes
 * from the file a setting that older servers do not know. Throws StartError, and the file system's error.
 */
export const restorePostgres = async (target: PostgresTarget, file: string): Promise<void> => {
  // Newer programs than the server write a setting that it does not know.
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^SET transaction_timeout = 0;$/m, ''));
  const once = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1'];
  await runProgram('psql', target, [...once, '--command', DROP_TABLES, '--file', file]);
};
