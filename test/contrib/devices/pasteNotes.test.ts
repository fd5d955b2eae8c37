import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { noteText } = await import('../../../src/contrib/devices/vscode/deviceQuestions.ts');

describe('the note on a pasted line', () => {
  it('names the line, its text and the device or line that it repeats', () => {
    const at = { line: 3, text: 'pc' } as const;
    assert.equal(noteText({ ...at, kind: 'alias', name: 'PC-1' }), 'Line 3: pc is the device PC-1.');
    assert.equal(noteText({ ...at, kind: 'duplicate', first: 1 }), 'Line 3: pc is also in line 1.');
  });

  it('truncates long lines', () => {
    const text = 'x'.repeat(1_000);
    assert.ok(noteText({ line: 1, text, kind: 'alias', name: text }).length < 160);
  });
});
