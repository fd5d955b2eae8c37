import assert from 'node:assert/strict';
import type { JobsNode } from '../../../src/views/nodes.ts';
import { Rows } from '../../../src/views/rows.ts';

const all = Array.from({ length: 10_000 }, (_, index) => index);

describe('rows below a node with many children', () => {
  const cut = (rows: Rows<JobsNode>) => rows.cut('root', all);

  it('are 200 at first', () => {
    assert.deepEqual(
      [cut(new Rows<JobsNode>()).shown.length, cut(new Rows<JobsNode>()).hidden],
      [200, 9_800],
    );
  });

  it('are all shown after six clicks on the last row, however many thousands there are', () => {
    const rows = new Rows<JobsNode>();
    const counts = [1, 2, 3, 4, 5, 6].map(() => {
      rows.raiseLimit('root');
      return cut(rows).shown.length;
    });
    assert.deepEqual(counts, [400, 800, 1_600, 3_200, 6_400, 10_000]);
    assert.equal(cut(rows).hidden, 0);
  });

  it('grow no further than to what was loaded last', () => {
    const rows = new Rows<JobsNode>();
    rows.showAtLeast('root', 150);
    assert.equal(cut(rows).shown.length, 200);
    rows.showAtLeast('root', 201);
    rows.showAtLeast('root', 400);
    assert.equal(cut(rows).shown.length, 400);
  });

  it('are 200 again when other children come first', () => {
    const rows = new Rows<JobsNode>();
    rows.raiseLimit('root');
    rows.resetLimits();
    assert.equal(cut(rows).shown.length, 200);
  });
});
