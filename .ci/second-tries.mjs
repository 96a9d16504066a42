/**
 * A Vitest reporter: names every test that passed only at its second try. Browser tests get one (vitest.config.ts), because a shared
 * machine may stand still for seconds; whoever is named here waits for something he should not, and is to be mended all the same.
 */
export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd() {
    for (const name of this.#names) process.stdout.write(`=== passed only at its second try: ${name}\n`);
  }
}
