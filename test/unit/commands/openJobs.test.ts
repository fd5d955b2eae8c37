import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';

const { createObject, duplicateJobs, openJobs } = await import('../../../src/commands/open.ts');
const { emptyJobDraft } = await import('../../../src/model/job.ts');

const ids = Array.from({ length: 11 }, (_, index) => index + 1);

describe('opening jobs', () => {
  it('opens the document of each job, after confirmation for more than ten', () =>
    withMemoryServer(async ({ memoryServer, context, user, opened }) => {
      for (const id of ids) memoryServer.jobs.set(id, { name: `Job ${id}` });
      user.isSure = false;
      await openJobs(context, [{ ids }]);
      const text = 'Open 11 jobs?\nEach opens in its own editor.';
      assert.deepEqual([user.messages, opened], [[{ kind: 'confirm', text, actions: ['Open'] }], []]);
      await openJobs(context, [{ ids: ids.slice(0, 10) }]);
      assert.deepEqual([opened.length, opened[9]], [10, ['job', 10, 'Job 10']]);
    }));

  it('opens a new job', () =>
    withMemoryServer(async ({ context, opened }) => {
      await createObject(context, 'job');
      assert.deepEqual(opened, [['job', 'New Job']]);
    }));

  it('opens a copy of the job as it is on the server now', () =>
    withMemoryServer(async ({ memoryServer, context, session, opened }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      await session.jobs.ensureLoaded();
      memoryServer.jobs.set(1, { name: 'Renamed', enabled: true, run_on_start: false, policies: [8] });
      await duplicateJobs(context, [1]);
      const name = 'Renamed (copy)';
      assert.deepEqual(opened, [['job', name, { ...emptyJobDraft, name, policies: [8] }]]);
    }));

  it('opens nothing when no job is chosen, or when duplicating many jobs is canceled', () =>
    withMemoryServer(async ({ memoryServer, context, user, opened }) => {
      for (const id of ids) memoryServer.jobs.set(id, { name: `Job ${id}` });
      user.isSure = false;
      await openJobs(context, []);
      await duplicateJobs(context, []);
      await duplicateJobs(context, [{ ids }]);
      assert.deepEqual(user.of('pickMany'), ['Open Jobs', 'Duplicate Jobs']);
      assert.match(user.of('confirm')[0] ?? '', /^Duplicate 11 jobs\?/);
      assert.deepEqual(opened, []);
    }));
});
