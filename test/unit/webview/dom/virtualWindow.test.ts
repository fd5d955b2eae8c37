import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scrollTopFor, visibleRows } from '../../../../src/webview/dom/virtualWindow.ts';

const list = { count: 5_000, rowHeight: 20, viewHeight: 200, scrollTop: 0 };

describe('the rows in view', () => {
  it('are few, however long the list is', () => {
    assert.deepEqual(visibleRows(list), { first: 0, end: 14 });
    assert.deepEqual(visibleRows({ ...list, scrollTop: 1_000 }), { first: 46, end: 64 });
  });

  it('end with the list', () => {
    assert.deepEqual(visibleRows({ ...list, scrollTop: 99_900 }), { first: 4_991, end: 5_000 });
    assert.deepEqual(visibleRows({ ...list, count: 0 }), { first: 0, end: 0 });
    assert.deepEqual(visibleRows({ ...list, count: 3, scrollTop: 9_000 }), { first: 3, end: 3 });
  });

  it('are all visible rows, and not many more', () => {
    const geometry = fc.record({
      count: fc.nat(10_000),
      rowHeight: fc.integer({ min: 10, max: 40 }),
      viewHeight: fc.integer({ min: 0, max: 500 }),
      scrollTop: fc.nat(400_000),
    });
    fc.assert(
      fc.property(geometry, given => {
        const { first, end } = visibleRows(given);
        const firstSeen = Math.floor(given.scrollTop / given.rowHeight);
        const lastSeen = Math.ceil((given.scrollTop + given.viewHeight) / given.rowHeight);
        assert.ok(first <= Math.min(given.count, firstSeen) && end >= Math.min(given.count, lastSeen));
        assert.ok(end - first <= given.viewHeight / given.rowHeight + 10);
      }),
    );
  });

  it('move as little as needed to show a row', () => {
    assert.equal(scrollTopFor(3, list), 0);
    assert.equal(scrollTopFor(10, list), 20);
    assert.equal(scrollTopFor(3, { ...list, scrollTop: 100 }), 60);
  });
});
