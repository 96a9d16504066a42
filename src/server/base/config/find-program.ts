import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Returns whether a path is a regular file that this process may execute. */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * Searches the folders of a PATH for a program. Returns its full path, or null when no folder contains it. Ignores
 * relative folders: which program runs must not depend on the server's working directory.
 */
export const findProgram = (name: string, searchPath: string): string | null =>
  searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isProgram) ?? null;
