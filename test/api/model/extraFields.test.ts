import assert from 'node:assert/strict';
import { extraFields, findExtraFlaw, noExtraFields } from '../../../src/api/model/extraFields.ts';

const known = new Set(['id', 'name']);

describe('fields that a schema does not name', () => {
  it('are stored unchanged, whatever JSON they contain', () => {
    const extra = { text: '', flag: false, number: 0, none: null, list: [1], inner: { a: 1 } };
    assert.deepEqual(extraFields({ id: 1, name: 'A', ...extra }, known), extra);
    assert.equal(extraFields({ id: 1 }, known), noExtraFields);
  });

  it('are dropped when they are not JSON, or would change the prototype', () => {
    const odd: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    const found = extraFields(
      { ...Object(odd), big: Number.POSITIVE_INFINITY, none: undefined, run: () => 1 },
      known,
    );
    assert.equal(found, noExtraFields);
    assert.deepEqual(Object.keys(extraFields(Object(odd), known)), []);
  });

  it('are shallow up to a hundred levels of lists and objects', () => {
    const lists = (levels: number): unknown => (levels === 0 ? 1 : [0, lists(levels - 1)]);
    const objects = (levels: number): unknown => (levels === 0 ? 1 : { a: 0, b: objects(levels - 1) });
    for (const nested of [lists, objects])
      assert.deepEqual(
        [100, 101].map(levels => findExtraFlaw({ id: 1, x: 2, y: nested(levels) }, known)?.code),
        [undefined, 'tooDeep'],
      );
    const named = findExtraFlaw({ name: lists(101), none: null }, known);
    assert.equal(named, undefined, 'the schema reads those that it names');
  });

  it('contain no number that JSON does not have, and name its place', () => {
    const flaw = findExtraFlaw({ id: 1, stats: [{ mean: 1 }, { mean: Number.POSITIVE_INFINITY }] }, known);
    assert.deepEqual(flaw, { code: 'notANumber', path: ['stats', 1, 'mean'] });
  });
});
