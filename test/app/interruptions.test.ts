import assert from 'node:assert/strict';
import { runRound } from '../interruptions/round.ts';
import { noComparison, noOwners } from '../interruptions/runPlants.ts';
import { jobIds, runTwoWindows } from '../interruptions/twoWindows.ts';
import { buildWindowProgram, type WindowProgram } from '../interruptions/windowProgram.ts';

/** One round each of editing, deleting, disabling, and deleting with undo; `npm run interruptions` runs many. */
const rounds = 8;

describe('windows', () => {
  let program: WindowProgram;
  before('build the extension as a program', async function () {
    this.timeout(60_000);
    program = await buildWindowProgram({ noComparison, noOwners });
  });
  after(() => program.remove());

  describe('that are killed or closed during their work', () => {
    const firstSeed = 1;
    for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
      it(`lose nothing and send nothing twice (seed ${seed})`, async function () {
        this.timeout(60_000);
        await runRound(program.file, seed);
      });
    }

    /** Rounds in which a window is killed while it deletes, and other jobs get the ID of a remaining one. */
    const reusing = [6, 31];
    it('detect a planted defect that completes a run on IDs of other jobs', async function () {
      this.timeout(120_000);
      const planted = await program.withDefect('noComparison');
      const found: unknown[] = [];
      for (const seed of reusing)
        await runRound(planted, seed).catch((error: unknown) => void found.push(String(error)));
      assert.match(found.join('\n'), /is another than was meant/);
    });
  });

  describe('one of which sleeps during a run while another is opened and used', () => {
    it('leave the run to the sleeping one, and send nothing twice', async function () {
      this.timeout(120_000);
      const { written, notices, left } = await runTwoWindows(program.file);
      assert.deepEqual(written, jobIds);
      assert.doesNotMatch(notices, /was interrupted/);
      assert.deepEqual(left, []);
    });

    it('would send jobs twice if a window took over the run of a live one', async function () {
      this.timeout(120_000);
      const { written } = await runTwoWindows(await program.withDefect('noOwners'));
      assert.ok(written.length > jobIds.length, `${written.length} writes`);
    });
  });
});
