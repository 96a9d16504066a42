import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '#shared/parse-json.ts';

/** Version and commit of the running program. */
export interface BuildInfo {
  /** Version in package.json; 'unknown' when it cannot be read. */
  readonly version: string;
  /** First twelve digits of the commit hash; null when it is unknown. */
  readonly commit: string | null;
}

/** Returns the line that `--version` prints, with its line break. */
export const describeBuild = ({ version, commit }: BuildInfo): string =>
  `Savelet ${version} (commit ${commit ?? 'unknown'})\n`;

const packageSchema = z.object({ version: z.string() });
/** Matches a whole commit hash, or its first SHOWN_DIGITS digits, which are all that a release contains. */
const COMMIT = /^(?:[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHOWN_DIGITS = 12;

const readTrimmed = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

const asCommit = (text: string | null): string | null => (text !== null && COMMIT.test(text) ? text : null);

/** Returns the git folder of a checkout: `.git`, or in a linked work tree the folder that the file `.git` names. */
const gitFolderOf = async (root: string): Promise<string> => {
  const pointer = await readTrimmed(path.join(root, '.git'));
  const named = pointer === null ? undefined : /^gitdir: (.+)$/.exec(pointer)?.[1];
  return path.resolve(root, named ?? '.git');
};

const commitOfReference = async (gitFolder: string, name: string): Promise<string | null> => {
  const common = await readTrimmed(path.join(gitFolder, 'commondir'));
  const folders = common === null ? [gitFolder] : [gitFolder, path.resolve(gitFolder, common)];
  for (const folder of folders) {
    const loose = asCommit(await readTrimmed(path.join(folder, name)));
    if (loose !== null) return loose;
    const packed = (await readTrimmed(path.join(folder, 'packed-refs'))) ?? '';
    const line = packed.split('\n').find((entry) => entry.endsWith(` ${name}`));
    if (line !== undefined) return asCommit(line.split(' ')[0] ?? null);
  }
  return null;
};

/** Returns the hash of the checked-out commit, read from the files of git without running git; null if it cannot be found. */
const checkedOutCommit = async (root: string): Promise<string | null> => {
  const git = await gitFolderOf(root);
  const head = await readTrimmed(path.join(git, 'HEAD'));
  const name = /^ref: (refs\/[\w./-]+)$/.exec(head ?? '')?.[1];
  return name === undefined ? asCommit(head) : commitOfReference(git, name);
};

/**
 * Reads the version and the commit of the program in the folder `root`. The commit comes from the git checkout, or else from the
 * file `dist/commit`, which a build may write for a copy without git data. Never rejects.
 */
export const readBuildInfo = async (root: string): Promise<BuildInfo> => {
  const packageJson = packageSchema.safeParse(
    parseJson((await readTrimmed(path.join(root, 'package.json'))) ?? ''),
  );
  const commit =
    (await checkedOutCommit(root)) ?? asCommit(await readTrimmed(path.join(root, 'dist', 'commit')));
  return {
    version: packageJson.success ? packageJson.data.version : 'unknown',
    commit: commit === null ? null : commit.slice(0, SHOWN_DIGITS),
  };
};
