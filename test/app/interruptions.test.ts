import assert from 'node:assert/strict';
import { runRound } from '../interruptions/round.ts';
import { jobIds, runTwoWindows } from '../interruptions/twoWindows.ts';
import { buildWindowProgram, type WindowProgram } from '../interruptions/windowProgram.ts';

/**
 * Rounds of editing, deleting, disabling, and deleting with undo; in those of 6 and 31 other jobs get the ID of a
 * remaining one. `npm run interruptions` runs many.
 */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 31];

describe('windows', () => {
  let program: WindowProgram;
  before('build the extension as a program', async function () {
    this.timeout(60_000);
    program = await buildWindowProgram();
  });
  after(() => program.remove());

  describe('that are killed or closed during their work', () => {
    for (const seed of seeds) {
      it(`lose nothing and send nothing twice (seed ${seed})`, async function () {
        this.timeout(60_000);
        await runRound(program.file, seed);
      });
    }
  });

  describe('one of which sleeps during a run while another is opened and used', () => {
    it('leave the run to the sleeping one, and send nothing twice', async function () {
      this.timeout(120_000);
      const { written, notices, left } = await runTwoWindows(program.file);
      assert.deepEqual(written, jobIds);
      assert.doesNotMatch(notices, /was interrupted/);
      assert.deepEqual(left, []);
    });
  });
});
