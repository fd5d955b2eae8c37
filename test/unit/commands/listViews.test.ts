import assert from 'node:assert/strict';
import type { ReportSource } from '../../../src/reports/reports.ts';
import { withPlant } from './support/plant.ts';

const { clearFilter, filterView, loadAllJobs, loadMoreJobs, showMore, showRaw } = await import(
  '../../../src/commands/listViews.ts'
);

describe('filtering a view', () => {
  it('uses the text of an argument without asking', () =>
    withPlant(async ({ context, done, person }) => {
      await filterView(context, context.jobsView, ['backup']);
      await filterView(context, context.jobsView, [{ text: '@failed' }]);
      assert.deepEqual(done, ['filter backup', 'filter @failed']);
      assert.deepEqual(person.messages, []);
    }));

  it('applies text while it is typed, and restores the previous filter when the input is canceled', () =>
    withPlant(async ({ context, done, person }) => {
      const view = {
        ...context.groupsView,
        filter: 'lab',
        filterPrompt: 'Names and hosts',
        filterProblem: (text: string) => `?${text}`,
      };
      person.type = () => 'office';
      await filterView(context, view, []);
      const [question] = person.inputs;
      assert.deepEqual(
        [question?.title, question?.prompt, question?.value],
        ['Filter', 'Names and hosts', 'lab'],
      );
      assert.deepEqual(person.hints, ['?office']);
      question?.onTyped?.('off');
      assert.deepEqual(done.splice(0), ['filter office', 'filter off']);
      person.type = () => undefined;
      await filterView(context, view, [{ text: 5 }]);
      assert.deepEqual(done, ['filter lab']);
    }));

  it('offers a server instead of asking when there is none', () =>
    withPlant(async ({ context, done, person }) => {
      const offerServer = async () => void done.push('offer');
      const none = { ...context, offerServer, sessions: { active: undefined, get: () => undefined } };
      await filterView(none, context.jobsView, []);
      await clearFilter(none, context.jobsView);
      assert.deepEqual(done, ['offer', 'offer']);
      assert.deepEqual(person.messages, []);
    }));

  it('clears a filter, and reports when there is none', () =>
    withPlant(async ({ context, done, person }) => {
      await clearFilter(context, { ...context.jobsView, filter: 'backup' });
      assert.deepEqual([done, person.of('info')], [['filter '], []]);
      await clearFilter(context, context.jobsView);
      assert.deepEqual([done, person.of('info')], [['filter '], ['No filter is set.']]);
    }));
});

describe('loading more jobs', () => {
  it('reports that all are loaded instead of reading the list again', () =>
    withPlant(async ({ context, plant, person }) => {
      plant.jobs.set(1, { name: 'One' });
      await loadMoreJobs(context);
      await loadAllJobs(context);
      assert.deepEqual(person.of('info'), ['All jobs are loaded.', 'All jobs are loaded.']);
      assert.deepEqual(person.progress, []);
    }));

  it('loads the next page, or all pages while reporting the count so far', () =>
    withPlant(async ({ context, plant, person, session }) => {
      plant.pageSize = 2;
      for (const id of [1, 2, 3, 4, 5]) plant.jobs.set(id, { name: `Job ${id}` });
      const loadAll = async (_: unknown, signal: AbortSignal, onProgress: () => void) => {
        assert.ok(!signal.aborted);
        onProgress();
      };
      const jobsView = { ...context.jobsView, loadMore: () => session.jobs.loadMore(), loadAll };
      await loadMoreJobs({ ...context, jobsView });
      assert.equal(session.jobs.loadedCount, 4);
      await loadAllJobs({ ...context, jobsView });
      plant.hidesCount = true;
      await session.jobs.refresh();
      await loadAllJobs({ ...context, jobsView });
      assert.deepEqual(person.progress, ['Loading all jobs', 'Loading all jobs']);
      assert.deepEqual(person.reported, ['4 of 5', '4']);
      assert.deepEqual(person.messages, []);
    }));

  it('offers a server when there is none', () =>
    withPlant(async ({ context, done, person }) => {
      const offerServer = async () => void done.push('offer');
      const none = { ...context, offerServer, sessions: { active: undefined, get: () => undefined } };
      await loadMoreJobs(none);
      await loadAllJobs(none);
      assert.deepEqual([done, person.messages, person.progress], [['offer', 'offer'], [], []]);
    }));
});

describe('a row of a view', () => {
  it('shows more children of its node in both views, and nothing for any other argument', () =>
    withPlant(async ({ context }) => {
      const asked: string[] = [];
      const more = { showMore: (id: string) => void asked.push(id) };
      const views = {
        jobsView: { ...context.jobsView, ...more },
        groupsView: { ...context.groupsView, ...more },
      };
      showMore(views, [{ kind: 'job', of: 'a' }]);
      showMore(views, [{ kind: 'showMore', of: 'a' }]);
      assert.deepEqual(asked, ['a', 'a']);
    }));

  it('shows the raw JSON of an unreadable entry with the reason, as long as the entry exists', () =>
    withPlant(async ({ context, plant, session }) => {
      plant.jobs.set(1, { name: 'One', id: 'one' });
      plant.groups.set(7, { name: 'Lab', server_set: 5 });
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
