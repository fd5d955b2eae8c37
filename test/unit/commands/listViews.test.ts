import assert from 'node:assert/strict';
import { withPlant } from './support/plant.ts';

const { clearFilter, filterView, loadAllJobs, loadMoreJobs, showMore, showRaw } = await import(
  '../../../src/commands/listViews.ts'
);

describe('filtering a view', () => {
  it('takes the text of an argument without a question', () =>
    withPlant(async ({ context, done, person }) => {
      await filterView(context, context.jobsView, ['backup']);
      await filterView(context, context.jobsView, [{ text: '@failed' }]);
      assert.deepEqual(done, ['filter backup', 'filter @failed']);
      assert.deepEqual(person.told, []);
    }));

  it('takes what is typed, and restores the previous filter when the input is left', () =>
    withPlant(async ({ context, done, person }) => {
      const view = { ...context.groupsView, filter: 'lab' };
      person.type = () => 'office';
      await filterView(context, view, []);
      person.type = () => undefined;
      await filterView(context, view, [{ text: 5 }]);
      assert.deepEqual(done, ['filter office', 'filter lab']);
    }));

  it('asks nothing without a server', () =>
    withPlant(async ({ context, done, person }) => {
      const offerServer = async () => void done.push('offer');
      const none = { ...context, offerServer, sessions: { active: undefined, get: () => undefined } };
      await filterView(none, context.jobsView, []);
      await clearFilter(none, context.jobsView);
      assert.deepEqual(done, ['offer', 'offer']);
      assert.deepEqual(person.told, []);
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

  it('shows the raw JSON of an unreadable entry with the reason', () =>
    withPlant(async ({ context, plant, person, session }) => {
      plant.jobs.set(1, { name: 'One', id: 'one' });
      await session.jobs.ensureLoaded();
      const row = { kind: 'unreadable', serverId: 'plant', list: 'jobs', index: 0 };
      await showRaw(context, [row]);
      assert.match(person.shown.join(), /\S[\s\S]*"id": "one"/);
      await showRaw(context, [{ ...row, kind: 'job' }]);
      assert.equal(person.shown.length, 1);
    }));
});
