import assert from 'node:assert/strict';
import { KnownIds } from '../../../src/api/resources/readBack.ts';

/** A page of a list: its path, the next path, and its IDs; the first page has the path "1". */
type PageOf = readonly [path: string, next: string | undefined, ...ids: number[]];

function knownFrom(...pages: readonly PageOf[]): KnownIds {
  const known = new KnownIds();
  for (const [path, next, ...keys] of pages)
    known.sawPage({ path, isFirst: path === '1', keys, next, rows: keys.length, total: undefined });
  return known;
}

const agesOf = (known: KnownIds, ...ids: number[]) => ids.map(known.ages());

describe('the age of an object by its ID', () => {
  it('is new above the highest ID of a complete list, and unknown below it', () => {
    const known = knownFrom(['1', '2', 5, 9, 1], ['2', undefined, 7]);
    assert.deepEqual(agesOf(known, 10, 9, 8), ['new', 'old', 'maybeNew']);
    assert.deepEqual(agesOf(knownFrom(['1', undefined, 4]), 5), ['new']);
    assert.deepEqual(agesOf(knownFrom(['1', undefined]), 1), ['new']);
  });

  it('is unknown while pages of the list are missing', () => {
    assert.deepEqual(agesOf(knownFrom(['1', '2', 5]), 10), ['maybeNew']);
    assert.deepEqual(agesOf(knownFrom(['1', '2', 5], ['3', undefined, 7]), 10), ['maybeNew']);
    assert.deepEqual(agesOf(knownFrom(['2', undefined, 7]), 10), ['maybeNew']);
    assert.deepEqual(agesOf(knownFrom(['1', undefined, 20], ['1', '2', 5], ['2', undefined, 7]), 10), [
      'maybeNew',
    ]);
  });

  it('follows the list that was requested last', () => {
    const known = knownFrom(['1', '2', 50], ['1', '2', 5], ['2', undefined, 7]);
    assert.deepEqual(agesOf(known, 50, 49, 8), ['old', 'new', 'new']);
  });

  it('does not change after it was determined', () => {
    const known = knownFrom(['1', undefined, 5]);
    const ages = known.ages();
    known.sawCreated(6);
    assert.deepEqual([ages(6), known.ages()(6)], ['new', 'old']);
  });
});
