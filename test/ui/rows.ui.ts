import assert from 'node:assert/strict';
import type { JobRecord } from '../../src/demo/records.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { literal, viewPane } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('rows of many jobs', () => {
  const vscode = useVSCode({ theme: 'dark', settings: { 'deviceAutomation.polling.movingSeconds': 2 } });
  const fleet = useDemoFleet({ jobs: 200, pageSize: 200, groups: 30 });

  before('connect', async function () {
    this.timeout(60_000);
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    await vscode.workbench.openView('Jobs');
  });

  it('are all drawn as selected while statuses change', async () => {
    const { workbench, page } = vscode;
    await workbench.viewAction('Jobs', 'Refresh Jobs');
    await rowOf(jobAt(0)).waitFor();
    await viewPane(page, 'Jobs').getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+A');
    const before = await until(drawn, ({ rows, selected }) => rows > 5 && selected === rows);
    fleet.server.runner.set(jobAt(1), 'running');
    fleet.server.runner.set(jobAt(3), 'running');
    await workbench.viewAction('Jobs', 'Refresh Jobs');
    await rowOf(jobAt(3), 'running').waitFor();
    assert.deepEqual(await drawn(), before);
    fleet.server.runner.set(jobAt(3), 'failed');
    await rowOf(jobAt(3), 'failed').waitFor();
    assert.deepEqual(await drawn(), before);
    await workbench.screenshot('rows-all-selected-dark');
    await workbench.contextMenu(rowOf(jobAt(2)), 'Delete Job…');
    await workbench.dialog('Delete 200 jobs on “Fleet”?').waitFor();
    await workbench.dialogButton('Cancel');
  });

  it('start at the top after a filter and after its end', async () => {
    const { workbench, page } = vscode;
    await viewPane(page, 'Jobs').getByRole('tree').focus();
    await page.keyboard.press('End');
    await rowOf(jobAt(199)).waitFor();
    await workbench.runCommand('Device Automation: Filter Jobs…');
    await workbench.answerInput('a');
    const view = viewPane(page, 'Jobs');
    await view.getByText(/Filter “a”: \d+ of 200 jobs/).waitFor();
    await view.locator('[data-index="0"]').waitFor();
    await page.keyboard.press('End');
    await view.locator('[data-last-element=true]').waitFor();
    await workbench.viewAction('Jobs', 'Clear Filter of Jobs');
    await rowOf(jobAt(0)).waitFor();
  });

  /** How many rows of jobs are in the page, and how many of them look selected. */
  async function drawn(): Promise<{ rows: number; selected: number }> {
    const rows = viewPane(vscode.page, 'Jobs').locator('.monaco-list-row');
    return {
      rows: await rows.count(),
      selected: await rows.and(vscode.page.locator('.selected')).count(),
    };
  }

  function jobAt(index: number): JobRecord {
    const job = fleet.server.world.jobs.all()[index];
    assert.ok(job);
    return job;
  }

  /** The row of a job, by its whole accessible name. */
  function rowOf(job: JobRecord, word = '.*') {
    return vscode.workbench.treeRow(new RegExp(`^${literal(job.name)}, .*${word}`), 'Jobs').first();
  }
});
