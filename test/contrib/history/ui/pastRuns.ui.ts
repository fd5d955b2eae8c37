import assert from 'node:assert/strict';
import type { JobRecord } from '../../../../src/contrib/demo/server/world.ts';
import { addServer, useDemoFleet } from '../../../ui/support/demoFleet.ts';
import { FormPage } from '../../../ui/support/formPage.ts';
import { literal, viewPane } from '../../../ui/support/tree.ts';
import { useVSCode } from '../../../ui/support/useVSCode.ts';
import { seedHistory } from '../support/seedHistory.ts';
import { hourMs, minuteMs, type RealRun } from '../support/watchedRuns.ts';

const nowMs = Date.now();
const hour = Math.floor(nowMs / hourMs) * hourMs;
const fromMs = hour - 24 * hourMs;

/** Runs of about four minutes at these hours before now. */
const usualRuns = (hours: readonly number[], word = 'finished'): RealRun[] =>
  hours.map(ago => [hour - ago * hourMs, (4 + (ago % 3) / 4) * minuteMs, word]);

describe('past runs', () => {
  const vscode = useVSCode({
    theme: 'light',
    settings: { 'deviceAutomation.polling': { activeSeconds: 2 } },
  });
  const fleet = useDemoFleet({ jobs: 20, pageSize: 20, groups: 5 });

  before('let another window have watched, and connect', async () => {
    const { session, workbench } = vscode;
    for (const place of [0, 1, 2])
      Object.assign(jobAt(place), { params: 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY', enabled: true });
    const early = [23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13];
    const failed = usualRuns([9], 'failed');
    const runs = [...usualRuns([...early, 12, 10]), ...failed, ...usualRuns([7, 6, 5, 4, 3, 2, 1])];
    const executing: RealRun = [nowMs - 41 * minuteMs, 100 * hourMs, ''];
    await seedHistory(session, fleet.server, fromMs, [
      { id: jobAt(0).id, runs: [...runs, [hour - 0.5 * hourMs, minuteMs, 'finished']] },
      { id: jobAt(1).id, runs: [...usualRuns([...early, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]), executing] },
      { id: jobAt(2).id, runs: [...usualRuns(early), ...usualRuns([12], 'failed')] },
    ]);
    fleet.server.runner.set(jobAt(0), 'finished');
    fleet.server.runner.set(jobAt(1), 'running');
    fleet.server.runner.set(jobAt(2), 'failed');
    await addServer(workbench, fleet.server, 'Fleet');
    await workbench.openView('Jobs');
  });

  it('show in the row and the status bar that a job executes much longer than usual', async () => {
    const { page, workbench } = vscode;
    const label =
      /, running, executing for at least 4\d min, typically 4 min, longer than usual|may be stuck,/;
    await workbench.treeRow(label, 'Jobs').waitFor();
    await page
      .locator('.statusbar')
      .getByRole('button', { name: /executing for at least 4\d min, typically 4 min/ })
      .waitFor();
    await workbench.screenshot('past-runs-rows-light');
  });

  it('are marks and counts in the tooltip of a job, and rows below it', async () => {
    const { page, workbench } = vscode;
    const tooltip = await workbench.tooltip(rowOf(jobAt(0)), 'Typical duration');
    await tooltip.getByText(/Last runs: .*\d succeeded, .*not seen/).waitFor();
    await tooltip
      .getByText(/^since .*\d\d:\d\d/)
      .first()
      .waitFor();
    await workbench.screenshot('past-runs-tooltip-light');
    await page.mouse.move(0, 0);
    await workbench.expand(rowOf(jobAt(0)));
    await workbench.expand(workbench.treeRow(/^Last runs/, 'Jobs').first());
    await viewPane(page, 'Jobs')
      .getByRole('treeitem', { name: /: not seen$/ })
      .first()
      .waitFor();
    await workbench.screenshot('past-runs-children-light');
  });

  it('are bars beside the schedule in the form', async () => {
    const { workbench } = vscode;
    await rowOf(jobAt(0)).dblclick();
    const form = new FormPage(workbench);
    const figure = form.frame.getByRole('figure', { name: 'Last runs' });
    await figure.getByRole('listitem').first().waitFor();
    await figure.scrollIntoViewIfNeeded();
    await workbench.screenshot('past-runs-form-light');
    await workbench.setTheme('dark');
    await figure.scrollIntoViewIfNeeded();
    await workbench.screenshot('past-runs-form-dark');
    assert.equal(await figure.getByRole('listitem').count(), 20);
    await workbench.tooltip(rowOf(jobAt(0)), 'Typical duration');
    await workbench.screenshot('past-runs-tooltip-dark');
  });

  it('are found by the filter, which says how many jobs were watched', async () => {
    const { page, workbench } = vscode;
    await workbench.openView('Jobs');
    await workbench.viewAction('Jobs', 'Filter…');
    const { input } = workbench.quickInput;
    await input.fill('@failed since 13h');
    await input.press('Enter');
    const found = /^Filter “@failed since 13h”: 2 of 20 jobs\. 3 of 20 jobs were watched since .*\.$/;
    await viewPane(page, 'Jobs').getByText(found).waitFor();
    await rowOf(jobAt(2)).waitFor();
    await workbench.screenshot('past-runs-filter-dark');
  });

  function jobAt(index: number): JobRecord {
    const job = fleet.server.world.jobs.all()[index];
    assert.ok(job);
    return job;
  }

  function rowOf({ name }: JobRecord) {
    return vscode.workbench.treeRow(new RegExp(`^${literal(name)}, `), 'Jobs').first();
  }
});
