import assert from 'node:assert/strict';
import type { Page } from '../../../src/api/resources/listPage.ts';
import { pageKey, pageNumbersOf } from '../../../src/api/resources/readAhead.ts';

function pageOf(rows: number, next: string | undefined, total: number | undefined = 100): Page<number> {
  return { items: Array.from({ length: rows }, (_, index) => index), unreadable: [], total, next };
}

describe('pageNumbersOf', () => {
  it('reads page numbers from links', () => {
    const numbers = pageNumbersOf('/job/', pageOf(10, '/job/?page=2'));
    assert.deepEqual(
      [numbers?.remaining, numbers?.pathAt(1), numbers?.pathAt(9)],
      [9, '/job/?page=2', '/job/?page=10'],
    );
    assert.equal(pageNumbersOf('/job/?page=4&x=1', pageOf(10, '/job/?x=1&page=5'))?.remaining, 6);
  });

  it('reads offsets from links', () => {
    const numbers = pageNumbersOf('/job/', pageOf(20, '/job/?limit=20&offset=20'));
    assert.deepEqual([numbers?.remaining, numbers?.pathAt(2)], [4, '/job/?limit=20&offset=40']);
    assert.equal(
      pageNumbersOf('/job/?limit=20&offset=60', pageOf(20, '/job/?limit=20&offset=80'))?.remaining,
      1,
    );
  });

  for (const [what, path, page] of [
    ['a cursor', '/job/', pageOf(10, '/job/?cursor=cD0xMA')],
    ['a cursor beside a number', '/job/?page=1&cursor=a', pageOf(10, '/job/?page=2&cursor=b')],
    ['another list', '/job/', pageOf(10, '/jobs/?page=2')],
    ['a number that is no step', '/job/?page=2', pageOf(10, '/job/?page=7')],
    ['a number given twice', '/job/', pageOf(10, '/job/?page=2&page=2')],
    ['a number that is none', '/job/', pageOf(10, '/job/?page=2e0')],
    ['a limit that the page does not hold to', '/job/', pageOf(19, '/job/?limit=20&offset=20')],
    ['an offset of another step', '/job/', pageOf(20, '/job/?limit=20&offset=10')],
    ['no count', '/job/', { ...pageOf(10, '/job/?page=2'), total: undefined }],
    ['an empty page', '/job/', pageOf(0, '/job/?page=2')],
    ['the last page', '/job/?page=10', pageOf(10, undefined)],
  ] as const) {
    it(`reads nothing from ${what}`, () => assert.equal(pageNumbersOf(path, page), undefined));
  }

  it('recognizes a page by its link, whatever the order of its parameters', () => {
    assert.equal(pageKey('/job/?b=%20x&page=2'), pageKey('/job/?page=2&b=+x'));
    assert.notEqual(pageKey('/job/?page=2'), pageKey('/job/?page=3'));
  });
});
