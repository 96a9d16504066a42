import { open } from 'node:fs/promises';

/**
 * Creates an empty file that only its owner may read, unless it exists. Does not open an existing file: closing any
 * descriptor of a file frees all POSIX locks of the process on it, including SQLite's. Throws the file system's error.
 */
export const createFile = (file: string): Promise<void> =>
  open(file, 'wx', 0o600).then(
    (created) => created.close(),
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
