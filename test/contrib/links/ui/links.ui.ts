import assert from 'node:assert/strict';
import { addServer, useDemoFleet } from '../../../ui/support/demoFleet.ts';
import { literal } from '../../../ui/support/tree.ts';
import { until } from '../../../ui/support/until.ts';
import { useVSCode } from '../../../ui/support/useVSCode.ts';

describe('links to objects', () => {
  const vscode = useVSCode({});
  const fleet = useDemoFleet({ jobs: 5, groups: 2 });
  const awkward = 'R&D + 100% = “склад”?#';

  before('connect', async () => {
    const [group] = fleet.server.world.groups.all();
    assert.ok(group);
    Object.assign(group, { name: awkward, dn: '' });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
  });

  it('are copied from rows, and open their objects as VS Code passes links from outside on', async () => {
    const { workbench } = vscode;
    const [job] = fleet.server.world.jobs.all();
    assert.ok(job);
    for (const [view, name] of [
      ['Jobs', job.name],
      ['Groups', awkward],
    ] as const) {
      const row = workbench.treeRow(new RegExp(`^${literal(name)},`), view).first();
      await workbench.contextMenu(row, 'Share', 'Copy Link');
      const isOf = view === 'Jobs' ? /&job=\d+$/ : /&group=/;
      await openLink(
        await until(
          () => workbench.clipboard(),
          text => isOf.test(text),
        ),
      );
      await workbench.editors.tab(new RegExp(literal(name.slice(0, 8)))).waitFor();
    }
    await workbench.screenshot('links-opened');
  });

  it('to servers that the user does not have, and links with more in them, are refused', async () => {
    const { notifications } = vscode.workbench;
    const [link] = (await vscode.workbench.clipboard()).split('?');
    await openLink(`${link}?server=0123456789abcdef&job=1`);
    await notifications.waitFor(/you have no server with the address/);
    await openLink(`${link}?server=0123456789abcdef&job=1&url=http://evil.example&token=x`);
    await notifications.waitFor(/is not one to a job or a group/);
  });

  async function openLink(link: string): Promise<void> {
    const { workbench } = vscode;
    await workbench.runCommand('Developer: Open URL');
    await workbench.submitInput(link);
    await workbench.dialogButton('Open');
  }
});
