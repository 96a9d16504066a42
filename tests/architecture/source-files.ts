import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const EXCLUDED = new Set(['node_modules', '.git', 'dist', 'data', 'coverage', '.cache']);
/**
 * Returns whether a path belongs to the source. Folders with excluded names are excluded only at the top of the tree;
 * deeper down they may be part of a module.
 */
const isIncluded = (relative: string, name: string): boolean =>
  !(EXCLUDED.has(name) && (relative === '' || name === 'node_modules'));

export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Returns the paths of all files below a folder of the repository, without installed and built files. */
export const pathsUnder = (relative = ''): string[] =>
  readdirSync(path.join(ROOT, relative), { withFileTypes: true }).flatMap((entry) => {
    const file = relative === '' ? entry.name : `${relative}/${entry.name}`;
    if (!isIncluded(relative, entry.name)) return [];
    return entry.isDirectory() ? pathsUnder(file) : [file];
  });

/** Reads the files whose path matches, with their text. */
export const readFiles = (paths: readonly string[], pattern: RegExp): SourceFile[] =>
  paths
    .filter((file) => pattern.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

export const CODE = /\.(ts|tsx|mjs)$/;
export const IS_TEST = /\.test\.tsx?$/;

/** Returns 'path:line: text' for each line that matches the pattern. */
export const linesMatching = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  );
