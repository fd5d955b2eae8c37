import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('jobs and groups as files in the workspace', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 8, groups: 2, manner: 'django' });

  it('are exported, planned in the Source Control view, compared and applied', async () => {
    const { workbench, page, session } = vscode;
    await addServer(workbench, fleet.server, 'Plant');
    await workbench.runCommand('Device Automation: Export to Workspace…');
    await workbench.pick(/^device-automation/);
    await workbench.notifications.waitFor(/Wrote 11 files\./);
    const folder = join(session.workspace, 'device-automation', 'jobs');
    const [name = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace(/"policies": \[[^\]]*\]/, '"policies": [4711]'));
    await workbench.runCommand('Device Automation: Plan Files…');
    await workbench.notifications.clickButton(/1 file differs from “Plant”/, 'Show Plan');
    const row = page.getByRole('treeitem', { name: new RegExp(name.slice(0, 20)) });
    await row.first().click();
    await page.getByText('4711').first().waitFor();
    await workbench.screenshot('files-plan-light');
    await workbench.editors
      .activeTab()
      .getByRole('button', { name: /^Close/ })
      .click();
    await workbench.openFile(name);
    await page.getByText('1 field differs from Plant').waitFor();
    await workbench.screenshot('files-lens-light');
    await workbench.runCommand('Device Automation: Apply Files…');
    await page.getByText('change: Policies').waitFor();
    await workbench.screenshot('files-apply-light');
    await workbench.quickInput.widget.getByRole('button', { name: 'OK', exact: true }).click();
    await workbench.notifications.waitFor(/1 done\./);
    assert.ok([...fleet.server.world.jobs.all()].some(({ policies }) => policies.join() === '4711'));
    await page.getByText('Same as on Plant').waitFor();
    await workbench.setTheme('dark');
    await workbench.screenshot('files-applied-dark');
  });
});
