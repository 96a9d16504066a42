import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../config/start-error.ts';
import { createFile } from './create-file.ts';
import { isSqliteBusy } from './sqlite-fault.ts';

const FILE_NAME = 'savelet.lock';

export interface DataDirectoryLock {
  /** Frees the directory; a second call does nothing. */
  release(): void;
}

/**
 * Makes this process the one server of a data directory. The lock is SQLite's on a file of its own, which the operating system
 * frees when the process ends in any way; commands that open the database do not ask for it. A primary process with workers takes
 * it once for all of them. Throws StartError while another server holds it, or the file system's error.
 */
export const lockDataDirectory = async (directory: string): Promise<DataDirectoryLock> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, FILE_NAME);
  await createFile(file);
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written here, so a journal on disk would only be left behind by a kill.
    connection.exec('pragma journal_mode = memory');
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if (!isSqliteBusy(error)) throw error;
    throw new StartError(
      'Another Savelet server is running on this DATA_DIR. Stop it first, or give this one a DATA_DIR of its own. Several servers share a PostgreSQL database (DATABASE_URL).',
      { cause: error },
    );
  }
  return {
    release() {
      if (connection.isOpen) connection.close();
    },
  };
};
