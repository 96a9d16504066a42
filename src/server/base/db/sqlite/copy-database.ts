import { backup, DatabaseSync } from 'node:sqlite';
import { createFile } from '../../config/data-directory.ts';
import { DATABASE_BUSY_MAX_MS } from '../database.ts';
import { sqliteFault } from './sqlite-fault.ts';

/**
 * All pages in one step: the copy is the state of one moment, and no write starts it anew. In the write-ahead log's mode the step keeps no
 * writer waiting, and it runs in another thread.
 */
const ALL_PAGES = 0x7f_ff_ff_ff;

/**
 * Copies a database file, also of a running server, with everything that was committed before, into a file that only its owner may read.
 * Throws the file system's error, SQLite's error, or DatabaseFullError.
 */
export const copyDatabase = async (file: string, copy: string): Promise<void> => {
  // SQLite writes into an empty file, and would make a missing one readable for everybody.
  await createFile(copy);
  const source = new DatabaseSync(file, { readOnly: true, timeout: DATABASE_BUSY_MAX_MS });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } catch (error) {
    throw sqliteFault(error);
  } finally {
    source.close();
  }
};
