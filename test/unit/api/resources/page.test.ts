import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  joinUnreadable,
  readRows,
  rowCount,
  type UnreadableRow,
} from '../../../../src/api/resources/page.ts';

const schema = z.object({ id: z.number() });
const good = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const bad = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `${id}` }));

describe('the rows of a page', () => {
  it('are read one by one, so that an unreadable one does not affect the others', async () => {
    const { items, unreadable } = await readRows({ schema }, [{ id: 1 }, { id: 'x' }, { id: 2 }]);
    assert.deepEqual(items, [{ id: 1 }, { id: 2 }]);
    assert.deepEqual(
      unreadable.map(({ index, raw, problem, more }) => [index, raw, problem?.path, more]),
      [[1, { id: 'x' }, 'id', undefined]],
    );
  });

  it('are read by the fast reader if it accepts them', async () => {
    const quick = (raw: unknown) => (raw === 'quick' ? { id: 7 } : undefined);
    const { items, unreadable } = await readRows({ schema, quick }, ['quick', { id: 1 }, 'slow']);
    assert.deepEqual([items, unreadable.length], [[{ id: 7 }, { id: 1 }], 1]);
  });

  it('are all stored, however many there are', async () => {
    const many = await readRows({ schema }, good(120_000));
    assert.deepEqual([many.items.length, many.unreadable, rowCount(many)], [120_000, [], 120_000]);
  });

  it('include at most a hundred unreadable ones, and a count of the others', async () => {
    const { unreadable } = await readRows({ schema }, [...bad(150), ...good(1)]);
    assert.deepEqual([unreadable.length, unreadable.at(-1)], [101, { index: 151, raw: undefined, more: 50 }]);
    assert.equal((await readRows({ schema }, bad(100))).unreadable.length, 100);
  });

  it('are not read further when thousands cannot be read', async () => {
    const page = await readRows({ schema }, [...bad(10_000), ...good(5)]);
    assert.deepEqual([page.items, rowCount(page)], [[], 10_005]);
    assert.equal((await readRows({ schema }, [...bad(9_999), ...good(5)])).items.length, 5);
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
