import * as assert from 'node:assert/strict';
import { ascending, getOrAdd, groupBy, onceForEach, remember } from '../../src/base/collections.ts';

describe('items by key', () => {
  it('groups items in their order and leaves out those without a key', () => {
    const lengths = groupBy(['a', 'bb', '', 'c'], text => text.length || undefined);
    assert.deepEqual(
      [...lengths],
      [
        [1, ['a', 'c']],
        [2, ['bb']],
      ],
    );
  });

  it('creates the value of a key once', () => {
    const values = new Map<string, number>();
    const made = [1, 2].map(number => getOrAdd(values, 'a', () => number));
    assert.deepEqual(made, [1, 1]);
    assert.deepEqual([...values], [['a', 1]]);
  });

  it('computes a value once for each object, even if there is none', () => {
    const computed: object[] = [];
    const lengthOf = onceForEach((list: number[]) => {
      computed.push(list);
      return list.length || undefined;
    });
    const [empty, two] = [[], [1, 2]];
    assert.deepEqual([empty, two, empty, two].map(lengthOf), [undefined, 2, undefined, 2]);
    assert.deepEqual(computed, [empty, two]);
  });

  it('sorts values, each of them once', () => {
    assert.deepEqual(ascending([10, 9, 10, -1]), [-1, 9, 10]);
    assert.deepEqual(ascending(['b', 'a', 'b']), ['a', 'b']);
  });

  it('clears a cache before it has too many entries', () => {
    const cache = new Map<string, number>();
    for (const key of ['x', 'y']) remember(cache, 2, key, 0);
    assert.deepEqual([...cache.keys()], ['x', 'y']);
    for (const [number, key] of ['a', 'b', 'c'].entries())
      assert.equal(remember(cache, 2, key, number), number);
    assert.deepEqual([...cache], [['c', 2]]);
  });
});
