import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { say } from './say.mjs';

const CODE = /\.(?:tsx?|mjs|mts|css)$/;
const IS_COUNTED = /^(?:src|scripts|bench)\/|\.config\.(?:ts|mjs)$/;
const TEST = /\.test\./;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//g;
const PICTURE = /^docs\/.*\.(?:png|jpe?g|webp|avif|gif|svg)$/;

/** Returns the paths of the files that git tracks; null in a copy without git data. */
function trackedFiles(root) {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter(Boolean) : null;
}

/** Counts the lines of a text that are neither blank nor only a comment. */
const codeLines = (text) =>
  text
    .replace(BLOCK_COMMENT, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;

const allLines = (text) => text.split('\n').length - 1;
const words = (text) => text.split(/\s+/).filter(Boolean).length;

/** Returns the rows of the report: what is measured, its value and its maximum. */
function measure(root, files) {
  const sum = (matches, count) =>
    files
      .filter(matches)
      .reduce((total, file) => total + count(readFileSync(path.join(root, file), 'utf8')), 0);
  const named = (name) => (file) => file === name;
  return [
    [
      'lines of code, without tests',
      sum((file) => CODE.test(file) && IS_COUNTED.test(file) && !TEST.test(file), codeLines),
      66_200,
    ],
    ['lines of src/server/app.ts', sum(named('src/server/app.ts'), allLines), 200],
    ['lines of the build file', sum(named('vite.config.ts'), allLines), 150],
    ['lines of scripts/', sum((file) => file.startsWith('scripts/'), allLines), 1_400],
    ['entries in the root folder', new Set(files.map((file) => file.split('/')[0])).size, 26],
    ['pictures of the documents', files.filter((file) => PICTURE.test(file)).length, 8],
    ['decisions in docs/adr', files.filter((file) => /^docs\/adr\/\d.*\.md$/.test(file)).length, 20],
    ['words in documents', sum((file) => file.endsWith('.md'), words), 24_000],
  ];
}

/** Prints the sizes of the project and their maxima. A mark shows a size above its maximum. Needs git data, else prints nothing. */
export function printBudgets(root) {
  const files = trackedFiles(root);
  if (files === null) return;
  say('budgets (a row with ! is over its own):');
  for (const [what, value, goal] of measure(root, files))
    say(`  ${value > goal ? '!' : ' '} ${String(value).padStart(6)} of ${String(goal).padStart(6)}  ${what}`);
}
