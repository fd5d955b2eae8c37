import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gridRows, shadeOf, shades } from '../../../src/contrib/timeline/protocol/timelineGrid.ts';
import { firstQuery, type SpanKind } from '../../../src/contrib/timeline/protocol/timelineOverview.ts';

const day = { weekday: '', date: '', long: '', isOther: false };

/** A span of this many days, with one run in each of these cells. */
function spanOf(dayCount: number, cells: readonly number[], span: SpanKind = 'week') {
  const runs = Array.from({ length: dayCount * 24 }, (_, cell) => (cells.includes(cell) ? 1 : 0));
  return { query: { ...firstQuery, span }, days: runs.slice(0, dayCount).map(() => day), runs };
}

describe('the rows of the calendar', () => {
  it('merge hours in which nothing runs on any day', () => {
    const rows = gridRows(spanOf(2, [3, 24 + 20]));
    assert.deepEqual(
      rows.map(({ head, label }) => [head, label]),
      [
        ['00–02', '00:00–02:59'],
        ['03', '03:00'],
        ['04–19', '04:00–19:59'],
        ['20', '20:00'],
        ['21–23', '21:00–23:59'],
      ],
    );
  });

  it('are the weeks of a month', () => {
    const rows = gridRows(spanOf(35, [], 'month'));
    assert.equal(rows.length, 5);
    assert.deepEqual(rows[1]?.cells[2], { from: 9 * 24, to: 10 * 24 });
  });

  it('contain every cell with a run once, and the hours that stay open', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.nat(7 * 24 - 1), { maxLength: 30 }),
        fc.array(fc.nat(23), { maxLength: 3 }),
        (days, cells, open) => {
          const shown = gridRows(spanOf(days, cells), open).flatMap(row => row.cells.map(({ from }) => from));
          assert.equal(new Set(shown).size, shown.length);
          const wanted = [...cells.filter(cell => cell < days * 24), ...open];
          assert.deepEqual(
            wanted.filter(cell => !shown.includes(cell)),
            [],
          );
        },
      ),
    ));
});

describe('the shade of a cell', () => {
  it('tells one run from four, and grows with their number', () => {
    const count = fc.integer({ min: 1, max: 40_000 });
    fc.assert(
      fc.property(count, count, count, (one, other, third) => {
        const most = Math.max(one, other, third, 4);
        assert.ok(shadeOf(1, most) < shadeOf(4, most));
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        assert.ok(0 < shadeOf(less, most) && shadeOf(less, most) <= shadeOf(more, most));
        assert.ok(shadeOf(most, most) <= shades);
      }),
    );
  });
});
