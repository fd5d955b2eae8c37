import assert from 'node:assert/strict';
import { printParseErrorCode } from 'jsonc-parser';
import { jsonErrorText } from '../../../src/api/model/jsonErrorText.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';

describe('a syntax error in JSON', () => {
  it('has its own description, except that two errors about numbers share one', () => {
    const texts = Array.from({ length: 16 }, (_, index) => jsonErrorText(index + 1, englishLocalizer));
    for (const [index, text] of texts.entries()) {
      assert.match(text, /^[a-z]/);
      assert.notEqual(text, printParseErrorCode(index + 1));
    }
    assert.equal(new Set(texts).size, 15);
  });
});
