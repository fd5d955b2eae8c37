import assert from 'node:assert/strict';
import { withMemoryServer } from '../support/memoryServer.ts';

const { compareJobs } = await import('../../../../src/workbench/commands/jobs/compareJobs.ts');

describe('comparing jobs', () => {
  it('shows two jobs with names in place of IDs, in alphabetical order', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.groups.set(7, { name: 'Office', dn: '', server_set: [] });
      memoryServer.groups.set(8, { name: 'Lab', dn: '', server_set: [] });
      memoryServer.jobs.set(1, { name: 'One', groups: [7, 8], policies: [3], params: 'RRULE:FREQ=DAILY' });
      memoryServer.jobs.set(2, { name: 'Two', groups: [8], policies: [3], enabled: false, note: { a: 1 } });
      await compareJobs(context, [{ ids: [1, 2], server: 'plant' }]);
      const [title, one = '', two = ''] = user.shown;
      assert.equal(title, 'One ↔ Two');
      assert.match(one, /^Name: One$/m);
      assert.match(one, /^Schedule: Every day.*\n {4}RRULE:FREQ=DAILY$/m);
      assert.match(one, /^Static groups:\n {4}Lab\n {4}Office$/m);
      assert.match(two, /^Enabled: no$/m);
      assert.match(two, /^note: \{"a":1\}$/m);
    }));

  it('compares a job with its namesake on another server', () =>
    withMemoryServer(async here => {
      here.memoryServer.jobs.set(1, { name: 'Update', policies: [1] });
      await withMemoryServer(
        async there => {
          there.memoryServer.jobs.set(5, { name: 'Other', policies: [1] });
          there.memoryServer.jobs.set(9, { name: 'Update ', policies: [2] });
          const sessions = [here.session, there.session];
          here.user.pick = () => 'other';
          await compareJobs(
            {
              ...here.context,
              servers: { ...here.context.servers, servers: sessions.map(({ server }) => server) },
              sessions: { active: here.session, get: id => sessions.find(({ server }) => server.id === id) },
            },
            [{ id: 1, server: 'plant' }],
          );
          const [title, left = '', right = ''] = here.user.shown;
          assert.equal(title, 'Update on “Plant” ↔ Update on “Other”');
          assert.match(left, /^Policies:\n {4}#1$/m);
          assert.match(right, /^Policies:\n {4}#2$/m);
        },
        { id: 'other', name: 'Other', url: 'https://other.example.com' },
      );
    }));

  it('lets the user pick the other job on the same server, from all of its pages', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.pageSize = 2;
      memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' }).set(3, { name: 'Three' });
      user.pick = () => '3';
      await compareJobs(context, [{ id: 1, server: 'plant' }]);
      assert.deepEqual(user.lists, [['Two | #2', 'Three | #3']]);
      assert.equal(user.shown[0], 'One ↔ Three');
    }));
});
