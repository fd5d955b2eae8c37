import assert from 'node:assert/strict';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('the check of a fleet with more mistakes than VS Code shows at once', () => {
  const vscode = useVSCode({ isShared: true, theme: 'dark' });
  const fleet = useDemoFleet({ jobs: 1_300, pageSize: 1_300, groups: 5 });

  before('connect to a server whose jobs have no targets', async () => {
    for (const job of fleet.server.world.jobs.all())
      Object.assign(job, { groups: [], dynamic_groups: [], peers: [], enabled: true });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    await vscode.workbench.openView('Jobs');
  });

  it('shows a thousand findings as problems, and counts the rest', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: Check Fleet');
    await workbench.notifications.clickButton(/“Fleet”: [\d,]+ findings/, 'Show Problems');
    const counts = await until(
      async () => (await page.locator('[id="status.problems"] a').getAttribute('aria-label')) ?? '',
      label => /\d/.test(label),
    );
    const numbers = [...counts.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    assert.equal(
      numbers.reduce((sum, number) => sum + number, 0),
      1_001,
      counts,
    );
    await workbench.screenshot('fleet-problems-dark');
  });

  it('explains a rule when its link beside a problem is clicked', async () => {
    const { workbench, page } = vscode;
    const link = page.locator('.markers-panel').getByText('no-target', { exact: true }).first();
    await link.click();
    await workbench.editors.activeTab().getByText('Rules of the fleet check').waitFor();
    const line = page.locator('.monaco-editor .current-line').first();
    await line.waitFor();
    await workbench.screenshot('fleet-rules-dark');
  });

  it('marks the rows, whose menu fixes what was found', async () => {
    const { workbench } = vscode;
    const [job] = fleet.server.world.jobs.all();
    assert.ok(job !== undefined);
    const row = workbench.treeRow(new RegExp(`^${literal(job.name)},.* findings?\\b`), 'Jobs').first();
    await workbench.contextMenu(row, 'Fix or Suppress Finding…');
    await workbench.screenshot('fleet-findings-dark');
    const { quickInput } = workbench;
    // Other rules have found something on this job as well.
    await quickInput.option(/no-target/).click();
    await quickInput.option(/^Disable Job/).click();
    const confirm = quickInput.widget.getByRole('button', { name: 'OK', exact: true });
    await confirm.waitFor();
    await workbench.screenshot('fleet-fix-dark');
    await confirm.click();
    await until(
      async () => job.enabled,
      enabled => enabled === false,
    );
  });
});
