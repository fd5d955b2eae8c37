import assert from 'node:assert/strict';
import type { ReportSource } from '../../../src/reports/reports.ts';
import { withMemoryServer } from './support/memoryServer.ts';

const { clearFilter, filterView, loadAllJobs, loadMoreJobs, showMore, showRaw } = await import(
  '../../../src/commands/listViews.ts'
);

describe('filtering a view', () => {
  it('uses the text of an argument without asking', () =>
    withMemoryServer(async ({ context, done, user }) => {
      await filterView(context, context.jobsView, ['backup']);
      await filterView(context, context.jobsView, [{ text: '@failed' }]);
      assert.deepEqual(done, ['filter backup', 'filter @failed']);
      assert.deepEqual(user.messages, []);
    }));

  it('applies text while it is typed, and restores the previous filter when the input is canceled', () =>
    withMemoryServer(async ({ context, done, user }) => {
      const view = {
        ...context.groupsView,
        filter: 'lab',
        filterPrompt: 'Names and hosts',
        filterProblem: (text: string) => `?${text}`,
      };
      user.type = () => 'office';
      await filterView(context, view, []);
      const [question] = user.inputs;
      assert.deepEqual(
        [question?.title, question?.prompt, question?.value],
        ['Filter', 'Names and hosts', 'lab'],
      );
      assert.deepEqual(user.hints, ['?office']);
      question?.onTyped?.('off');
      assert.deepEqual(done.splice(0), ['filter office', 'filter off']);
      user.type = () => undefined;
      await filterView(context, view, [{ text: 5 }]);
      assert.deepEqual(done, ['filter lab']);
    }));

  it('offers a server instead of asking when there is none', () =>
    withMemoryServer(async ({ context, done, user }) => {
      const offerServer = async () => void done.push('offer');
      const none = { ...context, offerServer, sessions: { active: undefined, get: () => undefined } };
      await filterView(none, context.jobsView, []);
      await clearFilter(none, context.jobsView);
      assert.deepEqual(done, ['offer', 'offer']);
      assert.deepEqual(user.messages, []);
    }));

  it('clears a filter, and reports when there is none', () =>
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
      const jobsView = { ...context.jobsView, loadMore: () => session.jobs.loadMore(), loadAll };
      await loadMoreJobs({ ...context, jobsView });
      assert.equal(session.jobs.loadedCount, 4);
      await loadAllJobs({ ...context, jobsView });
      memoryServer.hidesCount = true;
      await session.jobs.refresh();
      await loadAllJobs({ ...context, jobsView });
      assert.deepEqual(user.progress, ['Loading all jobs', 'Loading all jobs']);
      assert.deepEqual(user.reported, ['4 of 5', '4']);
      assert.deepEqual(user.messages, []);
    }));

  it('offers a server when there is none', () =>
    withMemoryServer(async ({ context, done, user }) => {
      const offerServer = async () => void done.push('offer');
      const none = { ...context, offerServer, sessions: { active: undefined, get: () => undefined } };
      await loadMoreJobs(none);
      await loadAllJobs(none);
      assert.deepEqual([done, user.messages, user.progress], [['offer', 'offer'], [], []]);
    }));
});

describe('a row of a view', () => {
  it('shows more children of its node in both views, and nothing for any other argument', () =>
    withMemoryServer(async ({ context }) => {
      const asked: string[] = [];
      const more = { showMore: (id: string) => void asked.push(id) };
      const views = {
        jobsView: { ...context.jobsView, ...more },
        groupsView: { ...context.groupsView, ...more },
      };
      showMore(views, [{ kind: 'job', of: 'a' }]);
      showMore(views, [{ kind: 'showMore', serverId: 'plant', of: 'a' }]);
      assert.deepEqual(asked, ['a', 'a']);
    }));

  it('shows the raw JSON of an unreadable entry with the reason, as long as the entry exists', () =>
    withMemoryServer(async ({ context, memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'One', id: 'one' });
      memoryServer.groups.set(7, { name: 'Lab', server_set: 5 });
      await Promise.all([session.jobs.ensureLoaded(), session.groups.ensureLoaded()]);
      const shown: ReportSource[] = [];
      const reports = { ...context.reports, show: async (source: ReportSource) => void shown.push(source) };
      const row = { kind: 'unreadable', serverId: 'plant', list: 'jobs', index: 0 };
      for (const given of [
        row,
        { ...row, list: 'groups' },
        { ...row, index: 1 },
        { ...row, serverId: 'gone' },
      ])
        await showRaw({ ...context, reports }, [given]);
      await showRaw({ ...context, reports }, [{ ...row, kind: 'job' }]);
      assert.deepEqual(
        shown.map(({ key, title }) => `${key}: ${title}`),
        [
          'unreadable/plant/jobs/0: Unreadable Job',
          'unreadable/plant/groups/0: Unreadable Group',
          'unreadable/plant/jobs/1: Unreadable Job',
          'unreadable/gone/jobs/0: Unreadable Job',
        ],
      );
      const [job, group, ...none] = await Promise.all(shown.map(({ read }) => read()));
      assert.match(job?.text ?? '', /^\S.*\n\n\{\n {2}"id": "one",\n {2}"name": "One"\n\}/);
      assert.match(group?.text ?? '', /"server_set": 5/);
      assert.deepEqual(none, [undefined, undefined]);
    }));
});
