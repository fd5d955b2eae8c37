import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { wireList } from '../../../src/api/model/fieldShapes.ts';
import { customIssue, firstMismatch } from '../../../src/api/model/mismatch.ts';

function mismatchOf(schema: z.core.$ZodType, value: unknown) {
  const { error } = z.safeParse(schema, value);
  return error === undefined ? undefined : firstMismatch(error, value);
}

const kind = (path: string, expected: string, received: string) => ({
  path,
  code: 'kind',
  expected,
  received,
});

describe('a mismatch with a schema', () => {
  const Row = z.looseObject({ id: z.int(), name: z.string(), tags: z.array(z.boolean()) });
  const row = { id: 1, name: 'A', tags: [true] };

  it('is reported with its path, what is expected there, and what was found', () => {
    for (const [value, expected] of [
      [row, undefined],
      [5, kind('', 'object', 'number')],
      [{ ...row, id: '1' }, kind('id', 'number', 'string')],
      [{ ...row, id: 1.5 }, kind('id', 'integer', 'number')],
      [
        { ...row, id: 2 ** 60 },
        { path: 'id', code: 'tooLarge' },
      ],
      [{ ...row, name: null }, kind('name', 'string', 'null')],
      [{ ...row, tags: true }, kind('tags', 'array', 'boolean')],
      [{ ...row, tags: [true, [false]] }, kind('tags[1]', 'boolean', 'array')],
    ] as const)
      assert.deepEqual(mismatchOf(Row, value), expected);
    assert.deepEqual(
      mismatchOf(z.array(Row), [row, { ...row, id: '1' }]),
      kind('[1].id', 'number', 'string'),
    );
  });

  it('covers a value that is too small, too deep, or invalid otherwise', () => {
    const tooDeep = z.string().check(z.refine(text => text.length < 3, customIssue('tooDeep')));
    const odd = z.string().check(z.refine(text => text.length < 3, { params: { mismatch: 'odd' } }));
    for (const [schema, value, code] of [
      [z.number().check(z.minimum(3)), 2, 'tooSmall'],
      [tooDeep, 'long', 'tooDeep'],
      [odd, 'long', 'value'],
      [z.enum(['a', 'b']), 'c', 'value'],
    ] as const)
      assert.deepEqual(mismatchOf(schema, value), { path: '', code });
  });
});

describe('a list of a server', () => {
  const Numbers = wireList(z.number());
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);

  it('is read whole, however long it is', () => {
    for (const length of [0, 1, 255, 256, 257, 1_000])
      assert.deepEqual(z.safeParse(Numbers, numbers.slice(0, length)).data, numbers.slice(0, length));
    assert.deepEqual(mismatchOf(Numbers, 'all'), kind('', 'array', 'string'));
  });

  it('names the first element that does not fit, and no other', () => {
    for (const index of [0, 255, 256, 700]) {
      const value = numbers.map((number, at) => (at >= index ? String(number) : number));
      const { error } = z.safeParse(z.looseObject({ list: Numbers }), { list: value });
      assert.equal(error?.issues.length, 1);
      assert.deepEqual(
        mismatchOf(z.looseObject({ list: Numbers }), { list: value }),
        kind(`list[${index}]`, 'number', 'string'),
      );
    }
    const Inner = wireList(z.object({ id: z.int().check(z.minimum(0)) }));
    assert.deepEqual(mismatchOf(Inner, [{ id: 1 }, { id: -1 }]), { path: '[1].id', code: 'tooSmall' });
  });
});
