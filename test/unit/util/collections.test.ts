import * as assert from 'node:assert/strict';
import { groupBy } from '../../../src/util/collections.ts';

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
});
