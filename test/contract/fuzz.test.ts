import fc from 'fast-check';
import { fuzzProperty } from './support/fuzz.ts';
import { proxyProperty } from './support/proxyFuzz.ts';

/** Failures print a seed and a path, which reproduce them. */
const runs = 300;
const proxyRuns = 40;

describe(`${runs} fuzzed conversations`, () => {
  it('each ends in a value or a reportable error, without long waits or unhandled rejections', () =>
    fc.assert(fuzzProperty, { numRuns: runs }));
});

describe(`${proxyRuns} conversations over a faulty connection to the demo server`, () => {
  it('reports are true, writes are sent once, nothing goes to another server, and no connection is left', () =>
    fc.assert(proxyProperty, { numRuns: proxyRuns }));
});
