import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { isDoubleClick } = await import('../../../src/workbench/commands/open.ts');

describe('a double click on a row', () => {
  it('is the second of two clicks on it within half a second', () => {
    const row = {};
    assert.equal(isDoubleClick(row, 1_000), false);
    assert.equal(isDoubleClick(row, 1_500), true);
    assert.equal(isDoubleClick(row, 1_600), false, 'a third click');
    assert.equal(isDoubleClick(row, 2_101), false, 'too late');
    assert.equal(isDoubleClick({}, 2_200), false, 'another row');
    assert.equal(isDoubleClick(row, 2_300), false);
    assert.equal(isDoubleClick(row, 2_300), true);
  });

  it('is every click if the user has set lists to open on double click', () => {
    user.settings.values.set('workbench.list.openMode', 'doubleClick');
    const row = {};
    assert.deepEqual([isDoubleClick(row, 0), isDoubleClick(row, 10_000)], [true, true]);
    user.settings.values.set('workbench.list.openMode', 'singleClick');
    assert.equal(isDoubleClick(row, 20_000), false);
    user.settings.values.delete('workbench.list.openMode');
  });
});
