import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './child.mjs';
import { readStamp } from './install.mjs';
import { Stop, say, seconds } from './say.mjs';
import { siteLanguage } from './site-language.mjs';

/** Sources of the build. After a change in one of them, the next start builds again. */
const SOURCES = [
  'src/web',
  'src/server',
  'src/shared',
  'vite.config.ts',
  'scripts/run/site-language.mjs',
  'package.json',
  'package-lock.json',
];
const BUILT = [
  'dist/client/.vite/manifest.json',
  'dist/panel/.vite/manifest.json',
  'dist/server/render.js',
  'dist/program/main.js',
];
const IS_TEST = /\.test\.tsx?$/;

function filesUnder(root, relative) {
  const full = path.join(root, relative);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return IS_TEST.test(relative) ? [] : [relative];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, `${relative}/${name}`));
}

function sourceHash(root) {
  const hash = createHash('sha256').update(`${siteLanguage(root)}\n`);
  for (const file of SOURCES.flatMap((source) => filesUnder(root, source))) {
    hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

const stampOf = (root) => path.join(root, 'dist', '.savelet-stamp');

/** Returns whether the built files exist and match the present sources and language. */
export const isBuildCurrent = (root) =>
  readStamp(stampOf(root)) === sourceHash(root) && BUILT.every((file) => existsSync(path.join(root, file)));

/** Writes the commit hash to dist/commit, for copies of the folder without git data. */
function writeCommit(root) {
  if (!existsSync(path.join(root, '.git'))) return;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) return;
  try {
    writeFileSync(path.join(root, 'dist', 'commit'), stdout);
  } catch {
    // A folder that cannot be written still has its git data.
  }
}

/** Builds the browser bundles, the server's renderer and the server's program, unless they are current. Throws Stop if the build fails. */
export async function buildClient(root, node) {
  if (isBuildCurrent(root)) {
    writeCommit(root);
    return;
  }
  const stamp = stampOf(root);
  const hash = sourceHash(root);
  const started = Date.now();
  say('building the pages …');
  rmSync(stamp, { force: true });
  const exitCode = await run(
    node,
    ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (exitCode !== 0)
    throw new Stop('The pages could not be built; the lines above say what is wrong in the source.');
  const missing = BUILT.filter((file) => !existsSync(path.join(root, file)));
  if (missing.length > 0) throw new Stop(`The build ended without making ${missing.join(' and ')}.`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeCommit(root);
  writeFileSync(stamp, hash);
  say(`built the pages in ${seconds(started)}`);
}
