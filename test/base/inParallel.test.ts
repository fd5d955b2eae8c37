import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { inParallel } from '../../src/base/inParallel.ts';

/** Work on items that ends when the test says so. */
function controlledWork() {
  const started: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const work = (item: number) => {
    started.push(item);
    return new Promise<void>((resolve, reject) => {
      ends.set(item, error => (error ? reject(error) : resolve()));
    });
  };
  const end = async (item: number, error?: Error) => {
    const endOne = ends.get(item) ?? assert.fail(`${item} was not started`);
    endOne(error);
    await setImmediate();
  };
  return { started, work, end };
}

describe('work in parallel', () => {
  it('starts so many items at once, and the next when one ends', async () => {
    const { started, work, end } = controlledWork();
    let isOver = false;
    const all = inParallel(new Set([1, 2, 3, 4]), 2, work).then(() => {
      isOver = true;
    });
    assert.deepEqual(started, [1, 2]);
    await end(2);
    assert.deepEqual(started, [1, 2, 3]);
    await end(1);
    assert.deepEqual(started, [1, 2, 3, 4]);
    await end(3);
    assert.equal(isOver, false);
    await end(4);
    assert.equal(isOver, true);
    await all;
  });

  it('starts no more items after one has failed, and rejects with its error', async () => {
    const { started, work, end } = controlledWork();
    const error = new Error('the second fails');
    const rejected = assert.rejects(inParallel([1, 2, 3, 4], 2, work), error);
    await end(2, error);
    await end(1);
    await rejected;
    assert.deepEqual(started, [1, 2]);
  });

  it('ends at once when there are no items', () => inParallel([], 2, () => assert.fail('started')));
});
