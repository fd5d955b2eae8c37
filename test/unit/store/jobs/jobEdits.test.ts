import assert from 'node:assert/strict';
import type { Job, JobDraft } from '../../../../src/model/job.ts';
import { editJob, reversed } from '../../../../src/store/jobs/jobEdits.ts';
import { device, job } from '../support/fakes.ts';

/** Jobs of a server that has `now`, plus what was sent to it. */
function jobsWith(now: Job) {
  const sent: JobDraft[] = [];
  const kept: unknown[] = [];
  const jobs = {
    read: async () => now,
    update: async (_: number, patch: JobDraft) => {
      sent.push(patch);
      return { ...now, policies: [1, 2] };
    },
  };
  const sending = async (before: object) => void kept.push(before);
  return { jobs, sent, kept, sending };
}

describe('an edit of a job', () => {
  const seen = job(7, { policies: [1] });
  const edit = { before: { policies: [1] }, after: { policies: [1, 2] } };

  it('records what it replaces, sends only that field, and can be undone', async () => {
    const { jobs, sent, kept, sending } = jobsWith(job(7, { policies: [1], enabled: false }));
    const stored = await editJob(jobs, { job: seen, edit }, sending);
    assert.deepEqual([kept, sent], [[{ policies: [1] }], [{ policies: [1, 2] }]]);
    assert.deepEqual(stored?.edit, edit);
    assert.deepEqual(reversed(edit), { before: edit.after, after: edit.before });
  });

  it('names the fields that another person has changed, and sends nothing', async () => {
    const { jobs, sent, sending } = jobsWith(job(7, { params: 'theirs', enabled: false }));
    const mine = {
      before: { params: '', enabled: true },
      after: { params: 'mine', enabled: undefined },
    };
    await assert.rejects(editJob(jobs, { job: seen, edit: mine }, sending), {
      name: 'JobEditConflictError',
      message: 'changed meanwhile: params, enabled',
    });
    assert.deepEqual(sent, []);
  });

  it('never drops a device that cannot be named from a list of devices that it replaces', async () => {
    const nameless = { ...device(3), hostname: '', addr: '' };
    const now = job(7, { policies: [1], peers: [device(1), nameless] });
    const { jobs, sent, sending } = jobsWith(now);
    const devices = { before: { peers: ['PC-1'] }, after: { peers: ['PC-1', 'PC-2'] } };
    await assert.rejects(editJob(jobs, { job: now, edit: devices }, sending), {
      name: 'UnnameableDevicesError',
      kind: 'job',
    });
    assert.deepEqual(sent, []);
    await editJob(jobs, { job: now, edit }, sending);
    assert.deepEqual(sent, [{ policies: [1, 2] }]);
  });
});
