import { access, constants, mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Returns the path of the master secret in a data directory. */
export const secretFileIn = (directory: string): string => path.join(directory, 'secret');

/** Returns the path of the database file in a data directory. */
export const databaseFileIn = (directory: string): string => path.join(directory, 'savelet.db');

/** Returns whether a path exists and this process can reach it. Never rejects. */
export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * Returns whether DATA_DIR holds the secret of an earlier start but no database file: the file was removed, or DATA_DIR has changed.
 * Returns false when DATABASE_URL is set.
 */
export const isDatabaseMissing = async ({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<boolean> =>
  databaseUrl === null && (await exists(secretFileIn(dataDir))) && !(await exists(databaseFileIn(dataDir)));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * Creates an empty file that only its owner may read and write, unless the file exists. Does not open an existing file, because closing any
 * descriptor of a file frees all POSIX locks of the process on it, including those of SQLite. Throws the file system's error.
 */
export const createFile = (file: string): Promise<void> =>
  open(file, 'wx', 0o600).then(
    (created) => created.close(),
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    },
  );

const uid = process.getuid?.();
const THIS_USER = `the user this process runs as${uid === undefined ? '' : ` (id ${uid})`}`;
/** What to do about a folder or file of another user. */
const OWNER_ADVICE =
  'Give that user the folder and all files in it (chown -R), or run the server as the user who owns them.';
const UNUSABLE = `DATA_DIR cannot be used by ${THIS_USER}. ${OWNER_ADVICE}`;

const MESSAGES: Readonly<Record<string, string>> = {
  EEXIST: 'DATA_DIR must be a folder: something else is in its place.',
  ENOTDIR: 'DATA_DIR must be a folder: a file is in its place, or in the place of a folder above it.',
  EACCES: UNUSABLE,
  EPERM: UNUSABLE,
  EROFS:
    'DATA_DIR is on a file system that cannot be written. Mount it for writing, or set DATA_DIR to a folder elsewhere.',
  ENOSPC: 'DATA_DIR is on a full disk. Free some space, then start again.',
  EDQUOT: 'DATA_DIR is on a full disk.',
};

/** Converts a file system error in DATA_DIR to a StartError that says what the operator can do. Returns a StartError unchanged. */
export const dataDirectoryError = (cause: unknown): StartError =>
  cause instanceof StartError
    ? cause
    : new StartError(MESSAGES[codeOf(cause)] ?? `DATA_DIR cannot be used: ${codeOf(cause) || 'fault'}.`, {
        cause,
      });

/**
 * Throws StartError when a file exists but this process does not have the access `mode` (a constant of `fs`) to it. `use` is the word for
 * that access in the message.
 */
const checkAccess = async (file: string, mode: number, use: 'read' | 'written'): Promise<void> => {
  await access(file, mode).catch((cause: unknown) => {
    // Another process has just closed the database and thereby removed the files beside it.
    if (codeOf(cause) === 'ENOENT') return;
    if (codeOf(cause) === 'EROFS') throw dataDirectoryError(cause);
    const name = path.basename(file);
    throw new StartError(`DATA_DIR: "${name}" in it cannot be ${use} by ${THIS_USER}. ${OWNER_ADVICE}`, {
      cause,
    });
  });
};

/**
 * Checks the files of a data directory, and creates nothing. Throws StartError when a file cannot be read or is not a regular file, because
 * opening a FIFO would block forever. With `writesDatabase`, also throws when a file of the database cannot be written: SQLite would open
 * it only for reading, and every save would fail.
 */
export const checkDataFiles = async (
  directory: string,
  { writesDatabase }: { readonly writesDatabase: boolean },
): Promise<void> => {
  const database = databaseFileIn(directory);
  const written = [database, `${database}-wal`, `${database}-shm`, path.join(directory, 'savelet.lock')];
  for (const file of [secretFileIn(directory), ...written]) {
    const found = await stat(file).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw dataDirectoryError(error);
    });
    if (found === null) continue;
    if (!found.isFile())
      throw new StartError(`DATA_DIR: "${path.basename(file)}" in it is not a regular file.`);
    await checkAccess(file, constants.R_OK, 'read');
    if (writesDatabase && written.includes(file)) await checkAccess(file, constants.W_OK, 'written');
  }
};

/**
 * Checks that an existing data directory can be used for what is stored there: the database unless DATABASE_URL is set, and the secret
 * unless SECRET is set. Creates nothing. Throws StartError when the directory or a file in it cannot be used.
 */
export const checkDataDirectory = async ({
  dataDir,
  databaseUrl,
  secret,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'secret'>): Promise<void> => {
  if (databaseUrl !== null && secret !== null) return;
  try {
    await checkDataFiles(dataDir, { writesDatabase: databaseUrl === null });
    const isWritten = databaseUrl === null || !(await exists(secretFileIn(dataDir)));
    await access(dataDir, constants.R_OK | constants.X_OK | (isWritten ? constants.W_OK : 0));
  } catch (error) {
    throw dataDirectoryError(error);
  }
};

/**
 * Creates the data directory, accessible only to its owner, and checks it with `checkDataDirectory`. Does nothing when both DATABASE_URL
 * and SECRET are set. Throws StartError.
 */
export const prepareDataDirectory = async (
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secret'>,
): Promise<void> => {
  if (config.databaseUrl !== null && config.secret !== null) return;
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw dataDirectoryError(error);
  }
  await checkDataDirectory(config);
};
