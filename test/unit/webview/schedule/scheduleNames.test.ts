import assert from 'node:assert/strict';
import { weekdaysInOrder } from '../../../../src/webview/schedule/scheduleNames.ts';

describe('the weekdays of the builder', () => {
  for (const [locale, order] of [
    ['ru', [0, 1, 2, 3, 4, 5, 6]],
    ['en-GB', [0, 1, 2, 3, 4, 5, 6]],
    ['en', [6, 0, 1, 2, 3, 4, 5]],
    ['ar-EG', [5, 6, 0, 1, 2, 3, 4]],
  ] as const) {
    it(`are in the order of a calendar in ${locale}`, () => assert.deepEqual(weekdaysInOrder(locale), order));
  }
});
