import assert from 'node:assert/strict';
import { joinTexts } from '../../../src/util/displayText.ts';

describe('texts that are joined', () => {
  it('leave out those that are empty or do not apply', () => {
    assert.equal(joinTexts(', ', 'one', '', false, undefined, 'two'), 'one, two');
  });

  it('are empty if none applies', () => {
    assert.equal(joinTexts(', ', '', false), '');
  });
});
