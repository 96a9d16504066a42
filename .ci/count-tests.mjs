// Sums Vitest's JSON reports: prints every failed test with its message, then 'N passed, N failed, N skipped' as the last line.
// A missing or empty report, or a test file that could not be loaded, counts as one failure, so that tests that did not run
// never look passed. The failures come last because a stored log often keeps only the end of a long output.
import { existsSync, readFileSync } from 'node:fs';

const MESSAGE_LINES = 20;
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const fail = (title, message = '') => {
  counts.failed += 1;
  failures.push(`FAILED ${title}\n${message.split('\n').slice(0, MESSAGE_LINES).join('\n')}\n`);
};

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    fail(`${file}: the report is missing`);
    continue;
  }
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  if (testResults.length === 0) fail(`${file}: no test ran`);
  for (const { name, status, message, assertionResults } of testResults) {
    for (const { status: outcome, fullName, failureMessages } of assertionResults) {
      if (outcome === 'passed') counts.passed += 1;
      else if (outcome === 'failed') fail(`${name} > ${fullName}`, failureMessages?.join('\n'));
      else counts.skipped += 1;
    }
    if (status === 'failed' && !assertionResults.some((result) => result.status === 'failed'))
      fail(name, message);
  }
}
process.stdout.write(
  `${failures.join('\n')}${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
