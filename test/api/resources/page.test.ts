import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  joinUnreadable,
  readRows,
  rowCount,
  type UnreadableRow,
} from '../../../src/api/resources/listPage.ts';

const schema = z.object({ id: z.number() });
const bad = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `${id}` }));

describe('the rows of a page', () => {
  it('are read by the fast reader if it accepts them', async () => {
    const quick = (raw: unknown) => (raw === 'quick' ? { id: 7 } : undefined);
    const { items, unreadable } = await readRows({ schema, quick }, ['quick', { id: 1 }, 'slow']);
    assert.deepEqual([items, unreadable.length], [[{ id: 7 }, { id: 1 }], 1]);
  });
});

describe('the unreadable rows of several pages', () => {
  const rows = (count: number): readonly UnreadableRow[] => bad(count).map((raw, index) => ({ index, raw }));
  const more = (count: number): UnreadableRow => ({ index: 0, raw: undefined, more: count });

  it('are stored within the bounds of one page', () => {
    assert.deepEqual(joinUnreadable(rows(2), rows(1)), [...rows(2), ...rows(1)]);
    const joined = joinUnreadable([...rows(80), more(5)], [...rows(30), more(7)]);
    assert.deepEqual([joined.length, joined.at(-1)], [101, { index: 100, raw: undefined, more: 22 }]);
    assert.equal(rowCount({ items: [], unreadable: joined }), 122);
    const known = rows(3);
    assert.equal(joinUnreadable(known, []), known);
  });
});
