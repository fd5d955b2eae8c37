import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { appendExtraFields, appendFacts, shortList, makeTooltip } = await import(
  '../../../src/workbench/trees/tooltip.ts'
);

const linesOf = (append: (tooltip: ReturnType<typeof makeTooltip>) => void) => {
  const tooltip = makeTooltip('One');
  append(tooltip);
  return tooltip.value.trim().split('\n').slice(2);
};

describe('a list of names in a tooltip', () => {
  it('contains whole names, and the number of the others', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Accounting department ${index}`);
    const text = shortList(names);
    const [listed = '', more] = text.split(/ and (?=\d+ more$)/);
    const shown = listed.split(', ');
    assert.deepEqual(shown, names.slice(0, shown.length));
    assert.ok(shown.length > 10 && text.length < 450, text);
    assert.equal(more, `${60 - shown.length} more`);
  });

  it('is never empty because the first name is long', () => {
    assert.match(shortList(['x'.repeat(5_000), 'y']), /^x{100,200}…, y$/);
  });
});

describe('the table of a tooltip', () => {
  it('has a row for each fact, one label for several values, and no row without a value', () => {
    const facts = [
      ['Status', 'done'] as const,
      ['Devices', ''] as const,
      ['Runs', ['Mon', '', 'Tue']] as const,
    ];
    assert.deepEqual(
      linesOf(tooltip => appendFacts(tooltip, facts)),
      ['| Status | done |', '|:--|:--|', '| Runs | Mon |', '|  | Tue |'],
    );
  });

  it('has a row for each undocumented field, including the members of an object', () => {
    const extra = {
      owner: { id: 3, address: { street: { name: 'Long', number: 1 } } },
      tags: ['night', 'windows'],
      archived: false,
      comment: '',
      parent: null,
      steps: [{ is: 'one' }],
    };
    const lines = linesOf(tooltip => appendExtraFields(tooltip, extra));
    assert.deepEqual(
      lines.map(line => line.replaceAll('\\', '')),
      [
        '| Other fields |  |',
        '|:--|:--|',
        '| owner.id | 3 |',
        '| owner.address.street | {"name":"Long","number":1} |',
        '| tags | night, windows |',
        '| archived | false |',
        '| steps | [{"is":"one"}] |',
      ],
    );
  });

  it('has at most twenty undocumented fields, followed by the number of the others', () => {
    const extra = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]));
    const lines = linesOf(tooltip => appendExtraFields(tooltip, extra));
    assert.deepEqual([lines.length, lines.at(-1)], [23, '| … | 30 more fields |']);
  });

  it('has no heading without undocumented fields', () => {
    assert.deepEqual(
      linesOf(tooltip => appendExtraFields(tooltip, { note: '' })),
      [],
    );
  });
});
