import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fuzzProperty } from './support/fuzz.ts';

const runs = 300;

describe(`${runs} fuzzed conversations`, () => {
  it('each ends in a value or in an error that can be told, within a second, and nothing is left unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      // a failure prints its seed and path, with which it can be run again
      await fc.assert(fuzzProperty, { numRuns: runs });
    } finally {
      process.off('unhandledRejection', note);
    }
    assert.deepEqual(unhandled, []);
  });
});
