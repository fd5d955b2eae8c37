import assert from 'node:assert/strict';
import { buildSaveProgram, failureText, runSaves } from '../interruptions/saves/saveProgram.ts';

/** `npm run interruptions` runs many more, with new seeds each time. */
const rounds = 60;
const seed = 1;

describe('rounds in which a person, others and VS Code act in random order', () => {
  for (const about of ['jobs', 'groups'] as const)
    it(`write only intended changes of ${about}, overwrite only seen versions, and ask only with a reason (seed ${seed})`, async function () {
      this.timeout(600_000);
      const program = await buildSaveProgram();
      try {
        const failures = await runSaves(program.file, { seed, rounds, about, stopsAtFirst: false });
        assert.equal(failures.length, 0, failures.map(failureText).join('\n'));
      } finally {
        await program.remove();
      }
    });
});
