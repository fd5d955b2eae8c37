import { runRound } from '../interruptions/round.ts';
import { buildWindowProgram, type WindowProgram } from '../interruptions/windowProgram.ts';

/** One round each of editing, deleting, disabling, deleting and taking back; `npm run interruptions` makes many. */
const rounds = 8;

describe('windows that are killed or closed in the middle of their work', () => {
  let program: WindowProgram;
  before('build the extension as a program', async function () {
    this.timeout(60_000);
    program = await buildWindowProgram();
  });
  after(() => program.remove());

  const firstSeed = 1;
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    it(`lose nothing, and nothing is sent twice (seed ${seed})`, async function () {
      this.timeout(60_000);
      await runRound(program.file, seed);
    });
  }
});
