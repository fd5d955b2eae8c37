import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fuzzProperty } from './support/fuzz.ts';
import { proxyProperty } from './support/proxyFuzz.ts';

const runs = 300;
const proxyRuns = 40;

/** A failure prints its seed and path, which reproduce it. */
async function withNothingUnhandled(check: () => Promise<void>): Promise<void> {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    await check();
  } finally {
    process.off('unhandledRejection', note);
  }
  assert.deepEqual(unhandled, []);
}

describe(`${runs} fuzzed conversations`, () => {
  it('each ends in a value or a reportable error, without long waits or unhandled rejections', () => {
    return withNothingUnhandled(() => fc.assert(fuzzProperty, { numRuns: runs }));
  });
});

describe(`${proxyRuns} conversations over a faulty connection to the demo server`, () => {
  it('reports are true, writes are sent once, nothing goes to another server, and no connection is left', () => {
    return withNothingUnhandled(() => fc.assert(proxyProperty, { numRuns: proxyRuns }));
  });
});
