import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { appendExtraFields, appendFacts, titledTooltip } = await import('../../../src/views/tooltipText.ts');

describe('the table of a tooltip', () => {
  const linesOf = (append: (tooltip: ReturnType<typeof titledTooltip>) => void) => {
    const tooltip = titledTooltip('One');
    append(tooltip);
    return tooltip.value.trim().split('\n').slice(2);
  };

  it('has a row for each fact, one label for several values, and no row without a value', () => {
    const lines = linesOf(tooltip =>
      appendFacts(tooltip, [
        ['Status', 'done'],
        ['Devices', ''],
        ['Next runs', ['Mon', '', 'Tue']],
      ]),
    );
    assert.deepEqual(lines, ['| Status | done |', '|:--|:--|', '| Next runs | Mon |', '|  | Tue |']);
  });

  it('shows fields that the API does not describe below a heading, and no heading without them', () => {
    assert.deepEqual(
      linesOf(tooltip => appendExtraFields(tooltip, { notify: true, note: '' })),
      ['| Other fields |  |', '|:--|:--|', '| notify | true |'],
    );
    assert.deepEqual(
      linesOf(tooltip => appendExtraFields(tooltip, { note: '' })),
      [],
    );
  });
});
