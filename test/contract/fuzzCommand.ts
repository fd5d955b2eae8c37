import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { fuzzProperty } from './support/fuzz.ts';
import { proxyProperty } from './support/proxyFuzz.ts';

const batches = [
  { name: 'responses of a hostile server', property: fuzzProperty, numRuns: 500 },
  { name: 'a faulty wire to the demo server', property: proxyProperty, numRuns: 50 },
];

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
  const runs = batches.map(() => 0);
  do {
    for (const [index, { name, property, numRuns }] of batches.entries()) {
      const result = await fc.check<unknown>(property, { numRuns, seed });
      runs[index] = (runs[index] ?? 0) + result.numRuns;
      const outcome = result.failed ? 'FAILED' : 'ok';
      console.log(`seed ${seed}, ${name}: ${outcome}, ${runs[index]} conversations, ${unhandled} unhandled`);
      if (result.failed) {
        console.log(fc.defaultReportMessage(result));
        console.log(result.errorInstance);
        process.exitCode = 1;
        return;
      }
    }
    seed += 1;
  } while (Date.now() < endMs);
  if (unhandled > 0) process.exitCode = 1;
}

await main();
