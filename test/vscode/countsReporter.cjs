// CommonJS, because mocha loads its reporters by require and takes what they export as the class.
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha');

/** Mocha's usual report for people, and the counts in a file for the program that adds them up. */
module.exports = class CountsReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const path = process.env.DEVICE_AUTOMATION_TEST_COUNTS;
      if (path === undefined) return;
      const { passes, failures, pending } = this.stats;
      writeFileSync(path, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
};
