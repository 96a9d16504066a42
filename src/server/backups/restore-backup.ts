import { readFile, rename, rm } from 'node:fs/promises';
import type { Config } from '../base/config/config.ts';
import { databaseFileIn, exists, prepareDataDirectory, secretFileIn } from '../base/config/data-directory.ts';
import { readMasterSecret } from '../base/config/master-secret.ts';
import { StartError } from '../base/config/start-error.ts';
import { isKnownMigration } from '../base/db/migrate.ts';
import { describeDatabase } from '../base/db/open-database.ts';
import { askPostgres, restorePostgres } from '../base/db/postgres/postgres-programs.ts';
import { lockDataDirectory } from '../base/db/sqlite/lock-data-directory.ts';
import { type BackupParts, readBackup, withTemporaryFolder } from './backup-archive.ts';

interface RestoreParts extends BackupParts {
  readonly config: BackupParts['config'] & Pick<Config, 'previousSecret'>;
  /** Whether the stored tables and the stored secret may be replaced. */
  readonly force: boolean;
}

type Manifest = Awaited<ReturnType<typeof readBackup>>['manifest'];

const IN_USE = `select
  (select count(*) from pg_stat_activity where datname = current_database() and application_name = 'savelet'),
  (select count(*) from pg_tables where schemaname = current_schema())`;

/** Returns the sentence that says why a backup and its secret do not fit this version and these settings; null if they do. */
const findMismatch = (
  { config, build }: RestoreParts,
  { kind, version, migration }: Manifest,
  secret: string,
): string | null => {
  const isNewer = version.localeCompare(build.version, 'en', { numeric: true }) > 0;
  if (isNewer || !isKnownMigration(migration))
    return `The backup was made by a newer version of Savelet (${version}): restore it with that one.`;
  if (kind === 'sqlite' && config.databaseUrl !== null)
    return 'The backup holds an SQLite database: restore it without DATABASE_URL.';
  if (kind === 'postgres' && config.databaseUrl === null)
    return 'The backup holds a PostgreSQL database: set DATABASE_URL to an empty one.';
  return config.secret !== null && config.secret !== secret && config.previousSecret !== secret
    ? 'SECRET is not that of the backup, which the file "secret" in it holds: set SECRET or SECRET_PREVIOUS to that one.'
    : null;
};

/**
 * Returns the sentence that says why a backup cannot be restored into this installation; null if it can. Throws StartError, and the file
 * system's error.
 */
const findObstacle = async (
  parts: RestoreParts,
  manifest: Manifest,
  secret: string,
): Promise<string | null> => {
  const mismatch = findMismatch(parts, manifest, secret);
  if (mismatch !== null) return mismatch;
  const { config, force } = parts;
  const { databaseUrl, dataDir, searchPath } = config;
  const [connections = '0', tables = '0'] =
    databaseUrl === null ? [] : (await askPostgres({ databaseUrl, searchPath }, IN_USE)).split('|');
  if (connections !== '0') return 'A Savelet server is running on this database: stop all instances first.';
  if (force) return null;
  if (tables !== '0' || (databaseUrl === null && (await exists(databaseFileIn(dataDir)))))
    return `${await describeDatabase(config)} holds data already: add --force to replace all of it${databaseUrl === null ? '' : ', every table of its schema, also those of other programs'}.`;
  const stored = config.secret ?? (await readMasterSecret(config)) ?? secret;
  return config.secret !== null || stored === secret
    ? null
    : `${secretFileIn(dataDir)} is not that of the backup: add --force to replace it.`;
};

/**
 * Replaces the database of an installation by that of a backup, and the secret in DATA_DIR unless SECRET is set. Creates DATA_DIR if it is
 * missing. Returns the manifest of the backup. Throws StartError, also while a server uses the database, and when data would be replaced
 * without `force`; or the file system's error.
 */
export const restoreBackup = async (parts: RestoreParts, file: string): Promise<Manifest> => {
  const { databaseUrl, dataDir, searchPath, secret: givenSecret } = parts.config;
  await prepareDataDirectory(parts.config);
  const lock = databaseUrl === null ? await lockDataDirectory(dataDir) : null;
  try {
    return await withTemporaryFolder(dataDir, async (folder) => {
      const { manifest, secret, database } = await readBackup(file, folder);
      const obstacle = await findObstacle(parts, manifest, await readFile(secret, 'utf8'));
      if (obstacle !== null) throw new StartError(`${obstacle} Nothing was changed.`);
      if (databaseUrl !== null) await restorePostgres({ databaseUrl, searchPath }, database);
      else {
        // The write-ahead log of another database would be applied to this one.
        for (const suffix of ['-wal', '-shm']) await rm(databaseFileIn(dataDir) + suffix, { force: true });
        await rename(database, databaseFileIn(dataDir));
      }
      if (givenSecret === null) await rename(secret, secretFileIn(dataDir));
      return manifest;
    });
  } finally {
    lock?.release();
  }
};
