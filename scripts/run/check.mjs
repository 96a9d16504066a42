import { run } from './child.mjs';
import { say, seconds } from './say.mjs';

const tsc = (folder) => ['node_modules/@typescript/native/bin/tsc', '-p', folder];

/** The checks: name in the report, and arguments for Node. */
const CHECKS = [
  ['types of src/shared', tsc('src/shared')],
  ['types of src/server', tsc('src/server')],
  ['types of src/web', tsc('src/web')],
  ['types of the tests', tsc('tests')],
  ['style', ['node_modules/@biomejs/biome/bin/biome', 'check']],
  [
    'dependency rules',
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      'tests/architecture/dependency-rules.config.mjs',
      'src',
    ],
  ],
  ['dead code', ['node_modules/knip/bin/knip.js']],
];

/** Runs all checks even when one fails; returns the names of the failed ones. */
export async function check(root, node) {
  const failed = [];
  for (const [name, args] of CHECKS) {
    const started = Date.now();
    say(`check: ${name} …`);
    const passed = (await run(node, args, { cwd: root })) === 0;
    if (!passed) failed.push(name);
    say(`check: ${name} ${passed ? 'passed' : 'FAILED'} in ${seconds(started)}`);
  }
  return failed;
}
