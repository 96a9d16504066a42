// Sums Vitest's JSON reports and prints 'N passed, N failed, N skipped' as the last line. A missing or empty report, or a test
// file that could not be loaded, counts as one failure, so that tests that did not run never look passed.
import { existsSync, readFileSync } from 'node:fs';

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    counts.failed += 1;
    continue;
  }
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  if (testResults.length === 0) counts.failed += 1;
  for (const { status, assertionResults } of testResults) {
    for (const { status: outcome } of assertionResults) {
      if (outcome === 'passed' || outcome === 'failed') counts[outcome] += 1;
      else counts.skipped += 1;
    }
    if (status === 'failed' && !assertionResults.some((result) => result.status === 'failed'))
      counts.failed += 1;
  }
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
