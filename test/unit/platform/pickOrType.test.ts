import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { acceptedChoice } = await import('../../../src/platform/pickOrType.ts');

const choices = ['PC-1', 'PC-10', 'PC-2'].map(label => ({
  value: label.toLowerCase(),
  label,
  description: 'x',
}));
const accept = (typed: string, ...checked: string[]) => acceptedChoice(typed, choices, checked);

describe('Enter in a list that also takes text', () => {
  it('accepts the checked choices and one that is typed in full', () => {
    assert.deepEqual(accept('', 'pc-2'), { values: ['pc-2'], typed: '' });
    assert.deepEqual(accept('pc-1', 'pc-2'), { values: ['pc-2', 'pc-1'], typed: '' });
  });

  it('does not treat part of a checked label as a name', () => {
    assert.deepEqual(accept('pc', 'pc-2'), { values: ['pc-2'], typed: '' });
  });

  it('accepts the only match, and asks for more when several match', () => {
    assert.deepEqual(accept('c-2'), { values: ['pc-2'], typed: '' });
    assert.equal(accept('pc'), 'unclear');
  });

  it('accepts everything else as names, one per line as pasted', () => {
    assert.deepEqual(accept('PC-1 PC-77', 'pc-2'), { values: ['pc-2'], typed: 'PC-1\nPC-77' });
  });
});
