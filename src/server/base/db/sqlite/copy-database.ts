import { backup, DatabaseSync } from 'node:sqlite';
import { createFile } from '../../config/data-directory.ts';
import { DATABASE_BUSY_MAX_MS } from '../database.ts';
import { convertSqliteError } from './sqlite-fault.ts';

/**
 * Number of pages that the backup copies in one step: more than any database has. With one step, the copy shows one moment, and no write
 * makes SQLite begin the copy again. In WAL mode the step blocks no writer, and it runs in another thread.
 */
const ALL_PAGES = 0x7f_ff_ff_ff;

/**
 * Copies a database file, even while a server uses it, to the path `copyFile`. The copy contains everything that was committed before the
 * call, and only its owner may read it. Throws the file system's error, SQLite's error, DatabaseFullError or DatabaseReplacedError.
 */
export const copyDatabase = async (file: string, copyFile: string): Promise<void> => {
  // SQLite writes into an empty file, and would make a missing one readable for everybody.
  await createFile(copyFile);
  const source = new DatabaseSync(file, { readOnly: true, timeout: DATABASE_BUSY_MAX_MS });
  try {
    await backup(source, copyFile, { rate: ALL_PAGES });
  } catch (error) {
    throw convertSqliteError(error);
  } finally {
    source.close();
  }
};
