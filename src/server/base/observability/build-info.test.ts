import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBuildInfo } from './build-info.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const SHOWN = '0123456789ab';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'savelet-build-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
};

it.each<[string, Record<string, string>]>([
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }],
  [
    'a packed branch',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${COMMIT} refs/heads/main\n`,
    },
  ],
  ['a detached head', { '.git/HEAD': `${COMMIT}\n` }],
  [
    'a linked work tree',
    {
      '.git': 'gitdir: main/.git/worktrees/other\n',
      'main/.git/worktrees/other/HEAD': 'ref: refs/heads/topic\n',
      'main/.git/worktrees/other/commondir': '../..\n',
      'main/.git/refs/heads/topic': `${COMMIT}\n`,
    },
  ],
  ['a copy without git data, from dist/commit', { 'dist/commit': `${COMMIT}\n` }],
  ['a release', { 'dist/commit': SHOWN }],
])('reads the commit of %s', async (_what, files) => {
  await write({ 'package.json': '{"version":"1.2.3"}', ...files });
  expect(await readBuildInfo(root)).toEqual({ version: '1.2.3', commit: SHOWN });
});

it.each<[string, Record<string, string>]>([
  ['nothing', {}],
  [
    'files with invalid content',
    { 'package.json': 'no JSON', 'dist/commit': 'no commit', '.git/HEAD': 'ref: x' },
  ],
  ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n', 'package.json': '{}' }],
])('returns no version or commit for %s', async (_what, files) => {
  await write(files);
  expect(await readBuildInfo(root)).toEqual({ version: 'unknown', commit: null });
});
