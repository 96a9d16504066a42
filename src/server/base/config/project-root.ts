import { existsSync } from 'node:fs';
import path from 'node:path';

const findRoot = (folder: string): string => {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error('there is no package.json above the program');
  return findRoot(above);
};

/**
 * Absolute path of the project's folder: the nearest folder above this module that contains a package.json. The search is needed because
 * the sources and the built program lie at different depths.
 */
export const PROJECT_ROOT = findRoot(import.meta.dirname);
