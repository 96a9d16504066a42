import { statfs } from 'node:fs/promises';
import process from 'node:process';
import type { Logger } from '../observability/logger.ts';
import type { Database } from './database.ts';
import { DatabaseFullError } from './database-fault.ts';

/** Minimum free space of a disk. A disk with less counts as full, because a save with a logo must fit. */
const DATABASE_FREE_MIN_BYTES = 1024 * 1024;

/**
 * Throws DatabaseFullError when the disk of a directory has fewer than DATABASE_FREE_MIN_BYTES free, and the file system's error when the
 * directory cannot be read. Does nothing on a file system that reports no sizes.
 */
export const checkFreeSpace = async (directory: string): Promise<void> => {
  const { bsize, blocks, bfree, bavail } = await statfs(directory);
  // Some network and user-space file systems report no sizes.
  if (blocks === 0) return;
  // File systems reserve space that only root may use.
  const free = process.getuid?.() === 0 ? bfree : bavail;
  if (free * bsize < DATABASE_FREE_MIN_BYTES) throw new DatabaseFullError();
};

/** Prefix of the names of test rows, which show whether the storage accepts writes again. */
const CHECK_ROWS = 'storage_check:';
/** Size of a test row: as large as a save with some content. */
const CHECK_BYTES = 64 * 1024;

/**
 * Wraps a database to track whether its storage is full, and logs when the storage becomes full and when it has space again. While the
 * storage is full, each `ping` tries a write, and throws DatabaseUnavailableError if that fails, so that the server notices free space
 * without a save by the owner.
 */
export const monitorStorage = (database: Database, log: Logger): Database => {
  let isFull = false;
  const recordState = (isFullNow: boolean): void => {
    if (isFullNow && !isFull) log.error('the storage of the database is full: nothing can be saved');
    if (!isFullNow && isFull) log.warn('the storage of the database has space again');
    isFull = isFullNow;
  };
  const recordFault = (error: unknown): never => {
    if (error instanceof DatabaseFullError) recordState(true);
    throw error;
  };
  const write: Database['write'] = async (work) => {
    const result = await database.write(work).catch(recordFault);
    recordState(false);
    return result;
  };
  return {
    ...database,
    write,
    async ping() {
      await database.ping();
      if (!isFull) return;
      // The name is unique: a row left by an interrupted check would cause a conflict, and nothing would be written.
      const row = { name: CHECK_ROWS + crypto.randomUUID(), value: '-'.repeat(CHECK_BYTES) };
      await write((trx) => trx.insertInto('site_state').values(row).execute());
      await write((trx) => trx.deleteFrom('site_state').where('name', 'like', `${CHECK_ROWS}%`).execute());
    },
  };
};
