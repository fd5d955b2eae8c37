import * as assert from 'node:assert/strict';
import { firstIndex } from '../../src/base/collections.ts';

describe('the first index that is reached', () => {
  for (const length of [0, 1, 2, 3, 8, 9]) {
    it(`is found among ${length}, wherever it is`, () => {
      const places = Array.from({ length: length + 1 }, (_, place) => place);
      assert.deepEqual(
        places.map(place => firstIndex(length, index => index >= place)),
        places,
      );
    });
  }
});
