import assert from 'node:assert/strict';
import { buildSaveProgram, failureText, runSaves } from '../interruptions/saves/saveProgram.ts';
import type { WindowProgram } from '../interruptions/windowProgram.ts';

/** `npm run interruptions` runs many more, with any seed. */
const rounds = 60;
const seed = 1;

describe('rounds in which the user, others and VS Code act in random order', () => {
  let program: WindowProgram;
  before('build the rounds', async function () {
    this.timeout(60_000);
    program = await buildSaveProgram();
  });
  after(() => program.remove());

  for (const about of ['jobs', 'groups'] as const)
    it(`write only intended changes of ${about}, overwrite only versions that the user saw, and ask only when necessary (seed ${seed})`, async function () {
      this.timeout(600_000);
      const failures = await runSaves(program.file, { seed, rounds, about });
      assert.equal(failures.length, 0, failures.map(failureText).join('\n'));
    });
});
