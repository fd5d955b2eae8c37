import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isLargeGrowth } from '../../../src/store/reach/growth.ts';

describe('an increase in the devices of a job', () => {
  const isLarge = (before: number, after: number, threshold = 50) =>
    isLargeGrowth({ before, after }, threshold);

  it('is large at the threshold, or when the number triples and grows by a fifth of the threshold', () => {
    assert.deepEqual([isLarge(12, 348), isLarge(0, 50), isLarge(500, 550)], [true, true, true]);
    assert.deepEqual([isLarge(5, 15), isLarge(1, 11), isLarge(12, 36)], [true, true, true]);
    assert.deepEqual([isLarge(0, 49), isLarge(4, 13), isLarge(30, 79), isLarge(9, 1)], Array(4).fill(false));
    assert.equal(isLarge(1, 2, 1), true);
  });

  it('is never large with a threshold of 0, or when nothing is added', () => {
    const count = fc.nat(1_000);
    fc.assert(
      fc.property(count, count, count, (before, after, threshold) => {
        assert.equal(isLarge(before, after, 0), false);
        if (after <= before) assert.equal(isLarge(before, after, threshold), false);
        if (isLarge(before, after, threshold)) assert.equal(isLarge(before, after + 1, threshold), true);
      }),
    );
  });
});
