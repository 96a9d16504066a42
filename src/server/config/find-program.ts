import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Tells whether a path leads to a file that may be run. */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * Looks for a program in the folders of a PATH and gives its whole path, null when it is in none of them. Relative folders
 * do not count: what is run must not depend on where the server was started.
 */
export const findProgram = (name: string, searchPath: string): string | null =>
  searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isProgram) ?? null;
