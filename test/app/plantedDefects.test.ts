import assert from 'node:assert/strict';
import { groupDefects } from '../interruptions/groups/groupPlants.ts';
import { plantedDefects } from '../interruptions/saves/plants.ts';
import { buildSaveProgram, runSaves } from '../interruptions/saves/saveProgram.ts';
import type { WindowProgram } from '../interruptions/windowProgram.ts';

/** Planted defects are found long before this limit; the seeds are fixed. */
const rounds = 200;
const defects = Object.entries({ ...plantedDefects, ...groupDefects });

describe('rounds of saves on a source with a planted defect', () => {
  let program: WindowProgram;
  before('build the rounds with all defects', async function () {
    this.timeout(60_000);
    program = await buildSaveProgram(Object.fromEntries(defects.map(([name, { plants }]) => [name, plants])));
  });
  after(() => program.remove());

  for (const [defect, { plants: _, ...order }] of defects)
    it(`detect that ${defect}`, async function () {
      this.timeout(600_000);
      const failures = await runSaves(await program.withDefect(defect), {
        ...{ seed: 1, rounds, about: 'jobs', stopsAtFirst: true },
        ...order,
      });
      assert.equal(failures.length, 1);
    });

  it('require a source that contains the piece to replace', () =>
    assert.rejects(
      buildSaveProgram({
        none: [{ file: 'model/saveDecision.ts', piece: 'no such piece', instead: '' }],
      }),
      /has 0 pieces/,
    ));
});
