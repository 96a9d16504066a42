import { open } from 'node:fs/promises';

/**
 * Makes an empty file that only its owner may read, unless it is there already. An existing file is not opened: POSIX frees all locks
 * of a process on a file when the process closes any descriptor of it, SQLite's too. Throws the file system's error.
 */
export const createFile = (file: string): Promise<void> =>
  open(file, 'wx', 0o600).then(
    (made) => made.close(),
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
