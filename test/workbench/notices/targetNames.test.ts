import assert from 'node:assert/strict';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { loadTargetNames } = await import('../../../src/workbench/notices/errorNotices.ts');

describe('the names of target groups', () => {
  it('are those of the group list, with the IDs that jobs use', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      memoryServer.jobs.set(1, { name: 'Nightly', groups: [3] });
      await session.jobs.refresh();
      memoryServer.hidesIds = true;
      await loadTargetNames(session, { note: () => assert.fail('nothing failed') });
      assert.equal(session.groups.byId(3)?.name, 'Lab');
    }));

  it('are missing, which is logged, when the list cannot be read', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.failures.set('GET /account/api/group/', 500);
      const noted: unknown[] = [];
      await loadTargetNames(session, { note: async (...note) => void noted.push(note) });
      assert.equal(noted.length, 1);
    }));
});
