import assert from 'node:assert/strict';
import type { ReportSource } from '../../../src/reports/reports.ts';
import { withMemoryServer } from './support/memoryServer.ts';

const { clearFilter, loadAllJobs, loadMoreJobs, showRaw } = await import(
  '../../../src/commands/listViews.ts'
);

describe('the filter of a view', () => {
  it('is cleared, and reported when there is none', () =>
    withMemoryServer(async ({ context, done, user }) => {
      await clearFilter(context, { ...context.jobsView, filter: 'backup' });
      assert.deepEqual([done, user.of('info')], [['filter '], []]);
      await clearFilter(context, context.jobsView);
      assert.deepEqual([done, user.of('info')], [['filter '], ['No filter is set.']]);
    }));
});

describe('loading more jobs', () => {
  it('reports that all are loaded instead of reading the list again', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      await loadMoreJobs(context);
      await loadAllJobs(context);
      assert.deepEqual(user.of('info'), ['All jobs are loaded.', 'All jobs are loaded.']);
      assert.deepEqual(user.progress, []);
    }));

  it('loads the next page, or all pages while reporting the count so far', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      memoryServer.pageSize = 2;
      for (const id of [1, 2, 3, 4, 5]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      const loadAll = async (_: unknown, signal: AbortSignal, onProgress: () => void) => {
        assert.ok(!signal.aborted);
        onProgress();
      };
      const jobsView = { ...context.jobsView, loadMore: () => session.jobs.readNext(1), loadAll };
      await loadMoreJobs({ ...context, jobsView });
      assert.equal(session.jobs.loadedCount, 4);
      await loadAllJobs({ ...context, jobsView });
      assert.deepEqual([user.progress, user.reported], [['Loading all jobs'], ['4 of 5']]);
      assert.deepEqual(user.messages, []);
    }));
});

describe('a row of a view', () => {
  it('shows the raw JSON of an unreadable entry with the reason, as long as the entry exists', () =>
    withMemoryServer(async ({ context, memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'One', id: 'one' });
      memoryServer.groups.set(7, { name: 'Lab', server_set: 5 });
      await Promise.all([session.jobs.ensureLoaded(), session.groups.ensureLoaded()]);
      const shown: ReportSource[] = [];
      const reports = { ...context.reports, show: async (source: ReportSource) => void shown.push(source) };
      const row = { kind: 'unreadable', serverId: 'plant', list: 'jobs', index: 0 };
      for (const given of [row, { ...row, list: 'groups' }, { ...row, index: 1 }])
        await showRaw({ ...context, reports }, [given]);
      const [job, group, ...none] = await Promise.all(shown.map(({ read }) => read()));
      assert.match(job?.text ?? '', /^\S.*\n\n\{\n {2}"id": "one",\n {2}"name": "One"\n\}/);
      assert.match(group?.text ?? '', /"server_set": 5/);
      assert.deepEqual(none, [undefined]);
    }));
});
