import assert from 'node:assert/strict';
import { withQuickPick } from '../../support/vscode/withParts.ts';

const { review } = await import('../../../src/workbench/platform/review.ts');

function questionOf(opened: string[] = []) {
  return {
    title: 'Delete 2 jobs on $(bug) Plant',
    placeholder: 'Clear what stays',
    open: { label: 'Open as Text', run: async () => void opened.push('opened') },
    choices: [
      { value: '1', label: 'Nightly $(trash)', isFixed: false, detail: 'On 12 devices' },
      { value: '2', label: 'Weekly', isFixed: false },
      { value: '3', label: 'Executing', isFixed: true },
    ],
  };
}

describe('a list of lines to review', () => {
  it('checks all lines except fixed ones, and shows no icons from the server', () =>
    withQuickPick(async box => {
      void review(questionOf());
      assert.deepEqual([box.title, box.placeholder], ['Delete 2 jobs on \\$(bug) Plant', 'Clear what stays']);
      assert.deepEqual(
        [box.canSelectMany, box.isShown, box.items[0]?.label],
        [true, true, 'Nightly \\$(trash)'],
      );
      assert.deepEqual(
        [box.shownValues, box.tickedValues],
        [
          ['1', '2', '3'],
          ['1', '2'],
        ],
      );
      assert.deepEqual([box.matchOnDescription, box.matchOnDetail], [true, true]);
    }));

  it('resolves with the checked lines on Enter, and closes', () =>
    withQuickPick(async box => {
      const reviewed = review(questionOf());
      box.tick('2');
      box.pressEnter();
      assert.deepEqual(await reviewed, ['2']);
      assert.equal(box.isDisposed, true);
    }));

  it('unchecks a fixed line that the user checks', () =>
    withQuickPick(async box => {
      const reviewed = review(questionOf());
      box.tick('1', '3');
      assert.deepEqual(box.tickedValues, ['1']);
      box.pressEnter();
      assert.deepEqual(await reviewed, ['1']);
    }));

  it('asks again with the changed lines, all checked, while another prompt hides it', () =>
    withQuickPick(async box => {
      const changed = [{ value: '1', label: 'Daily', isFixed: false }];
      const edit = {
        label: 'Change Names',
        run: async () => {
          box.hide();
          return { title: 'Other Changes', choices: changed };
        },
      };
      const reviewed = review({ ...questionOf(), edit });
      box.tick('2');
      box.pressButton('Change Names');
      await new Promise(setImmediate);
      assert.deepEqual([box.isShown, box.title, box.items[0]?.label], [true, 'Other Changes', 'Daily']);
      box.pressEnter();
      assert.deepEqual(await reviewed, ['1']);
    }));

  it('stays open while its text is shown in an editor', () =>
    withQuickPick(async box => {
      const opened: string[] = [];
      void review(questionOf(opened));
      assert.deepEqual(
        box.buttons.map(({ iconPath, tooltip }) => [iconPath.id, tooltip]),
        [['open-preview', 'Open as Text']],
      );
      box.pressButton();
      assert.deepEqual([opened, box.isShown, box.ignoreFocusOut], [['opened'], true, true]);
    }));
});
