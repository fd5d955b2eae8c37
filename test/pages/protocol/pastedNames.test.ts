import assert from 'node:assert/strict';
import { isPastedList, readPastedNames } from '../../../src/pages/protocol/pastedNames.ts';

describe('pasted names', () => {
  it('are the cells of a column, trimmed, each once', () => {
    assert.deepEqual(readPastedNames('pc-1\r\n  pc-2 \r\n\r\npc-1\r\n'), ['pc-1', 'pc-2']);
  });

  it('may be separated by commas, semicolons and tabs, and be quoted', () => {
    assert.deepEqual(readPastedNames(`"pc-1";'pc-2',\t10.0.0.1\n`), ['pc-1', 'pc-2', '10.0.0.1']);
  });

  it('lose spaces around and inside their quotes, but keep quotes that do not enclose a whole name', () => {
    assert.deepEqual(readPastedNames(` "pc-1" ," pc-2 ",'x"y"',"z"-1`), ['pc-1', 'pc-2', 'x"y"', '"z"-1']);
  });

  it('keep inner spaces, because names of devices may contain them', () => {
    assert.deepEqual(readPastedNames('Front desk\nBack desk'), ['Front desk', 'Back desk']);
  });

  it('are a list only when there is more than one', () => {
    assert.equal(isPastedList('pc-1'), false);
    assert.equal(isPastedList(' pc-1\r\n'), false);
    assert.equal(isPastedList('pc-1\npc-2'), true);
    assert.equal(isPastedList(''), false);
  });
});
