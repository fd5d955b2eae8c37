import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';

import { editJob } from '../../../src/api/writes/objectEdits.ts';
import { device, job } from '../../store/support/fakes.ts';
import { jobsOnServer } from './support/memoryObjects.ts';

/** Jobs of a server that has `now`, plus what was replaced there. */
function jobsWith(now: Job) {
  const server = jobsOnServer(now);
  const replaced: unknown[] = [];
  const onSending = async (before: object) => void replaced.push(before);
  return { server, jobs: server.writes, replaced, onSending };
}

describe('an edit of a job', () => {
  const seen = job(7, { policies: [1] });
  const edit = { before: { policies: [1] }, after: { policies: [1, 2] } };

  it('records what it replaces, and sends only that field', async () => {
    const { server, jobs, replaced, onSending } = jobsWith(job(7, { policies: [1], enabled: false }));
    const stored = await editJob(jobs, { job: seen, edit }, { onSending });
    assert.deepEqual([replaced, server.sent], [[{ policies: [1] }], ['update 7 {"policies":[1,2]}']]);
    assert.deepEqual(stored?.edit, edit);
  });

  it('names the fields that others have changed, and sends nothing', async () => {
    const { server, jobs, onSending } = jobsWith(job(7, { params: 'theirs', enabled: false }));
    const mine = {
      before: { params: '', enabled: true },
      after: { params: 'mine', enabled: undefined },
    };
    await assert.rejects(editJob(jobs, { job: seen, edit: mine }, { onSending }), {
      failure: { kind: 'conflict', fields: ['params', 'enabled'] },
    });
    assert.deepEqual(server.sent, []);
  });

  it('never drops a device that cannot be named from a list of devices that it replaces', async () => {
    const nameless = { ...device(3), hostname: '', addr: '' };
    const now = job(7, { policies: [1], peers: [device(1), nameless] });
    const { server, jobs, onSending } = jobsWith(now);
    const devices = { before: { peers: ['PC-1'] }, after: { peers: ['PC-1', 'PC-2'] } };
    await assert.rejects(editJob(jobs, { job: now, edit: devices }, { onSending }), {
      failure: { kind: 'unnameable', devices: [nameless] },
    });
    assert.deepEqual(server.sent, []);
    await editJob(jobs, { job: now, edit }, { onSending });
    assert.deepEqual(server.sent, ['update 7 {"policies":[1,2]}']);
  });
});
