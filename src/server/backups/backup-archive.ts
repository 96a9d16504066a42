import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar/fs';
import * as z from 'zod/mini';
import type { Config } from '../base/config/config.ts';
import { databaseFileIn } from '../base/config/data-directory.ts';
import { readMasterSecret } from '../base/config/master-secret.ts';
import { StartError } from '../base/config/start-error.ts';
import { requireDatabase } from '../base/db/open-database.ts';
import { askPostgres, dumpPostgres } from '../base/db/postgres/postgres-programs.ts';
import { copyDatabase } from '../base/db/sqlite/copy-database.ts';
import type { BuildInfo } from '../base/observability/build-info.ts';

// A backup is a tar archive, compressed with gzip: `manifest.json`, `secret`, and the database, as a file of SQLite or as SQL.

const DATABASE_FILES = { sqlite: 'savelet.db', postgres: 'savelet.sql' } as const;

const manifestSchema = z.object({
  savelet: z.literal('backup'),
  version: z.string(),
  commit: z.nullable(z.string()),
  at: z.iso.datetime(),
  kind: z.enum(['sqlite', 'postgres']),
  /** Name of the last migration of the database. */
  migration: z.string(),
  /** SHA-256 of the secret and of the database file, in hexadecimal digits. */
  checksums: z.object({ secret: z.string(), database: z.string() }),
});

/** Configuration of the installation that is backed up or restored, and the build of the running program. */
export interface BackupParts {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 'searchPath'>;
  readonly build: BuildInfo;
}

/** Returns the path of the folder of backups in a data directory. */
export const backupsFolderIn = (dataDir: string): string => path.join(dataDir, 'backups');

/** Returns the file name of a backup that is made now. */
export const nameOfBackup = (kind: 'by-hand' | 'nightly'): string =>
  `savelet-${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${kind}.tar.gz`;

/**
 * Creates an empty folder in the folder of backups, which only this user may open, and runs the work with its path. Removes the folder when
 * the work ends or fails, and returns the result of the work.
 */
export const withTemporaryFolder = async <T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  await mkdir(backupsFolderIn(dataDir), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(backupsFolderIn(dataDir), 'preparing-'));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
};

const checksumOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

const LAST_MIGRATION = 'select max(name) as name from kysely_migration';

/**
 * Copies the database of an installation, which may be running, into the file `copy`, and returns the name of its last migration. `signal`
 * stops only pg_dump. Throws like `writeBackup`.
 */
const copyInto = async (
  { databaseUrl, dataDir, searchPath }: BackupParts['config'],
  copy: string,
  signal?: AbortSignal,
) => {
  if (databaseUrl !== null) {
    await dumpPostgres({ databaseUrl, searchPath }, copy, signal);
    return askPostgres({ databaseUrl, searchPath }, LAST_MIGRATION);
  }
  await copyDatabase(databaseFileIn(dataDir), copy);
  const opened = new DatabaseSync(copy, { readOnly: true });
  try {
    return String(opened.prepare(LAST_MIGRATION).get()?.['name']);
  } finally {
    opened.close();
  }
};

/**
 * Writes a backup: the database and the secret of an installation, which may be running. `file` appears only once the backup is complete;
 * null means the standard output. Throws StartError, DatabaseUnavailableError, or the error of the file system or of SQLite. When `signal`
 * aborts, throws StartError while pg_dump runs, and an AbortError while `file` is written.
 */
export const writeBackup = async (
  { config, build }: BackupParts,
  file: string | null,
  signal = new AbortController().signal,
) => {
  const kind = config.databaseUrl === null ? 'sqlite' : 'postgres';
  if (kind === 'sqlite') await requireDatabase(config.dataDir);
  const secret = await readMasterSecret(config);
  if (secret === null) throw new StartError('DATA_DIR holds no secret. Start the server once to make it.');
  await withTemporaryFolder(config.dataDir, async (folder) => {
    const source = path.join(folder, DATABASE_FILES[kind]);
    const migration = await copyInto(config, source, signal);
    const checksums = {
      secret: createHash('sha256').update(secret).digest('hex'),
      database: await checksumOf(source),
    };
    const about = { savelet: 'backup', ...build, at: new Date().toISOString(), kind, migration, checksums };
    const mode = 0o600;
    const archive = packTar([
      { type: 'content', target: 'manifest.json', content: JSON.stringify(about, null, 2), mode },
      { type: 'content', target: 'secret', content: secret, mode },
      { type: 'file', target: DATABASE_FILES[kind], source, mode },
    ]);
    if (file === null) return pipeline(archive, createGzip(), process.stdout);
    const partial = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      const output = createWriteStream(partial, { flags: 'wx', mode, flush: true });
      await pipeline(archive, createGzip(), output, { signal });
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
  });
};

/**
 * Unpacks a backup into an empty folder, and returns its manifest and the paths of its files. Throws StartError for a file that is not a
 * complete backup, and the file system's error.
 */
export const readBackup = async (file: string, folder: string) => {
  const names = ['manifest.json', 'secret', ...Object.values(DATABASE_FILES)];
  const fault: unknown = await pipeline(
    createReadStream(file),
    createGunzip(),
    unpackTar(folder, { filter: ({ name, type }) => names.includes(name) && type === 'file', fmode: 0o600 }),
  ).catch((error: unknown) => error);
  if (fault instanceof Error && 'syscall' in fault) throw fault;
  const manifest = await readFile(path.join(folder, 'manifest.json'), 'utf8')
    .then((text) => manifestSchema.parse(JSON.parse(text)))
    .catch((cause: unknown) => {
      throw new StartError(`${file} is no backup of Savelet, or only its beginning.`, { cause });
    });
  const files = {
    secret: path.join(folder, 'secret'),
    database: path.join(folder, DATABASE_FILES[manifest.kind]),
  };
  for (const name of ['secret', 'database'] as const)
    if (fault !== undefined || (await checksumOf(files[name]).catch(() => '')) !== manifest.checksums[name])
      throw new StartError(`${file} is damaged, or was cut off.`);
  return { ...files, manifest };
};
