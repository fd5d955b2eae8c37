import assert from 'node:assert/strict';
import type { JobRecord } from '../../src/contrib/demo/server/world.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal, viewPane } from './support/tree.ts';
import { isShown, until, untilDone } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('live jobs at scale', () => {
  const vscode = useVSCode({
    isShared: true,
    settings: { 'deviceAutomation.polling': { activeSeconds: 3, watchedSeconds: 5 } },
  });
  const fleet = useDemoFleet({ jobs: 10_000, pageSize: 100, groups: 12 });

  before('connect', async () => {
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    await vscode.workbench.openView('Jobs');
  });

  it('show the first rows at once, with the number read, the total and the time', async () => {
    const view = await vscode.workbench.openView('Jobs');
    await rowOf(jobAt(0)).waitFor();
    await view.getByText(/[\d,]+ of 10,000 · Fleet · as of /).waitFor();
  });

  it('show in the status bar how many are executing, and open the view with a click', async () => {
    const { page, workbench } = vscode;
    fleet.server.runner.set(jobAt(1), 'running');
    fleet.server.runner.set(jobAt(2), 'running');
    await workbench.runCommand('Device Automation Jobs: Refresh');
    const item = page.getByRole('button', { name: /^Fleet, \d+ jobs executing/ });
    await item.waitFor();
    await page
      .getByRole('tab', { name: /^Explorer/ })
      .first()
      .click();
    // VS Code loses a click if the text of the item changes between press and release
    const filtered = viewPane(page, 'Jobs').getByText(/^Filter “@executing”/);
    await untilDone(async () => {
      await item.click();
      return isShown(filtered);
    });
    await rowOf(jobAt(1)).waitFor();
    await workbench.screenshot('live-status-bar');
    await workbench.clearFilter('Jobs');
  });

  it('notify when a watched job ends, with a button to open it, even while the view is hidden', async () => {
    const { page, workbench } = vscode;
    const job = jobAt(1);
    await workbench
      .treeRow(new RegExp(`^${literal(job.name)}, running`), 'Jobs')
      .first()
      .waitFor();
    await workbench.contextMenu(rowOf(job), 'Watch or Unwatch');
    await workbench
      .treeRow(new RegExp(`^${literal(job.name)}, running.*, watched`), 'Jobs')
      .first()
      .waitFor();
    await page
      .getByRole('tab', { name: /^Explorer/ })
      .first()
      .click();
    fleet.server.runner.set(job, 'failed');
    const toast = workbench.notifications.toast(`“${job.name}” failed on “Fleet”.`);
    await toast.waitFor();
    await workbench.screenshot('live-watched-failed');
    const badge = page.getByRole('tab', { name: /Device Automation.*1 failed since you last checked/ });
    await badge.waitFor();
    await toast.getByRole('button', { name: 'Open Job' }).click();
    const form = workbench.editors.tab(new RegExp(literal(job.name).slice(0, 10)));
    await form.getByRole('button', { name: /^Close/ }).click();
    await form.waitFor({ state: 'detached' });
    // Showing the view clears the badge.
    await badge.click();
    await page.getByRole('tab', { name: 'Device Automation', exact: true }).waitFor();
  });

  it('are all read by themselves, with few requests at a time, and still show 200 rows', async () => {
    const { workbench } = vscode;
    const view = await workbench.openView('Jobs');
    await view.getByText(/10,000 of 10,000 · Fleet/).waitFor();
    assert.ok(fleet.server.requests.mostInFlight <= 14, String(fleet.server.requests.mostInFlight));
    await view.getByRole('tree').focus();
    // The rows follow shortly after the numbers, so the last row may still be that of the first page.
    await until(
      async () => {
        await vscode.page.keyboard.press('End');
        return workbench.treeRow(/^9,800 more…/, 'Jobs').isVisible();
      },
      isVisible => isVisible,
    );
    await vscode.page.keyboard.press('Home');
  });

  it('are filtered by name and status, with the filter shown', async () => {
    const { workbench } = vscode;
    const view = await workbench.openView('Jobs');
    const last = jobAt(9_999);
    await workbench.runCommand('Device Automation Jobs: Filter…');
    await workbench.submitInput(`#${last.id}`);
    await rowOf(last).waitFor();
    await view.getByText(/Filter “#10000”: 1 of 10,000 jobs\./).waitFor();
    await workbench.runCommand('Device Automation Jobs: Filter…');
    await workbench.submitInput('@executing');
    await rowOf(jobAt(2)).waitFor();
    await view.getByText(/^Filter “@executing”: [\d,]+ of 10,000 jobs, as of \d\d:\d\d\.$/).waitFor();
    await workbench.screenshot('live-filter');
    await workbench.clearFilter('Jobs');
    await rowOf(jobAt(0)).waitFor();
  });

  it('are sorted by name and grouped by status', async () => {
    const { workbench } = vscode;
    await workbench.runCommand('Device Automation Jobs: Arrange…');
    await workbench.pick('Sort by: Name');
    const names = [...fleet.server.world.jobs.all()].map(job => job.name);
    const { compare } = new Intl.Collator('en', { numeric: true });
    const [first = ''] = names.sort(compare);
    await workbench
      .treeRow(new RegExp(`^${literal(first.trim())}`), 'Jobs')
      .first()
      .waitFor();
    await workbench.runCommand('Device Automation Jobs: Arrange…');
    await workbench.pick('Group by: Status');
    await workbench.treeRow('Executing', 'Jobs').waitFor();
    await workbench.screenshot('live-grouped');
    await workbench.runCommand('Device Automation Jobs: Arrange…');
    await workbench.pick('Group by: No groups');
    await workbench.runCommand('Device Automation Jobs: Arrange…');
    await workbench.pick('Sort by: Server order');
    await rowOf(jobAt(0)).waitFor();
  });

  it('notify after a reload about jobs that ended in the meantime, and stay watched without an open view', async () => {
    const { page, session, workbench } = vscode;
    const [job, ended] = [jobAt(4), jobAt(5)];
    for (const each of [job, ended]) {
      fleet.server.runner.set(each, 'running');
      await workbench.runCommand('Device Automation Jobs: Refresh');
      await workbench.contextMenu(rowOf(each), 'Watch or Unwatch');
      await workbench.treeRow(new RegExp(`^${literal(each.name)}, running.*, watched`), 'Jobs').waitFor();
    }
    await page
      .getByRole('tab', { name: /^Search/ })
      .first()
      .click();
    const watched = [job, ended].map(({ id }) => `{"id":${id},"word":"running",`);
    for (const [key, ...texts] of [
      ['workbench.sidebar.activeviewletid', 'workbench.view.search'],
      ['device-automation.device-automation', ...watched],
    ] as const) {
      await until(
        () => session.stored(key),
        values => values.some(value => texts.every(text => String(value).includes(text))),
      );
    }
    // A restored job form would also request the list, for its suggestions.
    await until(
      () => session.stored('memento/workbench.parts.editor'),
      values => values.every(value => !String(value).includes('.job.json')),
    );
    await session.whileClosed(async () => {
      fleet.server.runner.set(ended, 'failed');
      fleet.server.requests.clear();
    });
    await workbench.notifications.waitFor(`“${ended.name}” failed on “Fleet”.`);
    await until(
      async () => requestsOf(fleet.server, 'job.status').map(({ path }) => path),
      paths => paths.some(path => path.includes(`/${job.id}/`)),
    );
    assert.equal(requestsOf(fleet.server, 'job.list').length, 0, 'nothing else is asked for');
    fleet.server.runner.set(job, 'finished');
    await workbench.notifications.waitFor(`“${job.name}” ended on “Fleet” (finished).`);
    await workbench.openView('Jobs');
    await rowOf(job).waitFor();
  });

  it('show that the server is offline, since when, and when the next attempt is', async () => {
    const view = await vscode.workbench.openView('Jobs');
    await fleet.server.close();
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    await view.getByText(/Offline since .*; retrying/).waitFor();
    await vscode.workbench.screenshot('live-offline');
    await vscode.page.getByRole('button', { name: /^Fleet, Offline since/ }).waitFor();
  });

  function jobAt(index: number): JobRecord {
    const job = fleet.server.world.jobs.all()[index];
    assert.ok(job);
    return job;
  }

  /** The row of a job by its full accessible name. */
  function rowOf(job: JobRecord) {
    return vscode.workbench.treeRow(new RegExp(`^${literal(job.name)}, `), 'Jobs').first();
  }
});
