import assert from 'node:assert/strict';
import type { GroupRecord, JobRecord } from '../../src/contrib/demo/server/world.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal, viewPane } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('keyboard and mouse in the lists', () => {
  const vscode = useVSCode({ isShared: true, theme: 'light' });
  const fleet = useDemoFleet({ jobs: 12, groups: 6 });

  before('connect', async () => {
    const { id } = untargeted();
    for (const job of fleet.server.world.jobs.all()) job.groups = job.groups.filter(target => target !== id);
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    await vscode.workbench.openView('Jobs');
  });

  it('a click previews a job, and a double click or Enter opens it', async () => {
    const { page, workbench } = vscode;
    const previews = page.locator('.tabs-container .tab:has(.italic)');
    const opened = page.locator('.tabs-container .tab:not(:has(.italic))');
    await rowOf(jobAt(0)).click();
    await previews.and(page.getByLabel(tabOf(jobAt(0)))).waitFor();
    await rowOf(jobAt(1)).click();
    await previews.and(page.getByLabel(tabOf(jobAt(1)))).waitFor();
    assert.equal(await previews.count(), 1, 'one preview takes the place of the other');
    assert.ok(await isTreeFocused('Jobs'), 'the keys stay with the list');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await opened.and(page.getByLabel(tabOf(jobAt(2)))).waitFor();
    await rowOf(jobAt(4)).dblclick();
    await opened.and(page.getByLabel(tabOf(jobAt(4)))).waitFor();
    await workbench.screenshot('keys-opened-light');
  });

  it('Delete applies to the focused row, or to all selected rows if it is one of them', async () => {
    const { page, workbench } = vscode;
    await rowOf(jobAt(0)).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await workbench.dialog(`Delete the job “${jobAt(1).name}”`).waitFor();
    await workbench.dialogButton('Cancel');
    await focusTree('Jobs');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await until(selected, count => count === 2);
    await page.keyboard.press('Delete');
    await workbench.dialog('Delete 2 jobs on “Fleet”?').waitFor();
    await workbench.dialogButton('Cancel');
    await focusTree('Jobs');
    await page.keyboard.press('F2');
    await until(
      () => workbench.quickInput.input.inputValue(),
      name => name === jobAt(1).name,
    );
    await page.keyboard.press('Escape');
    await focusTree('Jobs');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await workbench.dialog(`Delete the job “${jobAt(3).name}”`).waitFor();
    await workbench.dialogButton('Cancel');
    assert.equal(await selected(), 2, 'the selection is as it was');
    assert.equal(requestsOf(fleet.server, 'job.delete').length, 0);
  });

  it('F2 renames the focused job by sending only its name, and labels a policy', async () => {
    const { page, workbench } = vscode;
    const job = jobWithPolicy();
    const before = job.name;
    await (await workbench.scrollToRow(new RegExp(`^${literal(before)}, `), 'Jobs')).click();
    await page.keyboard.press('F2');
    await workbench.quickInput.widget.getByText('Rename Job').waitFor();
    assert.equal(await workbench.quickInput.input.inputValue(), before);
    await workbench.submitInput('Renamed by a key');
    await rowOf({ name: 'Renamed by a key' }).waitFor();
    assert.equal(job.name, 'Renamed by a key');
    assert.equal(requestsOf(fleet.server, 'job.update').length, 1);
    await workbench.expand(rowOf({ name: 'Renamed by a key' }));
    await workbench.expand(workbench.treeRow(/^Policies/, 'Jobs').first());
    await workbench
      .treeRow(/^#\d+ policy/, 'Jobs')
      .first()
      .click();
    await page.keyboard.press('F2');
    await workbench.quickInput.widget.getByText(/Name of Policy #\d+/).waitFor();
    await workbench.submitInput('Baseline');
    await workbench
      .treeRow(/^Baseline policy #\d+/, 'Jobs')
      .first()
      .waitFor();
  });

  it('Delete and F2 in the find box of the list edit its text', async () => {
    const { page, workbench } = vscode;
    await focusTree('Jobs');
    await page.keyboard.press('F3');
    const find = viewPane(page, 'Jobs').locator('.monaco-tree-type-filter input');
    await find.fill('ab');
    // Right after the box opens, the list may take the focus back and show its own confirmation.
    await until(
      async () => {
        if (await workbench.dialog().isVisible()) await page.keyboard.press('Escape');
        await find.press('Home');
        await find.press('Delete');
        return find.inputValue();
      },
      text => text === 'b',
    );
    assert.equal(await workbench.dialog().count(), 0);
    await page.keyboard.press('Escape');
  });

  it('Enter or a double click offers to find the unknown ID of a group, and a click does not', async () => {
    const { page, workbench } = vscode;
    const row = workbench.treeRow(new RegExp(`^${literal(untargeted().name)}[ ,]`), 'Groups').first();
    // Beside the icons, which cover half of the row in a narrow side bar.
    const beside = { position: { x: 40, y: 8 } };
    await row.click(beside);
    await page.keyboard.press('Enter');
    const question = workbench.notifications.toast(/ID of the group/);
    await question.waitFor();
    assert.equal(await question.count(), 1);
    await question.hover();
    await question.getByRole('button', { name: /^Clear Notification/ }).click();
    await question.waitFor({ state: 'detached' });
    await row.dblclick(beside);
    await question.waitFor();
  });

  /** A group whose ID no job tells, and which the server does not return. */
  function untargeted(): GroupRecord {
    return [...fleet.server.world.groups.all()][4] ?? assert.fail('the server has too few groups');
  }

  async function focusTree(view: string): Promise<void> {
    await viewPane(vscode.page, view).getByRole('tree').focus();
  }

  function isTreeFocused(view: string): Promise<boolean> {
    return viewPane(vscode.page, view).locator('.monaco-list:focus').isVisible();
  }

  function selected(): Promise<number> {
    return viewPane(vscode.page, 'Jobs').locator('.monaco-list-row.selected').count();
  }

  function jobAt(index: number): JobRecord {
    const job = fleet.server.world.jobs.all()[index];
    assert.ok(job);
    return job;
  }

  function jobWithPolicy(): JobRecord {
    const job = fleet.server.world.jobs.all().find(({ policies }) => policies.length > 0);
    assert.ok(job);
    return job;
  }

  /** The row of a job by its full accessible name. */
  function rowOf(job: Pick<JobRecord, 'name'>) {
    return vscode.workbench.treeRow(new RegExp(`^${literal(job.name)}, `), 'Jobs').first();
  }

  function tabOf(job: JobRecord): RegExp {
    return new RegExp(literal(job.name.slice(0, 12)));
  }
});
