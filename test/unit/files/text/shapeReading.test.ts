import assert from 'node:assert/strict';
import * as z from 'zod';
import { readShape } from '../../../../src/files/text/shapeReading.ts';
import { englishLocalizer } from '../../../../src/util/localizer.ts';

const schema = z.strictObject({
  name: z.string(),
  more: z
    .strictObject({ count: z.number(), deep: z.strictObject({ flag: z.boolean() }).optional() })
    .optional(),
  list: z.array(z.number()).optional(),
});
const read = (value: unknown) => readShape(schema, value, englishLocalizer);

describe('the shape of a value', () => {
  it('is read when it is valid', () => {
    const value = { name: 'a', list: [1] };
    assert.deepEqual(read(value), { value, problems: [] });
  });

  it('reports each field that is not allowed, at its name', () => {
    const { value, problems } = read({ name: 'a', x: 1, y: 2, more: { count: 1, z: 3 } });
    assert.equal(value, undefined);
    const found = (path: string[], field: string) => ({
      path,
      severity: 'error',
      isOfName: true,
      text: `There is no field “${field}” here.`,
    });
    assert.deepEqual(
      new Set(problems),
      new Set([found(['x'], 'x'), found(['y'], 'y'), found(['more', 'z'], 'z')]),
    );
  });

  it('distinguishes a missing field from an invalid one, at any depth', () => {
    const texts = (value: unknown) =>
      read(value).problems.map(({ path, text }) => `${path.join('/')}: ${text}`);
    assert.deepEqual(texts({}), ['name: The field “name” is missing.']);
    assert.deepEqual(texts({ name: 'a', more: {} }), ['more/count: The field “more.count” is missing.']);
    assert.deepEqual(texts({ name: 'a', more: { count: 1, deep: {} } }), [
      'more/deep/flag: The field “more.deep.flag” is missing.',
    ]);
    for (const value of [
      { name: 5 },
      { name: undefined },
      { name: 'a', more: { count: 'x' } },
      { name: 'a', list: ['x'] },
      { name: 'a', more: [] },
      'x',
      [],
    ])
      for (const text of texts(value)) assert.doesNotMatch(text, /missing/, JSON.stringify(value));
  });
});
