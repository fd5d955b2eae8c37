import assert from 'node:assert/strict';
import { startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { withApp } from './support/appInNode.ts';

describe('the jobs of the devices of a group', () => {
  for (const groupIds of [true, false])
    it(`are listed by one filter and disabled together when the server ${groupIds ? 'returns' : 'does not return'} group IDs`, async () => {
      const server = await startDemoServer({
        jobs: 3,
        groups: 2,
        devices: 4,
        groupIds,
        pace: 'still',
        token: scriptToken,
      });
      try {
        const [accounting, lab] = server.world.groups.all().map(existing);
        const [first, second] = server.world.devices.all().map(({ id }) => id);
        const [byGroup, byDevice, other] = server.world.jobs.all().map(existing);
        Object.assign(existing(accounting), { name: 'Accounting', server_set: [first] });
        Object.assign(existing(lab), { name: 'Lab', server_set: [second] });
        Object.assign(existing(byGroup), { name: 'A', enabled: true, groups: [accounting?.id], peers: [] });
        Object.assign(existing(byDevice), { name: 'B', enabled: true, groups: [], peers: [first] });
        Object.assign(existing(other), { name: 'C', enabled: true, groups: [lab?.id], peers: [second] });
        const host = existing(server.world.devices.all()[0]).hostname;
        await withApp(
          {
            servers: [{ id: 'plant', name: 'Plant', url: server.url }],
            accepts: () => true,
            answer: ({ actions }) => actions.find(action => action === 'Change'),
          },
          async ({ app }) => {
            const { jobs } = app.trees;
            await jobs.getChildren();
            const listed = async (filter: string) => {
              await app.runCommand('deviceAutomation.jobs.filter', [filter]);
              const rows = await jobs.getChildren();
              return rows.flatMap(row => (row.kind === 'job' ? [row.jobId] : []));
            };
            assert.deepEqual(await listed('group accounting'), [byGroup?.id]);
            assert.deepEqual(await listed(`device ${host}`), [byGroup?.id, byDevice?.id]);
            const change = { kind: 'enable', enabled: false };
            const ids = await listed(`device ${host}`);
            await app.runCommand('deviceAutomation.job.change', [{ ids, server: 'plant', change }]);
            assert.deepEqual(
              [byGroup, byDevice, other].map(job => job?.enabled),
              [false, false, true],
            );
          },
        );
      } finally {
        await server.close();
      }
    });
});
