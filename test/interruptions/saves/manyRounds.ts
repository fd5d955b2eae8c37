import { availableParallelism } from 'node:os';
import { buildSaveProgram, failureText, runSaves } from './saveProgram.ts';

const roundsAtOnce = 250;

/** Runs this many rounds of saves in two processes; resolves with the number of failed ones. */
export async function runManyRounds(rounds: number, firstSeed: number): Promise<number> {
  const program = await buildSaveProgram();
  const startedMs = Date.now();
  const waiting = Array.from({ length: Math.ceil(rounds / roundsAtOnce) }, (_, index) => ({
    seed: firstSeed + index * roundsAtOnce,
    rounds: Math.min(roundsAtOnce, rounds - index * roundsAtOnce),
  }));
  let failures = 0;
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      for (const failure of await runSaves(program.file, part)) {
        failures += 1;
        console.error(failureText(failure));
      }
    }
  };
  console.log(`${rounds} rounds of saves, seeds ${firstSeed} to ${firstSeed + rounds - 1}`);
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work)).finally(() =>
    program.remove(),
  );
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  console.log(
    `${rounds - failures} rounds of saves wrote only what was meant and seen, ${failures} did not; ${seconds} s`,
  );
  return failures;
}
