import assert from 'node:assert/strict';
import type { FakeQuickPick } from '../../support/vscode/vscodeFake.ts';
import '../../support/vscode/vscodeInNode.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { pickAction } = await import('../../../src/workbench/platform/actionPick.ts');

const undo = { value: 'undo', label: 'Undo', icon: 'discard' };
const report = { value: 'report', label: 'Show Report', icon: 'output' };
const question = {
  title: 'Activity',
  placeholder: '',
  sections: [
    {
      heading: 'Monday',
      rows: [
        { value: '0', label: 'Disable Jobs $(bug)', actions: [undo, report] },
        { value: '1', label: 'Stop Jobs', actions: [report] },
        { value: '2', label: 'CA file', actions: [report], enter: 'edit' },
      ],
    },
  ],
};

/** What is picked when the list is used this way. */
function picked(use: (box: FakeQuickPick) => void) {
  let box: FakeQuickPick | undefined;
  user.quickPick = shown => {
    box = shown;
  };
  const result = pickAction(question);
  if (box !== undefined) use(box);
  return result;
}

describe('a list of rows with actions', () => {
  it('shows rows under headings, with their actions as buttons', async () => {
    await picked(box => {
      assert.deepEqual(
        box.items.map(({ label, buttons = [] }) => [label, ...buttons.map(({ tooltip }) => tooltip)]),
        [
          ['Monday'],
          ['Disable Jobs \\$(bug)', 'Undo', 'Show Report'],
          ['Stop Jobs', 'Show Report'],
          ['CA file', 'Show Report'],
        ],
      );
      box.hide();
    });
  });

  it('resolves with the row and the action of the button', async () =>
    assert.deepEqual(await picked(box => box.pressRowButton('Undo')), { row: '0', action: 'undo' }));

  it('lists the actions of a row on Enter, or runs the only one', async () => {
    const viaKeyboard = picked(box => {
      box.pressEnterOn('Disable Jobs');
      assert.equal(box.isShown, true);
      box.pressEnterOn('Undo');
    });
    assert.deepEqual(await viaKeyboard, { row: '0', action: 'undo' });
    assert.deepEqual(await picked(box => box.pressEnterOn('Stop Jobs')), { row: '1', action: 'report' });
  });

  it('runs what only Enter runs, if a row has that', async () =>
    assert.deepEqual(await picked(box => box.pressEnterOn('CA file')), { row: '2', action: 'edit' }));

  it('resolves with nothing when it is closed', async () =>
    assert.equal(await picked(box => box.hide()), undefined));
});
