import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'data', 'coverage', '.cache']);
/** A folder of these names is left out at the top of the tree only: deeper down it would be a room's own. */
const isOurs = (relative: string, name: string): boolean =>
  !(NOT_OURS.has(name) && (relative === '' || name === 'node_modules'));

export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Paths of all files below a folder of the repository, installed and built things left out. */
export const pathsUnder = (relative = ''): string[] =>
  readdirSync(path.join(ROOT, relative), { withFileTypes: true }).flatMap((entry) => {
    const file = relative === '' ? entry.name : `${relative}/${entry.name}`;
    if (!isOurs(relative, entry.name)) return [];
    return entry.isDirectory() ? pathsUnder(file) : [file];
  });

/** The files whose path matches, with their text. */
export const readFiles = (paths: readonly string[], pattern: RegExp): SourceFile[] =>
  paths
    .filter((file) => pattern.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

export const CODE = /\.(ts|tsx|mjs)$/;
export const IS_TEST = /\.test\.tsx?$/;

/** 'path:line' of each line of the files that the pattern matches. */
export const linesMatching = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  );
