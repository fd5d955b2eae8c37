import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { allVersions } from '../../../../scripts/vscode/versions.ts';
import { addServer, useDemoFleet } from '../../../ui/support/demoFleet.ts';
import { literal } from '../../../ui/support/tree.ts';
import { until } from '../../../ui/support/until.ts';
import { useVSCode } from '../../../ui/support/useVSCode.ts';
import type { Workbench } from '../../../ui/support/workbench.ts';

for (const { id: version } of allVersions)
  describe(`two windows of VS Code ${version} with different folders`, () => {
    const vscode = useVSCode({
      version,
      settings: { 'deviceAutomation.polling': { activeSeconds: 2, watchedSeconds: 2 } },
    });
    const fleet = useDemoFleet({ jobs: 6, groups: 1 });
    const jobAt = (index: number) => {
      const job = [...fleet.server.world.jobs.all()][index];
      assert.ok(job);
      return job;
    };
    const row = (workbench: Workbench, index: number, ...words: readonly string[]) =>
      workbench
        .treeRow(new RegExp([`^${literal(jobAt(index).name)},`, ...words].join('.*\\b')), 'Jobs')
        .first();
    let other: Workbench;

    before('connect', async () => {
      const { workbench, session } = vscode;
      await addServer(workbench, fleet.server, 'Fleet');
      fleet.server.runner.set(jobAt(1), 'running');
      fleet.server.runner.set(jobAt(2), 'running');
      await workbench.runCommand('Device Automation Jobs: Refresh');
      await row(workbench, 1, 'running').waitFor();
      await workbench.contextMenu(row(workbench, 1), 'Watch or Unwatch');
      await workbench.contextMenu(row(workbench, 3), 'Pin or Unpin');
      await row(workbench, 1, 'watched').waitFor();
      await row(workbench, 3, 'pinned').waitFor();
      const folder = `${session.workspace}-other`;
      await mkdir(folder);
      other = await session.secondWindow(folder);
    });

    it('show the same watched and pinned jobs', async () => {
      await other.openView('Jobs');
      await row(other, 1, 'watched').waitFor();
      await row(other, 3, 'pinned').waitFor();
    });

    it('report the end of a watched run once', async () => {
      const windows = [vscode.workbench, other];
      for (const workbench of windows) await row(workbench, 1, 'running').waitFor();
      fleet.server.runner.set(jobAt(1), 'failed');
      for (const workbench of windows) await row(workbench, 1, 'failed').waitFor();
      const toasts = () =>
        Promise.all(windows.map(({ notifications }) => notifications.toast(/ failed on “Fleet”/).count()));
      await until(
        async () => (await toasts()).reduce((sum, count) => sum + count, 0),
        sum => sum > 0,
      );
      // Both have seen the end, so the window that did not claim it has decided by the time the next one is reported.
      fleet.server.runner.set(jobAt(1), 'running');
      for (const workbench of windows) await row(workbench, 1, 'running').waitFor();
      assert.deepEqual((await toasts()).toSorted(), [0, 1]);
    });

    it('have what the other one has changed after a reload at the latest', async () => {
      const isPinned = async (workbench: Workbench) =>
        /\bpinned\b/.test((await row(workbench, 3).getAttribute('aria-label')) ?? '');
      await other.contextMenu(row(other, 3), 'Pin or Unpin');
      await until(
        () => isPinned(other),
        pinned => !pinned,
      );
      await other.contextMenu(row(other, 2), 'Watch or Unwatch');
      await row(other, 2, 'watched').waitFor();
      // VS Code stores what is remembered with a delay.
      await until(
        async () => JSON.stringify(await vscode.session.stored('device-automation.device-automation')),
        text => new RegExp(`watched.*\\b${jobAt(1).id}\\b.*\\b${jobAt(2).id}\\b`).test(text),
      );
      await vscode.session.reload();
      const { workbench } = vscode;
      await row(workbench, 1, 'watched').waitFor();
      await row(workbench, 2, 'watched').waitFor();
      assert.equal(await isPinned(workbench), false);
      await other.page.close();
    });
  });
