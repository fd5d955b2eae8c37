import assert from 'node:assert/strict';
import { findFocusedRows } from '../../src/base/focusedRows.ts';

/** A tree as in VS Code: its selection, its focus, and whether its rows can currently be resolved. */
class Tree {
  selected: readonly string[];
  readonly focus: string | undefined;
  readonly #unnamed: { readonly from: number; readonly to: number };
  #steps = 0;

  constructor(selected: readonly string[], focus: string | undefined, unnamed = { from: 0, to: 0 }) {
    this.selected = selected;
    this.focus = focus;
    this.#unnamed = unnamed;
  }

  readonly selection = () => {
    const isUnnamed = this.#steps >= this.#unnamed.from && this.#steps < this.#unnamed.to;
    this.#steps += 1;
    return isUnnamed ? [] : this.selected;
  };

  readonly toggle = async () => {
    const { focus, selected } = this;
    if (focus === undefined) return;
    this.selected = selected.includes(focus) ? selected.filter(row => row !== focus) : [...selected, focus];
  };

  readonly pause = async () => undefined;
}

const cases = [
  { selected: ['Lab', 'Office'], focus: 'Office', expected: ['Office', 'Lab'] },
  { selected: ['Lab', 'Office'], focus: 'Branch', expected: ['Branch'] },
  { selected: ['Lab'], focus: 'Lab', expected: ['Lab'] },
  { selected: [], focus: 'Branch', expected: ['Branch'] },
] as const;

describe('focused rows', () => {
  it('are the focused row, with all selected ones if it is one of them', async () => {
    for (const { selected, focus, expected } of cases) {
      const tree = new Tree(selected, focus);
      assert.deepEqual(await findFocusedRows(tree), expected);
      assert.deepEqual(new Set(tree.selected), new Set(selected));
    }
  });

  it('are all selected rows, whenever VS Code reloads the tree', async () => {
    for (let from = 0; from < 6; from += 1)
      for (let to = from; to < from + 12; to += 1) {
        const tree = new Tree(['Lab', 'Office', 'Branch'], 'Office', { from, to });
        const rows = await findFocusedRows(tree);
        assert.deepEqual(new Set(rows), new Set(['Lab', 'Office', 'Branch']), `from ${from} to ${to}`);
        assert.equal(rows[0], 'Office');
        assert.deepEqual(new Set(tree.selected), new Set(['Lab', 'Office', 'Branch']));
      }
  });

  it('are never a selected row that VS Code does not name while it reads the tree again', async () => {
    for (let from = 0; from < 6; from += 1)
      for (let to = from; to < from + 12; to += 1) {
        const tree = new Tree(['Lab'], 'Branch', { from, to });
        assert.deepEqual(await findFocusedRows(tree), ['Branch'], `from ${from} to ${to}`);
        assert.deepEqual(tree.selected, ['Lab']);
      }
  });

  it('are none if no row has the focus', async () => {
    assert.deepEqual(await findFocusedRows(new Tree(['Lab'], undefined)), []);
  });
});
