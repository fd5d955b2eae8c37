import assert from 'node:assert/strict';
import { existing } from '../../support/http/clients.ts';
import { patchJob } from '../../support/writes.ts';
import { withPlant } from '../commands/support/plant.ts';

const { UseFacts } = await import('../../../src/views/groups/useFacts.ts');

describe('the tooltip of a device or a group', () => {
  it('lists every loaded group and job that uses it, jobs with their next runs', () =>
    withPlant(async ({ plant, session, context }) => {
      const pc = { id: 42, hostname: 'PC-042' };
      plant.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [pc] });
      plant.jobs.set(1, { name: 'Updates', groups: [5], policies: [7] });
      plant.jobs.set(2, { name: 'Inventory', enabled: false, peers: [pc], policies: [7] });
      await Promise.all([session.groups.ensureLoaded(), session.jobs.ensureLoaded()]);
      const { group } = existing(session.groups.entries[0]);
      const uses = new UseFacts(session, context.schedules);
      assert.deepEqual(await uses.ofDevice(existing(group.server_set[0])), [
        ['Groups', 'Accounting'],
        ['Jobs', 'Inventory (disabled), Updates (No schedule)'],
      ]);
      assert.deepEqual(await uses.ofGroup(group), [['Jobs', 'Updates (No schedule)']]);
      await patchJob(session, 1, { groups: [] });
      assert.deepEqual(await uses.ofGroup(group), [['Jobs', '']]);
      assert.deepEqual(await new UseFacts(undefined, context.schedules).ofGroup(group), []);
    }));
});
