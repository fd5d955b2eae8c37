import assert from 'node:assert/strict';
import type { ReportSource } from '../../../src/workbench/reports/reports.ts';
import { withMemoryServer } from './support/memoryServer.ts';

const { clearFilter, resumeReading, showRaw, stopReading } = await import(
  '../../../src/workbench/commands/listViews.ts'
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

describe('the rest of the lists', () => {
  it('is not read after the user has stopped it, until the user resumes', () =>
    withMemoryServer(async ({ context, memoryServer, session }) => {
      memoryServer.pageSize = 2;
      for (const id of [1, 2, 3, 4, 5]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      await session.jobs.firstRows();
      session.stopReading();
      session.setAttention({ isViewVisible: true, isWindowFocused: true });
      assert.deepEqual(session.jobs.coverage, { kind: 'stopped', read: 2, total: 5 });
      await resumeReading(context);
      assert.equal((await session.jobs.whole()).kind, 'complete');
    }));

  it('can be stopped while it is read', () =>
    withMemoryServer(async ({ context, memoryServer, session, user }) => {
      memoryServer.pageSize = 1;
      for (const id of [1, 2, 3]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      await session.jobs.firstRows();
      session.setAttention({ isViewVisible: true, isWindowFocused: true });
      await stopReading(context);
      assert.deepEqual([session.jobs.coverage.kind, user.messages], ['stopped', []]);
    }));

  it('causes a message if there is none', () =>
    withMemoryServer(async ({ context, session, user }) => {
      await Promise.all([session.jobs.whole(), session.groups.whole()]);
      await stopReading(context);
      await resumeReading(context);
      assert.deepEqual(user.of('info'), ['No list is being read.', 'Reading was not stopped.']);
    }));
});

describe('a row of a view', () => {
  it('shows the raw JSON of an unreadable entry with the reason, as long as the entry exists', () =>
    withMemoryServer(async ({ context, memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'One', id: 'one' });
      memoryServer.groups.set(7, { name: 'Lab', server_set: 5 });
      await Promise.all([session.jobs.whole(), session.groups.whole()]);
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
