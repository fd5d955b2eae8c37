import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hourRowLabel, hourRows, hourRowTitle, isFolded } from '../../../../src/webview/timeline/hourRows.ts';

/** Run counts for this many days, with one run in each of these cells. */
function runsAt(dayCount: number, ...cells: readonly number[]): number[] {
  return Array.from({ length: dayCount * 24 }, (_, cell) => (cells.includes(cell) ? 1 : 0));
}

describe('the rows of the heat map', () => {
  it('merge hours in which nothing runs on any day', () => {
    const rows = hourRows(runsAt(2, 3, 24 + 20), 2);
    assert.deepEqual(rows.map(hourRowTitle), ['00–02', '03', '04–19', '20', '21–23']);
    assert.deepEqual(rows.map(hourRowLabel), ['00:00–02:59', '03:00', '04:00–19:59', '20:00', '21:00–23:59']);
  });

  it('contain every hour once and in order, and fold none in which something runs', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(4 * 24 - 1), { maxLength: 30 }),
        (days, cells) => {
          const rows = hourRows(runsAt(days, ...cells), days);
          assert.deepEqual(
            rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
            Array.from({ length: 24 }, (_, hour) => hour),
          );
          const busy = new Set(cells.filter(cell => cell < days * 24).map(cell => cell % 24));
          for (const row of rows.filter(isFolded))
            for (let hour = row.from; hour < row.to; hour++) assert.ok(!busy.has(hour));
        },
      ),
    ));
});
