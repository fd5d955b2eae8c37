import assert from 'node:assert/strict';
import type * as z from 'zod';
import { rowProblemText, shapeText } from '../../../../src/api/errors/shapeText.ts';
import { readRows } from '../../../../src/api/resources/page.ts';
import { GroupSchema } from '../../../../src/model/group.ts';
import { JobSchema } from '../../../../src/model/job.ts';
import { createLocalizer, englishLocalizer } from '../../../../src/util/localizer.ts';

/** Marks what was translated. */
const marking = createLocalizer('en', message => `«${message}»`);

/** The words for what is wrong with a row, as a person reads them. */
async function problemOf(schema: z.ZodType, row: unknown): Promise<string> {
  const [unreadable] = (await readRows({ schema }, [row])).unreadable;
  assert.ok(unreadable);
  return unreadable.problem;
}

describe('what does not fit in an answer', () => {
  const rows: readonly (readonly [z.ZodType, unknown, string])[] = [
    [JobSchema, { id: 'x' }, 'id: expected: a number, found: text'],
    [JobSchema, { id: 1, peers: 'x' }, 'peers: expected: a list, found: text'],
    [JobSchema, { id: 1, peers: [null] }, 'peers[0]: expected: an object, found: null'],
    [JobSchema, { id: 1, enabled: {} }, 'enabled: expected: true or false, found: an object'],
    [JobSchema, { id: -1 }, 'id: the value is too small'],
    [JobSchema, {}, 'id: expected: a number, found: nothing'],
    [GroupSchema, { name: 5 }, 'name: expected: text, found: a number'],
    [GroupSchema, 'x', 'expected: an object, found: text'],
    [
      GroupSchema,
      { server_set: [{ status: {} }] },
      'server_set[0].status: a value of another kind is expected',
    ],
  ];
  for (const [schema, row, expected] of rows) {
    it(`is said of ${JSON.stringify(row)}, in the person's language`, async () => {
      const problem = await problemOf(schema, row);
      assert.equal(rowProblemText(problem, englishLocalizer), expected);
      assert.match(rowProblemText(problem, marking), /«.*»$/);
    });
  }

  it('stays as it is where there are no words for it', () => {
    assert.equal(shapeText('Something new: 5', englishLocalizer), 'Something new: 5');
  });
});
