import assert from 'node:assert/strict';
import type * as z from 'zod';
import { mismatchText } from '../../../src/api/errors/errorText.ts';
import { GroupSchema } from '../../../src/api/model/group.ts';
import { JobSchema } from '../../../src/api/model/job.ts';
import type { Mismatch } from '../../../src/api/model/mismatch.ts';
import { readRows } from '../../../src/api/resources/listPage.ts';
import { createLocalizer, englishLocalizer } from '../../../src/base/localizer.ts';

/** Marks translated texts. */
const marking = createLocalizer('en', message => `«${message}»`);

function nested(levels: number): unknown {
  return levels === 0 ? 0 : [nested(levels - 1)];
}

/** The problem with an invalid row. */
async function problemOf(schema: z.core.$ZodType<object>, row: unknown): Promise<Mismatch> {
  const [unreadable] = (await readRows({ schema }, [row])).unreadable;
  assert.ok(unreadable?.problem);
  return unreadable.problem;
}

describe('the text about a mismatch in a response', () => {
  const rows: readonly (readonly [z.core.$ZodType<object>, unknown, string])[] = [
    [JobSchema, { id: 'x' }, 'id: expected: a number, found: text'],
    [JobSchema, { id: 1, peers: [null] }, 'peers[0]: expected: an object, found: null'],
    [JobSchema, { id: 1.5 }, 'id: expected: a whole number, found: a number'],
    [JobSchema, { id: 1, groups: [1, 'x'] }, 'groups[1]: expected: a number, found: text'],
    [JobSchema, { id: 1, other: nested(101) }, 'other: it is nested too deeply'],
    [GroupSchema, 'x', 'expected: an object, found: text'],
    [GroupSchema, { server_set: [{ status: {} }] }, 'server_set[0].status: the value is not valid here'],
  ];
  for (const [schema, row, expected] of rows) {
    it(`describes ${JSON.stringify(row)} in the user's language`, async () => {
      const problem = await problemOf(schema, row);
      assert.equal(mismatchText(problem, englishLocalizer), expected);
      assert.match(mismatchText(problem, marking), /«.*»$/);
    });
  }
});
