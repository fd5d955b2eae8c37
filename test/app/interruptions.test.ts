import assert from 'node:assert/strict';
import { runRound } from '../interruptions/round.ts';
import { noComparison } from '../interruptions/runPlants.ts';
import { buildWindowProgram, type WindowProgram } from '../interruptions/windowProgram.ts';

/** One round each of editing, deleting, disabling, deleting and undoing; `npm run interruptions` runs many. */
const rounds = 8;

describe('windows that are killed or closed during their work', () => {
  let program: WindowProgram;
  before('build the extension as a program', async function () {
    this.timeout(60_000);
    program = await buildWindowProgram();
  });
  after(() => program.remove());

  const firstSeed = 1;
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    it(`lose nothing and send nothing twice (seed ${seed})`, async function () {
      this.timeout(60_000);
      await runRound(program.file, seed);
    });
  }

  /** Rounds in which a window is killed while it deletes, and other jobs get the ID of a remaining one. */
  const reusing = [6, 31];
  it('detect a planted defect that resumes a run on IDs of other jobs', async function () {
    this.timeout(120_000);
    const planted = await buildWindowProgram(noComparison);
    const found: unknown[] = [];
    for (const seed of reusing)
      await runRound(planted.file, seed).catch((error: unknown) => void found.push(String(error)));
    await planted.remove();
    assert.match(found.join('\n'), /is another than was meant/);
  });
});
