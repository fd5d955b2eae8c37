import assert from 'node:assert/strict';
import type { Plant } from '../interruptions/planted.ts';
import { noOwnership } from '../interruptions/runPlants.ts';
import { jobIds, runTwoWindows, type TwoWindows } from '../interruptions/twoWindows.ts';
import { buildWindowProgram } from '../interruptions/windowProgram.ts';

describe('two windows, one of which sleeps during a run while the other resumes the run', () => {
  async function run(plants: readonly Plant[], other?: 'open'): Promise<TwoWindows> {
    const program = await buildWindowProgram(plants);
    try {
      return await runTwoWindows(program, other);
    } finally {
      await program.remove();
    }
  }

  for (const [what, ...other] of [['that is opened later'], ['that was open before', 'open']] as const)
    it(`send nothing twice, with a second window ${what}`, async function () {
      this.timeout(120_000);
      const { written, notices, left } = await run([], ...other);
      assert.deepEqual(written, jobIds);
      assert.match(notices, /Another window continues this operation/);
      assert.deepEqual(left, []);
    });

  it('would send jobs twice if the waking window did not check that it still owns the run', async function () {
    this.timeout(120_000);
    const { written } = await run(noOwnership);
    assert.ok(written.length > jobIds.length, `${written.length} writes`);
  });
});
