import assert from 'node:assert/strict';
import { keepBoth, mergeLists } from '../../../src/api/model/listMerge.ts';

describe('lists that two people changed', () => {
  it('contain what either of them added', () => {
    assert.deepEqual(mergeLists({ base: [1, 2], mine: [1, 2, 3], theirs: [1, 2, 4] }), [1, 2, 4, 3]);
  });

  it('omit what either of them removed', () => {
    assert.deepEqual(mergeLists({ base: [1, 2, 3, 4], mine: [2, 3, 4], theirs: [1, 2, 3] }), [2, 3]);
  });

  it('contain each entry once, even when both added it', () => {
    assert.deepEqual(mergeLists({ base: [], mine: ['a', 'b'], theirs: ['b', 'c'] }), ['b', 'c', 'a']);
  });

  it('contain each device once, however it is spelled, as this side has spelled it last', () => {
    assert.deepEqual(mergeLists({ base: [], mine: ['PC-1'], theirs: ['pc-1.'] }), ['PC-1']);
    assert.deepEqual(mergeLists({ base: ['pc-1'], mine: ['PC-1'], theirs: ['pc-1', 'pc-2'] }), [
      'PC-1',
      'pc-2',
    ]);
    assert.deepEqual(mergeLists({ base: ['pc-1'], mine: ['pc-1'], theirs: ['PC-1'] }), ['PC-1']);
    assert.deepEqual(mergeLists({ base: ['pc-1'], mine: [], theirs: ['PC-1'] }), []);
  });

  it('merge to the same set from either side, for all changes of three entries', () => {
    const all = ['a', 'b', 'c'];
    const subsets = Array.from({ length: 8 }, (_, bits) =>
      all.filter((_, index) => (bits >> index) % 2 === 1),
    );
    for (const base of subsets) {
      for (const mine of subsets) {
        for (const theirs of subsets) {
          const merged = new Set(mergeLists({ base, mine, theirs }));
          assert.deepEqual(merged, new Set(mergeLists({ base, mine: theirs, theirs: mine })));
          for (const entry of all) {
            const [was, isMine, isTheirs] = [base, mine, theirs].map(list => list.includes(entry));
            // A side that has not changed an entry does not affect it.
            assert.equal(merged.has(entry), isMine === was ? isTheirs : isMine);
          }
        }
      }
    }
  });
});

describe('keeping both sides of a conflict', () => {
  const base = { name: 'Nightly', groups: [1], policies: [5] };

  it('is safe without a review when both only added', () => {
    const merge = keepBoth({
      fields: ['groups'],
      base,
      mine: { ...base, groups: [1, 2] },
      theirs: { ...base, groups: [1, 3] },
    });
    assert.deepEqual(merge, { lists: { groups: [1, 3, 2] }, isAdditionsOnly: true });
  });

  it('is possible, but not the default, when one of them removed something', () => {
    const merge = keepBoth({
      fields: ['groups', 'policies'],
      base,
      mine: { ...base, groups: [1, 2], policies: [] },
      theirs: { ...base, groups: [3], policies: [5, 6] },
    });
    assert.deepEqual(merge, { lists: { groups: [3, 2], policies: [6] }, isAdditionsOnly: false });
  });

  it('is impossible when both changed a field that is not a list', () => {
    const mine = { ...base, groups: [1, 2], name: 'Mine' };
    const theirs = { ...base, groups: [1, 3], name: 'Theirs' };
    assert.equal(keepBoth({ fields: ['groups', 'name'], base, mine, theirs }), undefined);
    assert.equal(keepBoth({ fields: [], base, mine, theirs }), undefined);
  });
});
