import assert from 'node:assert/strict';
import { runCommand } from '../../scripts/runCommand.ts';
import { Acts } from './support/acts.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { documentedTasks } from './support/documentedTasks.ts';
import { useVSCode } from './support/useVSCode.ts';

const task = 'Review in Git what changed';

describe('an exported folder in a Git repository', () => {
  before('find Git', async function () {
    if (!(await runCommand('git', ['--version'])).ok) this.skip();
  });
  const vscode = useVSCode({ git: true, settings: { 'git.enabled': true } });
  const fleet = useDemoFleet({ jobs: 8, groups: 2 });

  it(`${task}: shows the change in VS Code's diff, after the documented number of acts`, async () => {
    const { workbench, page, session } = vscode;
    await addServer(workbench, fleet.server, 'Plant');
    await workbench.runCommand('Device Automation: Export to Workspace…');
    await workbench.pick(/^device-automation/);
    await workbench.notifications.waitFor(/Wrote 11 files\./);
    await git('init');
    await git('add', '.');
    await git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-m', 'Export');
    const [job] = fleet.server.world.jobs.all();
    assert.ok(job);
    job.policies = [4711];
    await session.reload();
    await workbench.treeRow(/./, 'Jobs').first().waitFor();
    const acts = await Acts.observe(page);
    await page.getByRole('tab', { name: /^Source Control/ }).click();
    const sidebar = page.locator('.part.sidebar');
    await sidebar.getByText('Changes', { exact: true }).first().hover();
    acts.start();
    await sidebar.getByRole('button', { name: 'Export to Workspace…', exact: true }).click();
    await workbench.dialog('Update 1 file to match the server?').waitFor();
    await page.keyboard.press('Enter');
    await sidebar.getByRole('treeitem', { name: /\.job\.json/ }).click();
    await page.locator('.monaco-diff-editor .editor.modified').getByText('4711').waitFor();
    await workbench.screenshot('git-changed');
    const { acts: documented, atMost } = documentedTasks.get(task) ?? { acts: 0, atMost: 0 };
    assert.equal(acts.count, documented, `docs/everyday-tasks.md: ${acts.log}`);
    assert.ok(documented <= atMost);
  });

  async function git(...args: readonly string[]): Promise<void> {
    const { ok, output } = await runCommand('git', args, { cwd: vscode.session.workspace });
    assert.ok(ok, output);
  }
});
