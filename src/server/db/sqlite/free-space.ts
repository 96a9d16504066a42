import { statfs } from 'node:fs/promises';
import process from 'node:process';
import { DatabaseFullError } from '../database-fault.ts';

/** A disk with less than this left counts as full: a save with a logo must fit. */
const DATABASE_FREE_MIN_BYTES = 1024 * 1024;

/**
 * Checks that the disk of a directory has space for another write. Throws DatabaseFullError when fewer than
 * DATABASE_FREE_MIN_BYTES are free.
 */
export const checkFreeSpace = async (directory: string): Promise<void> => {
  const { bsize, blocks, bfree, bavail } = await statfs(directory);
  // Some network and user-space file systems report no sizes.
  if (blocks === 0) return;
  // File systems reserve space that only root may use.
  const free = process.getuid?.() === 0 ? bfree : bavail;
  if (free * bsize < DATABASE_FREE_MIN_BYTES) throw new DatabaseFullError();
};
