import assert from 'node:assert/strict';
import { existing } from '../../../support/http/clients.ts';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { checkedJobsText, targetingJobs, targetingText } = await import(
  '../../../../src/workbench/commands/runs/targetingJobs.ts'
);

/** The texts about the jobs that target groups 7 and 8. */
async function textsOf({ memoryServer, session, context }: Given) {
  for (const id of [7, 8]) memoryServer.groups.set(id, { name: `Lab ${id}`, server_set: [] });
  await session.groups.whole();
  const ids = new Map([7, 8].map(id => [existing(session.groups.byId(id)), id]));
  const targeted = await targetingJobs(context, session, ids);
  return {
    ids: targeted.map(({ id, jobs }) => [id, jobs.map(job => job.id)]),
    texts: targetingText(session, targeted),
  };
}

describe('the jobs that target groups', () => {
  it('are named, each once', () =>
    withMemoryServer(async given => {
      given.memoryServer.jobs.set(1, { name: 'One', groups: [7] }).set(2, { name: 'Two', groups: [8, 7] });
      given.memoryServer.jobs.set(3, { name: 'Three', groups: [9] });
      assert.deepEqual(await textsOf(given), {
        ids: [
          [7, [1, 2]],
          [8, [2]],
        ],
        texts: ['2 jobs target it: “One” and “Two”.'],
      });
    }));

  it('are searched in the whole list', () =>
    withMemoryServer(async given => {
      given.memoryServer.jobs.set(1, { name: 'One', groups: [7] }).set(2, { name: 'Two', groups: [7] });
      given.memoryServer.pageSize = 1;
      assert.deepEqual((await textsOf(given)).texts, ['2 jobs target it: “One” and “Two”.']);
    }));

  it('are those that were read, which the text mentions, if the user stopped reading', () =>
    withMemoryServer(async given => {
      given.memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      given.memoryServer.pageSize = 1;
      await given.session.jobs.firstRows();
      given.session.stopReading();
      assert.equal(checkedJobsText(given.session), 'Only 1 job was checked.');
    }));

  it('are unknown when the jobs cannot be read, which the text mentions', () =>
    withMemoryServer(async given => {
      given.memoryServer.failures.set('GET /automation/api/job/', 403);
      assert.deepEqual((await textsOf(given)).texts, ['Only 0 jobs were checked.']);
    }));
});
