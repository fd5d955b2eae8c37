import assert from 'node:assert/strict';
import type { WriteRecord } from '../../../src/api/transport/requestLog.ts';
import { activityEntry } from '../../../src/journal/activityEntry.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const write = (method: 'PATCH' | 'DELETE' | 'POST', path: string, body = ''): WriteRecord => ({
  request: { operation: 'updateJob', method, origin: 'https://plant.example', path },
  body,
  outcome: 'done',
});

describe('the entry of a write', () => {
  it('has the previous values of the same fields, for jobs and groups', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'One', enabled: true, policies: [1] });
      memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [{ hostname: 'PC-1' }] });
      await Promise.all([session.jobs.ensureLoaded(), session.groups.ensureLoaded()]);
      const { time, ...entry } = activityEntry(
        session,
        write('PATCH', '/automation/api/job/1/', '{"enabled":false,"retry":2}'),
      );
      assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
      assert.deepEqual(entry, {
        server: 'Plant (https://plant.example)',
        serverId: 'plant',
        act: 'updateJob',
        request: 'PATCH /automation/api/job/1/',
        outcome: 'done',
        before: { enabled: true },
        after: { enabled: false, retry: 2 },
      });
      const ofGroup = write('PATCH', '/account/api/group/7/', '{"server_set":[]}');
      assert.deepEqual(activityEntry(session, ofGroup).before, { server_set: ['PC-1'] });
    }));

  it('has the whole object before a delete, and nothing after it', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
      memoryServer.jobs.set(1, { name: 'One', policies: [1] });
      await Promise.all([session.jobs.ensureLoaded(), session.groups.ensureLoaded()]);
      const entry = activityEntry(session, write('DELETE', '/account/api/group/7/'));
      assert.deepEqual([entry.before, 'after' in entry], [{ name: 'Lab', dn: 'L', server_set: [] }, false]);
      const { before } = activityEntry(session, write('DELETE', '/automation/api/job/1/'));
      assert.equal(typeof before === 'object' && before !== null && 'policies' in before, true);
    }));
});
