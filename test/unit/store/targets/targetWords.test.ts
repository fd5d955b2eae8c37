import assert from 'node:assert/strict';
import { existing } from '../../../support/http/clients.ts';
import { withPlant } from '../../commands/support/plant.ts';

const { targetWords } = await import('../../../../src/store/targets/targetWords.ts');
const { arrangeSession } = await import('../../../../src/views/jobsOutline.ts');
const { readFilter } = await import('../../../../src/views/filterWords.ts');

describe('a filter of jobs by their targets', () => {
  it('finds jobs by groups, by devices in groups and by single devices', () =>
    withPlant(async ({ plant, session, context }) => {
      const pc = { hostname: 'PC-042', addr: '10.0.0.42' };
      plant.groups.set(5, { name: 'Accounting', dn: 'A', server_set: [pc] });
      plant.groups.set(6, { name: 'Lab', dn: 'L', server_set: [] });
      plant.jobs.set(1, { name: 'Updates', groups: [5] });
      plant.jobs.set(2, { name: 'Inventory', peers: [pc] });
      plant.jobs.set(3, { name: 'Accounting by name', groups: [6] });
      await Promise.all([session.groups.ensureLoaded(), session.jobs.ensureLoaded()]);
      const found = async (text: string) => {
        const arrangement = { filter: readFilter(text), sort: 'server', grouping: 'none' } as const;
        const { jobs } = await arrangeSession(session, arrangement, context.schedules);
        return jobs.map(({ id }) => id);
      };
      assert.deepEqual(await found('has accounting'), [1]);
      assert.deepEqual(await found('has pc-042'), [1, 2]);
      assert.deepEqual(await found('has 10.0.0.4 inv'), [2]);
      assert.deepEqual(await found('has accounting has lab'), []);
      assert.equal(targetWords(session.groups)(existing(session.jobs.get(3)), 'lab'), true);
    }));
});
