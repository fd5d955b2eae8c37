import assert from 'node:assert/strict';
import { allVersions } from '../../scripts/vscode/versions.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { FormPage } from './support/formPage.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

for (const { id: version } of allVersions) {
  describe(`the title bar of an open job in VS Code ${version}`, () => {
    const vscode = useVSCode({ version });
    const fleet = useDemoFleet({ jobs: 3 });

    it('has its actions, and its form the status as last read', async () => {
      const { workbench, page } = vscode;
      await addServer(workbench, fleet.server, 'Fleet');
      const job = [...fleet.server.world.jobs.all()].find(({ enabled }) => enabled);
      assert.ok(job);
      const row = await workbench.scrollToRow(new RegExp(`^${literal(job.name)}, `), 'Jobs');
      await workbench.contextMenu(row, 'Open Job');
      const form = new FormPage(workbench);
      await form.frame.getByText(/, as of \d/).waitFor();
      const actions = page.locator('.editor-group-container.active .editor-actions');
      await actions.getByRole('button', { name: 'Disable Job' }).click();
      await until(
        async () => job.enabled,
        enabled => !enabled,
      );
      await actions.getByRole('button', { name: 'Enable Job' }).waitFor();
      await workbench.screenshot(`forms-title-actions-${version}`);
    });

    it('leads to a walkthrough that has ticked off what was done', async () => {
      const { workbench, page } = vscode;
      await workbench.runCommand('Device Automation: Get Started');
      const step = (name: string, checked: boolean) =>
        page.getByRole('checkbox', { name: new RegExp(name), checked }).waitFor();
      for (const done of ['Connect to a server', 'Sign in with a token', 'Open a job'])
        await step(done, true);
      for (const open of ['Read and change its schedule', 'Watch it end']) await step(open, false);
    });
  });
}
