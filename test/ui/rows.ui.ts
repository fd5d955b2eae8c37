import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { JobRecord } from '../../src/contrib/demo/server/world.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { literal, viewPane } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const longNames = [
  'Бухгалтерия и финансовый отдел',
  'WAREHOUSE MANAGEMENT, WEST WING',
  'Illinois: fillings till little',
  'ОТДЕЛ ИНФОРМАЦИОННЫХ ТЕХНОЛОГИЙ',
  'MMMMMMMMMMMMMMMMMMMMMM',
];

describe('rows of many jobs', () => {
  const vscode = useVSCode({
    isShared: true,
    theme: 'dark',
    settings: {
      'deviceAutomation.polling': { activeSeconds: 2, requestsPerMinute: 1_000 },
    },
  });
  const fleet = useDemoFleet({ jobs: 200, pageSize: 200, groups: 30 });

  before('give rows names of wide and narrow letters, and connect', async () => {
    for (const rows of [fleet.server.world.jobs.all(), fleet.server.world.groups.all()])
      for (const [index, name] of longNames.entries()) Object.assign(rows[index] ?? {}, { name });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    await vscode.workbench.openView('Jobs');
  });

  it('are all drawn as selected while statuses change', async () => {
    const { workbench, page } = vscode;
    await rowOf(jobAt(0)).waitFor();
    await workbench
      .treeRow(/status not read yet/, 'Jobs')
      .first()
      .waitFor({ state: 'detached' });
    await viewPane(page, 'Jobs').getByRole('tree').focus();
    // If a row is redrawn at that moment, VS Code draws it unselected.
    const before = await until(
      async () => {
        await page.keyboard.press('ControlOrMeta+A');
        return drawn();
      },
      ({ rows, selected }) => rows > 5 && selected === rows,
    );
    // While a row is being redrawn, it may briefly appear unselected.
    const drawnAsBefore = () => until(drawn, now => isDeepStrictEqual(now, before));
    fleet.server.runner.set(jobAt(1), 'running');
    fleet.server.runner.set(jobAt(3), 'running');
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await rowOf(jobAt(3), 'running').waitFor();
    await drawnAsBefore();
    fleet.server.runner.set(jobAt(3), 'failed');
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await rowOf(jobAt(3), 'failed').waitFor();
    await drawnAsBefore();
    await workbench.screenshot('rows-all-selected-dark');
    await workbench.contextMenu(rowOf(jobAt(2)), 'Delete…');
    await workbench.dialog('Delete 200 jobs on “Fleet”?').waitFor();
    await workbench.dialogButton('Cancel');
  });

  it('have one menu with the open rows below them, for the jobs alone', async () => {
    const { workbench, page } = vscode;
    await workbench.clearSelection('Jobs');
    await workbench.expand(rowOf(jobAt(0)));
    const below = workbench.treeRow(/^Schedule/, 'Jobs');
    await below.waitFor();
    await viewPane(page, 'Jobs').getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await workbench.contextMenu(below, 'Delete…');
    await workbench.dialog('Delete 200 jobs on “Fleet”?').waitFor();
    await workbench.dialogButton('Cancel');
    await workbench.viewAction('Jobs', 'Collapse All');
    await below.waitFor({ state: 'detached' });
  });

  it('are found by every part of their names with VS Code’s Find, in a side bar of 300 px', async () => {
    const { page, workbench } = vscode;
    await workbench.clearSelection('Jobs');
    const view = viewPane(page, 'Jobs');
    await view.getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+Alt+F');
    const input = view.locator('.monaco-findInput input, .monaco-findInput textarea').first();
    await input.fill('west wing');
    await view.locator('.highlight', { hasText: 'WEST WING' }).first().waitFor();
    await workbench.screenshot('rows-found-dark');
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
  });

  it('scroll to the top when a filter is set or cleared', async () => {
    const { workbench, page } = vscode;
    await viewPane(page, 'Jobs').getByRole('tree').focus();
    await page.keyboard.press('End');
    await rowOf(jobAt(199)).waitFor();
    await workbench.runCommand('Device Automation Jobs: Filter…');
    await workbench.submitInput('a');
    const view = viewPane(page, 'Jobs');
    await view.getByText(/Filter “a”: \d+ of 200 jobs/).waitFor();
    await view.locator('[data-index="0"]').waitFor();
    await page.keyboard.press('End');
    await view.locator('[data-last-element=true]').waitFor();
    await workbench.clearFilter('Jobs');
    await rowOf(jobAt(0)).waitFor();
  });

  it('are filtered while typing, and restored on Escape', async () => {
    const { workbench, page } = vscode;
    const view = viewPane(page, 'Jobs');
    const job = jobAt(150);
    await workbench.runCommand('Device Automation Jobs: Filter…');
    // The command palette uses the same input and may still be open.
    await workbench.quickInput.option(/^Show All/).waitFor();
    await workbench.quickInput.input.pressSequentially(`#${job.id}`, { delay: 30 });
    await view.getByText(new RegExp(`Filter “#${job.id}”: 1 of 200 jobs`)).waitFor();
    await rowOf(job).waitFor();
    await workbench.screenshot('rows-filter-typed-dark');
    await page.keyboard.press('Escape');
    await view.getByText(/Filter “/).waitFor({ state: 'hidden' });
    await rowOf(jobAt(0)).waitFor();
  });

  it('show a table of the main facts in their tooltip', async () => {
    const { workbench } = vscode;
    fleet.server.runner.set(jobAt(0), 'running');
    await workbench.runCommand('Device Automation Jobs: Refresh');
    const tooltip = await workbench.tooltip(rowOf(jobAt(0), 'running'), 'Schedule');
    const labels = await tooltip.locator('table').first().locator('tr > :first-child').allTextContents();
    assert.equal(labels[0], 'Status');
    assert.ok(
      ['Runs known', 'Schedule', 'Targets', 'ID'].every(label => labels.includes(label)),
      labels.join(),
    );
    await tooltip.getByText(/^running(, as of| since) \d+:\d+/).waitFor();
    await workbench.screenshot('rows-tooltip-dark');
  });

  it('show the current status instead of the next run, and mark a watched job only if not all are watched', async () => {
    const { workbench } = vscode;
    const row = rowOf(jobAt(0), 'running');
    await workbench.runCommand('Device Automation Jobs: Watch or Unwatch All');
    await rowOf(jobAt(0), 'running.*, watched').waitFor();
    assert.match((await row.locator('.label-description').textContent()) ?? '', /^running( \d+ min)?$/);
    await workbench.tooltip(row, /Watched/);
    await workbench.runCommand('Device Automation Jobs: Watch or Unwatch All');
    await workbench.treeRow(new RegExp(`^${literal(jobAt(0).name)}, running, (?!watched)`), 'Jobs').waitFor();
    // Selects it alone, so that its menu is about one job.
    await row.click();
    await workbench.contextMenu(row, 'Watch or Unwatch');
    await rowOf(jobAt(0), 'running.*, watched').waitFor();
    await viewPane(vscode.page, 'Jobs').locator('[class*="monaco-decoration-itemBadge"]').waitFor();
    await workbench.screenshot('rows-watched-dark');
    assert.match((await row.locator('.label-description').textContent()) ?? '', /^running( \d+ min)?$/);
  });

  /** The number of job rows on the page, and how many of them are drawn as selected. */
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

  /** The row of a job by its full accessible name. */
  function rowOf(job: JobRecord, word = '.*') {
    return vscode.workbench.treeRow(new RegExp(`^${literal(job.name)}, .*${word}`), 'Jobs').first();
  }
});
