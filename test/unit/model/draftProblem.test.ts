import assert from 'node:assert/strict';
import * as z from 'zod';
import { readDraft } from '../../../src/model/draftProblem.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';

const wholeNumber = 'a non-negative whole number';

describe('what is expected in place of a value of another shape', () => {
  for (const [value, schema, expected] of [
    [7, z.string(), 'text'],
    ['x', z.boolean(), 'true or false'],
    ['x', z.array(z.string()), 'a list'],
    ['x', z.object({}), 'a JSON object'],
    ['x', z.record(z.string(), z.string()), 'a JSON object'],
    ['x', z.int(), wholeNumber],
    [-1, z.int().min(0), wholeNumber],
    [1.5, z.int(), wholeNumber],
    ['', z.string().min(1), 'non-empty text'],
    [7, z.enum(['a', 'b']), '"a","b"'],
    [7, z.literal(1), '1'],
    [true, z.union([z.string(), z.int()]), 'an ID or a name'],
    ['../x', z.string().regex(/^\w+$/), 'the path of a folder below this one'],
  ] as const)
    it(`${JSON.stringify(value)} is no ${expected}`, () => {
      const { draft, problems } = readDraft<unknown>(
        z.object({ field: schema }),
        { field: value },
        englishLocalizer,
      );
      assert.equal(draft, undefined);
      assert.deepEqual(problems, [{ path: ['field'], severity: 'error', text: `Expected ${expected}.` }]);
    });

  it('points to the entry of a list', () => {
    const schema = z.object({ list: z.array(z.string()) });
    const { problems } = readDraft(schema, { list: ['a', 7] }, englishLocalizer);
    assert.deepEqual(problems[0]?.path, ['list', 1]);
  });

  it('is only a warning for text that was damaged in transfer', () => {
    const { draft, problems } = readDraft(
      z.object({ name: z.string() }),
      { name: 'a\uFFFD' },
      englishLocalizer,
    );
    assert.deepEqual(draft, { name: 'a\uFFFD' });
    assert.deepEqual(problems, [
      {
        path: ['name'],
        severity: 'warning',
        text: 'Some characters (�) in this text were damaged in transfer. Type them again before you save.',
      },
    ]);
  });
});
