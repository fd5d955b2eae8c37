import assert from 'node:assert/strict';
import { assertNever } from '../../src/base/assertNever.ts';
import { isKeyOf } from '../../src/base/tables.ts';

const table = { name: 'Name', policies: 'Policies' } as const;

describe('a table', () => {
  it('has the keys that are its own', () => {
    assert.deepEqual(
      ['name', 'policies', 'other', 'toString'].map(key => isKeyOf(table, key)),
      [true, true, false, false],
    );
  });
});

describe('a value that the types rule out', () => {
  it('throws an error that shows the value', () =>
    assert.throws(() => Reflect.apply(assertNever, undefined, [{ kind: 'new' }]), /\{"kind":"new"\}/));
});
