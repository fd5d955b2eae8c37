import assert from 'node:assert/strict';
import { groupDefects } from '../interruptions/groups/groupPlants.ts';
import type { Plant } from '../interruptions/planted.ts';
import { plantedDefects } from '../interruptions/saves/plants.ts';
import {
  buildSaveProgram,
  failureText,
  runSaves,
  type SaveOrder,
} from '../interruptions/saves/saveProgram.ts';

/** `npm run interruptions` runs many more, and others each time. */
const rounds = 60;
/** A planted defect is found long before; the seeds are always the same. */
const roundsAtMost = 200;

async function failuresOf(plants: readonly Plant[], order: Omit<SaveOrder, 'stopsAtFirst'>) {
  const program = await buildSaveProgram(plants);
  try {
    return await runSaves(program.file, { ...order, stopsAtFirst: plants.length > 0 });
  } finally {
    await program.remove();
  }
}

describe('rounds in which a person, others and VS Code do what they do in a random order', () => {
  const seed = 1;

  for (const about of ['jobs', 'groups'] as const)
    it(`write only what was meant of ${about}, overwrite only what was seen, ask only for a reason (seed ${seed})`, async function () {
      this.timeout(600_000);
      const failures = await failuresOf([], { seed, rounds, about });
      assert.equal(failures.length, 0, failures.map(failureText).join('\n'));
    });

  for (const [defect, { plants, ...order }] of Object.entries({ ...plantedDefects, ...groupDefects })) {
    it(`notice that ${defect}`, async function () {
      this.timeout(600_000);
      const failures = await failuresOf(plants, { seed: 1, rounds: roundsAtMost, about: 'jobs', ...order });
      assert.equal(failures.length, 1);
    });
  }

  it('refuse to plant a defect where the source has no such piece', () =>
    assert.rejects(
      buildSaveProgram([{ file: 'model/saveDecision.ts', piece: 'no such piece', instead: '' }]),
      /has 0 pieces/,
    ));
});
