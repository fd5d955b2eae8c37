import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { fuzzProperty } from './support/fuzz.ts';

const runsAtOnce = 500;

/** `npm run fuzz -- --minutes 10 [--seed 1]`: fuzzes with one seed after the other, and prints each. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
  const endMs = Date.now() + Number(values.minutes ?? '1') * 60_000;
  let unhandled = 0;
  process.on('unhandledRejection', error => {
    unhandled += 1;
    console.error('unhandled:', error);
  });
  let seed = Number(values.seed ?? Date.now() % 1_000_000_000);
  let runs = 0;
  do {
    const result = await fc.check(fuzzProperty, { numRuns: runsAtOnce, seed });
    runs += result.numRuns;
    console.log(
      `seed ${seed}: ${result.failed ? 'FAILED' : 'ok'}, ${runs} conversations, ${unhandled} unhandled`,
    );
    if (result.failed) {
      console.log(fc.defaultReportMessage(result));
      process.exitCode = 1;
      return;
    }
    seed += 1;
  } while (Date.now() < endMs);
  if (unhandled > 0) process.exitCode = 1;
}

await main();
