// CommonJS, because mocha loads a reporter with `require` and uses its export as the class.
const { writeFileSync } = require('node:fs');
const { stripVTControlCharacters } = require('node:util');
const Mocha = require('mocha');

/** Prints mocha's usual report, and writes the counts to a file for the process that adds them up. */
module.exports = class CountsReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const [failedOf, passedOf] = [{}, {}];
    const count = counts => test => {
      counts[test.file] = (counts[test.file] ?? 0) + 1;
    };
    const failedTests = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, count(failedOf));
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      const path = typeof test.fullTitle === 'function' ? test.fullTitle() : test.title;
      failedTests.push(`${path}: ${whatFailed(error)}`);
    });
    runner.on(Mocha.Runner.constants.EVENT_TEST_PASS, count(passedOf));
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const path = process.env.DEVICE_AUTOMATION_TEST_COUNTS;
      if (path === undefined) return;
      const { passes, failures, pending } = this.stats;
      // The counts of failed files, so that a second run does not count their tests twice
      const again = Object.entries(failedOf).map(([file, failed]) => ({
        file,
        passed: passedOf[file] ?? 0,
        failed,
      }));
      const counts = { passed: passes, failed: failures, skipped: pending, failedFiles: again, failedTests };
      writeFileSync(path, JSON.stringify(counts));
    });
  }
};

/** The first line of the error; of a wait in a page, also what it waited for and where. */
function whatFailed(error) {
  const [first, ...rest] = stripVTControlCharacters(String(error?.message ?? error)).split('\n');
  const waited = rest.find(line => line.includes('- waiting for '));
  const place = String(error?.stack ?? '').match(/\btest\/[^\s()]+:\d+:\d+/)?.[0];
  return [first, waited?.replace(/^[^-]*- /, ''), place && `at ${place}`].filter(Boolean).join(' · ');
}
