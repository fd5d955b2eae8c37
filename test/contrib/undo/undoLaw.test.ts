import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FieldEdit } from '../../../src/api/model/fieldEdit.ts';
import { existing } from '../../support/http/clients.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { takeSteps } = await import('../../../src/workbench/commands/runs/stepRuns.ts');
const { undoRun } = await import('../../../src/contrib/undo/vscode/undoRun.ts');
const { editStep } = await import('../../../src/workbench/commands/runs/steps.ts');

const policies = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });
const values = fc.record(
  { enabled: fc.boolean(), retry: fc.integer({ min: 0, max: 2 }), policies },
  { noNullPrototype: true },
);
type Values = typeof values extends fc.Arbitrary<infer T> ? T : never;
/** A job before and after a run, and after others have changed it. */
const fates = fc.array(fc.record({ before: values, after: values, later: fc.option(values) }), {
  minLength: 1,
  maxLength: 3,
});

const stored = ({ memoryServer }: Given, id: number): Values => {
  const { enabled, retry, policies: list } = existing(memoryServer.jobs.get(id));
  return {
    enabled: enabled === true,
    retry: Number(retry),
    policies: Array.isArray(list) ? list.map(Number) : [],
  };
};

describe('an undo', () => {
  it('puts back what the run changed, and nothing that was changed since', () =>
    fc.assert(
      fc.asyncProperty(fates, jobs =>
        withMemoryServer(async given => {
          const { memoryServer, session, context, user } = given;
          const set = (id: number, fields: Values) =>
            memoryServer.jobs.set(id, { name: `Job ${id}`, ...fields });
          for (const [id, { before }] of jobs.entries()) set(id, before);
          await session.jobs.whole();
          const steps = jobs.map(({ before, after }, id) => {
            const edit: FieldEdit = { before: { ...before }, after: { ...after } };
            return editStep({ job: existing(session.jobs.get(id)), edit });
          });
          await takeSteps(context, session, { act: 'changeJobs', steps });
          const [run] = await context.journal.ended();
          const left = jobs.map((_, id) => stored(given, id));
          for (const [id, { later }] of jobs.entries()) if (later !== null) set(id, later);
          user.review = ({ choices }) => choices.filter(({ isFixed }) => !isFixed).map(({ value }) => value);
          if (run !== undefined) await undoRun(context, session, run);
          for (const [id, { before, later }] of jobs.entries()) {
            const [was, now] = [left[id] ?? before, stored(given, id)];
            const current = later ?? was;
            const isSame = (field: 'enabled' | 'retry') =>
              was[field] === before[field] || current[field] === was[field];
            const isOther = !isSame('enabled') && current.enabled !== before.enabled;
            const isRetryOther = !isSame('retry') && current.retry !== before.retry;
            if (isOther || isRetryOther) assert.deepEqual({ ...now }, { ...current }, 'others changed it');
            else {
              assert.equal(now.enabled, was.enabled === before.enabled ? current.enabled : before.enabled);
              assert.equal(now.retry, was.retry === before.retry ? current.retry : before.retry);
              const added = was.policies.filter(policy => !before.policies.includes(policy));
              const removed = before.policies.filter(policy => !was.policies.includes(policy));
              const expected = [...current.policies.filter(policy => !added.includes(policy)), ...removed];
              assert.deepEqual(new Set(now.policies), new Set(expected));
            }
          }
        }),
      ),
      { numRuns: 60 },
    ));
});
