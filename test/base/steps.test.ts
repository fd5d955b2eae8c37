import assert from 'node:assert/strict';
import { Slices } from '../../src/base/slices.ts';
import { atOnce, inSlices, mapInSteps } from '../../src/base/steps.ts';

const numbers = Array.from({ length: 100 }, (_, index) => index);
const doubled = numbers.map(number => number * 2);

describe('work in steps', () => {
  it('has the same result at once and in slices, and yields after each slice', async () => {
    let timeMs = 0;
    let rests = 0;
    const slices = new Slices({
      sliceMs: 32,
      steadyMs: () => timeMs,
      yieldToHost: async () => {
        rests += 1;
      },
    });
    const map = (number: number) => {
      timeMs += 1;
      return number * 2;
    };
    assert.deepEqual(atOnce(mapInSteps(numbers, map)), doubled);
    assert.deepEqual(await inSlices(mapInSteps(numbers, map), slices), doubled);
    assert.equal(rests, 3);
  });

  it('rejects when it is canceled', async () => {
    const signal = AbortSignal.abort(new Error('canceled'));
    const yieldToHost = () => Promise.resolve();
    const slices = new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost, signal });
    await assert.rejects(
      inSlices(
        mapInSteps(numbers, number => number),
        slices,
      ),
      /canceled/,
    );
  });
});
