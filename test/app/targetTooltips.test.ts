import assert from 'node:assert/strict';
import { startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { MarkdownString } from '../support/vscode/vscodeFake.ts';
import { withApp } from './support/appInNode.ts';

describe('the tooltips of the targets of a job', () => {
  it('name the groups and jobs of a device, and the jobs that target a group', async () => {
    const server = await startDemoServer({
      jobs: 2,
      groups: 1,
      devices: 3,
      groupIds: true,
      pace: 'still',
      token: scriptToken,
    });
    try {
      const [device] = server.world.devices.all();
      const group = Object.assign(existing(server.world.groups.all()[0]), { name: 'Accounting' });
      group.server_set = [existing(device).id];
      const [updates, inventory] = server.world.jobs.all();
      const peers = [existing(device).id];
      Object.assign(existing(updates), {
        name: 'Updates',
        enabled: true,
        groups: [group.id],
        peers,
        params: '',
      });
      Object.assign(existing(inventory), { name: 'Inventory', groups: [], peers, enabled: false });
      await withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const { groups, jobs } = app.trees;
        await groups.getChildren();
        const row = existing((await jobs.getChildren()).find(({ kind }) => kind === 'job'));
        const parts = await jobs.getChildren(row);
        const targets = await jobs.getChildren(
          existing(parts.find(part => part.kind === 'jobPart' && part.part === 'targets')),
        );
        const tooltips = await Promise.all(
          targets.map(async target => {
            const { tooltip } = await jobs.resolveTreeItem(jobs.getTreeItem(target), target);
            return tooltip instanceof MarkdownString ? tooltip.value : '';
          }),
        );
        const [ofGroup = '', ofDevice = ''] = tooltips;
        assert.match(ofGroup, /Jobs.*Updates \\\(No schedule\\\)/);
        assert.match(ofDevice, /Groups.*Accounting/);
        assert.match(ofDevice, /Jobs.*Inventory \\\(disabled\\\)/);
        assert.match(ofDevice, /Jobs.*Updates \\\(No schedule\\\)/);
      });
    } finally {
      await server.close();
    }
  });
});
