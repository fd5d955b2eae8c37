import assert from 'node:assert/strict';
import { GroupIdCandidates, nearbyIds } from '../../../../src/store/groups/groupIdCandidates.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the IDs that are tried for groups', () => {
  const next = (of: GroupIdCandidates, count: number, taken: readonly number[] = [], hasNew = false) => {
    const ids = of.outside(new Set(taken), hasNew);
    return Array.from({ length: count }, () => ids.next().value);
  };

  it('are those up to a few after the highest known one, and then further ones, without the listed ones', () => {
    const candidates = new GroupIdCandidates();
    assert.equal(candidates.highest, 0);
    for (const id of [3, 5, 4]) candidates.found(id);
    assert.equal(candidates.highest, 5);
    const last = 5 + nearbyIds;
    assert.deepEqual(next(candidates, 29, [3, 5, last + 2]), [
      1,
      2,
      4,
      ...range(6, last + 1),
      ...range(last + 3, last + 7),
    ]);
  });

  it('continue where the last search ended', () => {
    const candidates = new GroupIdCandidates();
    for (const id of range(1, nearbyIds)) candidates.notFound(id);
    assert.deepEqual(next(candidates, 3), range(nearbyIds + 1, nearbyIds + 3));
    assert.deepEqual(next(candidates, 2), range(nearbyIds + 4, nearbyIds + 5));
    candidates.found(10);
    for (const id of range(11, 10 + nearbyIds)) candidates.notFound(id);
    assert.deepEqual(next(candidates, 3), range(10 + nearbyIds + 1, 10 + nearbyIds + 3));
  });

  it('are tried again from the highest known one on, since a new group may have received them', () => {
    const candidates = new GroupIdCandidates();
    candidates.found(3);
    for (const id of [1, 2, 3, 4]) candidates.notFound(id);
    assert.deepEqual(next(candidates, 2, [], false), [5, 6]);
    assert.deepEqual(next(candidates, 3, [], true), [3, 4, 5]);
  });
});
