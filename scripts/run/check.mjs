import { run } from './child.mjs';
import { say, seconds } from './say.mjs';

const tsc = (project) => ['node_modules/@typescript/native/bin/tsc', '-p', `tsconfig.${project}.json`];

/** Each check by the name it is reported under, and what Node is given to run it. */
const CHECKS = [
  ['types of src/shared', tsc('shared')],
  ['types of src/server', tsc('server')],
  ['types of src/web', tsc('web')],
  ['types of the tests', tsc('tests')],
  ['style', ['node_modules/@biomejs/biome/bin/biome', 'check']],
  [
    'dependency rules',
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      'dependency-rules.config.mjs',
      'src',
    ],
  ],
  ['dead code', ['node_modules/knip/bin/knip.js']],
];

/** The same for what can only be told of the built pages. */
const BUILD_CHECKS = [['weight of the built pages', ['scripts/check-page-weight.ts']]];

/** Runs every check, all of them even when one fails, and gives the names of those that failed. */
export const check = (root, node) => runChecks(CHECKS, root, node);

/** The same after a build. */
export const checkBuild = (root, node) => runChecks(BUILD_CHECKS, root, node);

async function runChecks(checks, root, node) {
  const failed = [];
  for (const [name, args] of checks) {
    const started = Date.now();
    say(`check: ${name} …`);
    const passed = (await run(node, args, { cwd: root })) === 0;
    if (!passed) failed.push(name);
    say(`check: ${name} ${passed ? 'passed' : 'FAILED'} in ${seconds(started)}`);
  }
  return failed;
}
