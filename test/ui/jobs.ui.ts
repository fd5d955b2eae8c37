import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { JobRecord, Phase } from '../../src/contrib/demo/server/world.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { attemptMs, isShown, until, untilDone } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('jobs in the tree', () => {
  const vscode = useVSCode({
    isShared: true,
    theme: 'dark',
    settings: { 'deviceAutomation.polling': { activeSeconds: 2 } },
  });
  const fleet = useDemoFleet({ jobs: 60, pageSize: 40, awkward: true });

  before('connect', async () => {
    await addServer(vscode.workbench, fleet.server, 'Fleet');
  });

  it('shows the first rows, and the rest by itself', async () => {
    const { workbench } = vscode;
    await workbench.openView('Jobs');
    await rowOf(jobAt(0)).waitFor();
    await workbench.scrollToRow(new RegExp(`^${literal(jobAt(45).name)}, `), 'Jobs');
  });

  it('shows the status in words and keeps it up to date', async () => {
    const job = jobAt(1);
    fleet.server.runner.set(job, 'running');
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    await scrollTo(job);
    await rowOf(job, 'running').waitFor();
    setPhase(job, 'failed');
    await rowOf(job, 'failed').waitFor();
    await vscode.workbench.screenshot('jobs-dark');
  });

  it('keeps expanded and selected rows across a refresh', async () => {
    const { workbench } = vscode;
    await scrollTo(jobAt(2));
    const row = rowOf(jobAt(2));
    await workbench.expand(row);
    await workbench
      .treeRow(/^Schedule/, 'Jobs')
      .first()
      .waitFor();
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await workbench
      .treeRow(/^Schedule/, 'Jobs')
      .first()
      .waitFor();
    assert.equal(await row.getAttribute('aria-expanded'), 'true');
    await row.locator('.monaco-tl-twistie').click();
    assert.equal(await row.getAttribute('aria-expanded'), 'false');
  });

  it('keeps a filter as a row with its count, which applies it, and which Delete removes until Undo', async () => {
    const { page, workbench } = vscode;
    const row = workbench.treeRow(/^Kiosks, /, 'Jobs').first();
    const deleted = 'The filter “Kiosks” was deleted.';
    await workbench.runCommand('Device Automation Jobs: Filter…');
    await workbench.quickInput.input.fill('kiosks');
    await workbench.pick('Save Filter…');
    await workbench.submitInput('Kiosks');
    const { length } = [...fleet.server.world.jobs.all()].filter(({ name }) => /kiosks/i.test(name));
    const applied = workbench.treeRow(new RegExp(`^Kiosks, filter, ${length}, applied`), 'Jobs').first();
    const notApplied = workbench.treeRow(new RegExp(`^Kiosks, filter, ${length}$`), 'Jobs').first();
    await applied.waitFor();
    await workbench.screenshot('jobs-named-filter');
    // VS Code ignores a click on a row that is being redrawn.
    const clickUntil = (wanted: Locator) =>
      untilDone(async () => {
        await row.click({ timeout: attemptMs });
        return isShown(wanted);
      });
    await clickUntil(notApplied);
    await workbench.contextMenu(row, 'Delete…');
    await workbench.notifications.clickButton(deleted, 'Undo');
    await notApplied.waitFor();
    await clickUntil(applied);
    await page.keyboard.press('Delete');
    await workbench.notifications.toast(deleted).waitFor();
    await row.waitFor({ state: 'detached' });
    await workbench.clearFilter('Jobs');
  });

  it('stops a running job, reports it, and names what was not executing', async () => {
    const { workbench } = vscode;
    const running = jobAt(3);
    const resting = jobAt(4);
    fleet.server.runner.set(running, 'running');
    setPhase(resting, 'finished');
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await scrollTo(resting);
    await rowOf(running, 'running').waitFor();
    await rowOf(running).click();
    await rowOf(resting).click({ modifiers: ['ControlOrMeta'] });
    await workbench.contextMenu(rowOf(resting), 'Stop');
    await workbench.dialog('Stop 2 jobs on “Fleet”?').waitFor();
    await workbench.dialogButton('Stop');
    const toast = workbench.notifications.toast('Stopped:');
    await toast.waitFor();
    // The result replaces the progress notification.
    await until(
      () => workbench.notifications.toast(/Stop/).count(),
      count => count === 1,
    );
    const text = (await toast.textContent()) ?? '';
    assert.match(
      text,
      new RegExp(`Not executing, so not affected: “${literal(resting.name)} \\(finished\\)”`),
    );
    assert.match(text, /Задачи успешно остановлены/);
    assert.equal(requestsOf(fleet.server, 'job.stop').length, 1, 'one request for both');
    await rowOf(running, 'stopped').waitFor();
  });

  it('stops what runs on a group with a menu item and a confirmation', async () => {
    const { workbench } = vscode;
    const { jobs, groups } = fleet.server.world;
    const job = [...jobs.all()].find(({ groups: [id] }) => id !== undefined && groups.has(id));
    const group = groups.get(job?.groups[0] ?? 0);
    assert.ok(job && group);
    setPhase(job, 'running');
    await workbench.openView('Groups');
    const row = await workbench.scrollToRow(new RegExp(`^${literal(group.name)}[ ,]`), 'Groups');
    await workbench.contextMenu(row, 'Jobs', 'Stop Jobs on Devices…');
    const question = `Stop \\d+ jobs? that (?:is|are) executing on “${literal(group.name)}” of “Fleet”`;
    await workbench.dialog(new RegExp(`${question}.*“${literal(job.name)}”: On \\d+ devices?`)).waitFor();
    await workbench.screenshot('groups-stop-dark');
    await workbench.dialogButton('Stop');
    // A message of an earlier stop may still be shown.
    const phase = await until(
      async () => job.phase,
      found => found === 'stopped',
    );
    assert.equal(phase, 'stopped');
    await workbench.notifications.waitFor(/Stopped: /);
    await workbench.openView('Jobs');
  });

  it('keeps a pinned job on top, with a mark', async () => {
    const { workbench, page } = vscode;
    const job = jobAt(8);
    await scrollTo(job);
    // Ends the selection of several rows, which have another menu.
    await rowOf(job).click();
    await workbench.contextMenu(rowOf(job), 'Pin or Unpin');
    const first = page.locator('.monaco-list-row[data-index="0"]').and(rowOf(job, 'pinned'));
    await workbench.scrollToRow(new RegExp(`^${literal(job.name)}, .*pinned`), 'Jobs');
    await first.waitFor();
    await first.locator('[class*="monaco-decoration-itemBadge"]').waitFor();
    await rowOf(jobAt(9)).click();
    await workbench.screenshot('jobs-pinned-dark');
    await rowOf(job).click();
    await workbench.contextMenu(rowOf(job), 'Pin or Unpin');
    await first.waitFor({ state: 'detached' });
  });

  it('disables and enables a job by sending only that field', async () => {
    const { workbench } = vscode;
    const job = enabledJob();
    await workbench.clearSelection('Jobs');
    await scrollTo(job);
    await workbench.contextMenu(rowOf(job), 'Disable');
    await rowOf(job, 'disabled').waitFor();
    assert.equal(job.enabled, false);
    await workbench.contextMenu(rowOf(job), 'Enable');
    await workbench.treeRow(new RegExp(`^${literal(job.name)}, .*, (?!disabled)`), 'Jobs').waitFor();
    assert.equal(job.enabled, true);
  });

  it('deletes after a confirmation that names the job and the server, and creates the job again on undo', async () => {
    const { workbench } = vscode;
    const job = jobAt(5);
    await scrollTo(job);
    await workbench.contextMenu(rowOf(job), 'Delete…');
    await workbench.dialog(`Delete the job “${job.name}” (#${job.id}) on “Fleet”?`).waitFor();
    await workbench.screenshot('jobs-delete-dark');
    await workbench.dialogButton('Delete');
    await workbench.notifications.clickButton('Deleted on “Fleet”', 'Undo');
    await workbench.notifications.waitFor(/Created again: .* is now #\d+/);
    assert.equal(fleet.server.world.jobs.has(job.id), false);
    const again = [...fleet.server.world.jobs.all()].find(
      other => other.name === job.name && other.id !== job.id,
    );
    assert.ok(again, 'it is there again, under a new id');
    assert.equal(again.params, job.params);
  });

  it('filters by name, shows the filter, and clears it', async () => {
    const { workbench } = vscode;
    await workbench.viewAction('Jobs', 'Filter…');
    await workbench.submitInput(jobAt(0).name.slice(0, 12));
    const view = await workbench.openView('Jobs');
    await view.getByText(/Filter “.*”: \d+ of \d+/).waitFor();
    await workbench.screenshot('jobs-filter-dark');
    await workbench.clearFilter('Jobs');
    await view.getByText(/Filter “/).waitFor({ state: 'hidden' });
  });

  it('shows hostile names as text', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation Jobs: Filter…');
    await workbench.submitInput('<img');
    await workbench
      .treeRow(/<img src=x onerror/, 'Jobs')
      .first()
      .waitFor();
    await workbench.runCommand('Device Automation Jobs: Filter…');
    await workbench.submitInput('](command:');
    const row = workbench.treeRow(/\]\(command:/, 'Jobs').first();
    await row.waitFor();
    await workbench.tooltip(row, 'Status');
    assert.equal(await page.locator('.monaco-hover a[href^="command:"]').count(), 0);
    await workbench.screenshot('jobs-attack-dark');
    await workbench.contextMenu(row, 'Delete…');
    await workbench.dialog().waitFor();
    // The buttons are anchors too, but without a target.
    assert.equal(await workbench.dialog().locator('a[href]').count(), 0, 'no link in the question');
    await workbench.dialogButton('Cancel');
    await workbench.clearFilter('Jobs');
  });

  it('requests nothing while the view is hidden', async () => {
    const shown = fleet.server.requests.total('job.status');
    fleet.server.runner.set(jobAt(0), 'running');
    await until(
      async () => fleet.server.requests.total('job.status'),
      total => total > shown,
    );
    // Pending responses may still arrive after the view is hidden. Clearing the filter also reveals the top row later,
    // which makes VS Code show the view again.
    await until(
      async () => {
        await showExplorer();
        return requestsInFiveSeconds();
      },
      count => count === 0,
    );
    await vscode.workbench.openView('Jobs');
  });

  it('reports that the server is unavailable, keeps its rows, and recovers', async () => {
    const { workbench } = vscode;
    const { port } = new URL(fleet.server.url);
    await fleet.server.close();
    await workbench.runCommand('Device Automation Jobs: Refresh');
    const view = await workbench.openView('Jobs');
    await view.getByText(/As of .* refused the connection/).waitFor();
    await scrollTo(jobAt(0));
    await workbench.screenshot('jobs-offline-dark');
    assert.equal(
      await vscode.page.locator('.notification-toast').filter({ hasText: 'refuses' }).count(),
      0,
      'no pop-up',
    );
    assert.ok(port);
  });

  async function showExplorer(): Promise<void> {
    const { page } = vscode;
    const explorer = page.getByRole('tab', { name: /^Explorer/ }).first();
    if ((await explorer.getAttribute('aria-selected')) !== 'true') await explorer.click();
    await page
      .getByRole('tab', { name: 'Device Automation', exact: true })
      .and(page.locator('[aria-selected=false]'))
      .waitFor();
  }

  function jobAt(index: number): JobRecord {
    const job = [...fleet.server.world.jobs.all()][index];
    assert.ok(job);
    return job;
  }

  function enabledJob(): JobRecord {
    const job = [...fleet.server.world.jobs.all()].slice(6, 20).find(candidate => candidate.enabled);
    assert.ok(job);
    return job;
  }

  /** The row of a job by its full accessible name: name, status, and schedule or "disabled". */
  function rowOf(job: JobRecord, word = '.*') {
    return vscode.workbench.treeRow(new RegExp(`^${literal(job.name)}, .*${word}`), 'Jobs').first();
  }

  async function scrollTo(job: JobRecord): Promise<void> {
    await vscode.workbench.scrollToRow(new RegExp(`^${literal(job.name)}, `), 'Jobs');
  }

  /** Waits by the clock of the page. */
  async function requestsInFiveSeconds(): Promise<number> {
    const { page } = vscode;
    const before = fleet.server.requests.total('job.status');
    const start = await page.evaluate(() => performance.now());
    await page.waitForFunction(from => performance.now() - from > 5_000, start);
    return fleet.server.requests.total('job.status') - before;
  }

  function setPhase(job: JobRecord, phase: Phase): void {
    fleet.server.runner.set(job, phase);
  }
});
