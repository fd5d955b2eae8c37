import assert from 'node:assert/strict';
import type { Group } from '../../../src/api/model/group.ts';
import type { Job } from '../../../src/api/model/job.ts';
import { withMemoryServer } from './support/memoryServer.ts';
import { groupRow } from './support/rows.ts';

const { pinGroups, pinJobs } = await import('../../../src/workbench/commands/pin.ts');

const jobRow = (jobId: number) => ({ kind: 'job', serverId: 'plant', jobId });

/** Views in which the first job is pinned and has the focus, and a record of what gets pinned. */
function withViews(
  use: (
    context: Parameters<typeof pinJobs>[0] & Parameters<typeof pinGroups>[0],
    changes: unknown[],
  ) => Promise<void>,
) {
  return withMemoryServer(async ({ memoryServer, session, context }) => {
    for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}` });
    for (const id of [3, 4]) memoryServer.groups.set(id, { name: `Group ${id}` });
    await session.groups.firstRows();
    const changes: unknown[] = [];
    const setPinned = (_: unknown, objects: readonly (Job | Group)[], isPinned: boolean) =>
      void changes.push([objects.map(({ name }) => name), isPinned]);
    const frame = { ...context.jobsView.frame, focusedRows: async () => [jobRow(1)] };
    const jobsView = { ...context.jobsView, frame, setPinned, pinnedOf: () => new Set([1]) };
    await use({ ...context, jobsView, groupsView: { ...context.groupsView, setPinned } }, changes);
  });
}

describe('pinning', () => {
  it('pins all selected rows unless all are pinned, which it unpins', () =>
    withViews(async (context, changes) => {
      await pinJobs(context, [jobRow(1), [jobRow(1), jobRow(2)]]);
      await pinJobs(context, [jobRow(1)]);
      await pinGroups(context, [groupRow(3), [groupRow(3), groupRow(4)]]);
      assert.deepEqual(changes, [
        [['Job 1', 'Job 2'], true],
        [['Job 1'], false],
        [['Group 3', 'Group 4'], true],
      ]);
    }));

  it('by its key unpins what is pinned', () =>
    withViews(async (context, changes) => {
      await pinJobs(context, ['focused']);
      assert.deepEqual(changes, [[['Job 1'], false]]);
    }));
});
