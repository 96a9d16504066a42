import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

export interface BuildInfo {
  readonly version: string;
  /** The first twelve digits of the commit; null where nothing tells it. */
  readonly commit: string | null;
}

const packageSchema = z.object({ version: z.string() });
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const SHOWN_DIGITS = 12;

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

const asCommit = (text: string | null): string | null => (text !== null && COMMIT.test(text) ? text : null);

/** The folder of a checkout's git data: `.git`, or for a linked work tree the folder that the file `.git` names. */
const gitFolderOf = async (root: string): Promise<string> => {
  const pointer = await textOf(path.join(root, '.git'));
  const named = pointer === null ? undefined : /^gitdir: (.+)$/.exec(pointer)?.[1];
  return path.resolve(root, named ?? '.git');
};

const commitOfReference = async (git: string, name: string): Promise<string | null> => {
  const common = await textOf(path.join(git, 'commondir'));
  const folders = common === null ? [git] : [git, path.resolve(git, common)];
  for (const folder of folders) {
    const loose = asCommit(await textOf(path.join(folder, name)));
    if (loose !== null) return loose;
    const packed = (await textOf(path.join(folder, 'packed-refs'))) ?? '';
    const line = packed.split('\n').find((one) => one.endsWith(` ${name}`));
    if (line !== undefined) return asCommit(line.split(' ')[0] ?? null);
  }
  return null;
};

/** The commit that is checked out, read without the program git. */
const checkedOutCommit = async (root: string): Promise<string | null> => {
  const git = await gitFolderOf(root);
  const head = await textOf(path.join(git, 'HEAD'));
  const name = /^ref: (refs\/[\w./-]+)$/.exec(head ?? '')?.[1];
  return name === undefined ? asCommit(head) : commitOfReference(git, name);
};

/**
 * Reads the version and the commit of the program in `root`: from the checkout, else from the file `dist/commit` that a build may
 * write for a copy without git data. Never throws.
 */
export const readBuildInfo = async (root: string): Promise<BuildInfo> => {
  const described = packageSchema.safeParse(
    await textOf(path.join(root, 'package.json')).then((text) => {
      try {
        return JSON.parse(text ?? '') as unknown;
      } catch {
        return null;
      }
    }),
  );
  const commit = (await checkedOutCommit(root)) ?? asCommit(await textOf(path.join(root, 'dist', 'commit')));
  return {
    version: described.success ? described.data.version : 'unknown',
    commit: commit === null ? null : commit.slice(0, SHOWN_DIGITS),
  };
};
