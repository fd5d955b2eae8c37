import assert from 'node:assert/strict';
import { groupDefects } from '../interruptions/groups/groupPlants.ts';
import { plantedDefects } from '../interruptions/saves/plants.ts';
import { buildSaveProgram, runSaves } from '../interruptions/saves/saveProgram.ts';

/** Planted defects are found long before this limit; the seeds are always the same. */
const rounds = 200;

describe('rounds of saves on a source with a planted defect', () => {
  for (const [defect, { plants, ...order }] of Object.entries({ ...plantedDefects, ...groupDefects }))
    it(`detect that ${defect}`, async function () {
      this.timeout(600_000);
      const program = await buildSaveProgram(plants);
      try {
        const failures = await runSaves(program.file, {
          ...{ seed: 1, rounds, about: 'jobs', stopsAtFirst: true },
          ...order,
        });
        assert.equal(failures.length, 1);
      } finally {
        await program.remove();
      }
    });

  it('require a source that contains the piece to replace', () =>
    assert.rejects(
      buildSaveProgram([{ file: 'model/saveDecision.ts', piece: 'no such piece', instead: '' }]),
      /has 0 pieces/,
    ));
});
