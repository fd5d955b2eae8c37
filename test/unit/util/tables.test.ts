import assert from 'node:assert/strict';
import { assertNever } from '../../../src/util/assertNever.ts';
import { eachKey, isKeyOf, keysOf, mapTable } from '../../../src/util/tables.ts';

const table = { name: 'Name', policies: 'Policies' } as const;

describe('a table', () => {
  it('returns its keys in their order', () => {
    assert.deepEqual(keysOf(table), ['name', 'policies']);
    assert.deepEqual(keysOf({}), []);
  });

  it('has the keys that are its own', () => {
    assert.deepEqual(
      ['name', 'policies', 'other', 'toString'].map(key => isKeyOf(table, key)),
      [true, true, false, false],
    );
  });

  it('builds an object with a value for each key', () => {
    assert.deepEqual(
      mapTable(table, key => key.length),
      { name: 4, policies: 8 },
    );
    assert.deepEqual(
      eachKey<typeof table, Record<keyof typeof table, string>>(table, key => key),
      { name: 'name', policies: 'policies' },
    );
  });
});

describe('a value that the types rule out', () => {
  it('throws an error that shows the value', () =>
    assert.throws(() => Reflect.apply(assertNever, undefined, [{ kind: 'new' }]), /\{"kind":"new"\}/));
});
