import assert from 'node:assert/strict';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { objectKinds } = await import('../../../src/workbench/documents/objectKinds.ts');

const { job, group } = objectKinds;

describe('the differences between documents of jobs and groups', () => {
  it('include trusting the ID of a group only while it leads to the same one, when the server sends no IDs', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.groups.set(7, { name: 'Lab', dn: 'L' });
      const base = { name: 'Lab', dn: 'L' };
      const fetched = async (of?: object) => (await group.fetch(session, 7, { ...of })).draft['name'];
      assert.equal(await fetched({ name: 'Other', dn: 'O' }), 'Lab', 'it has the ID that was asked for');
      memoryServer.hidesIds = true;
      assert.equal(await fetched(base), 'Lab');
      assert.equal((await group.fetch(session, 7)).draft['name'], 'Lab');
      for (const other of [
        { name: 'Lab', dn: 'O' },
        { name: 7, dn: 8 },
      ])
        await assert.rejects(fetched(other), { name: 'GroupMismatchError' });
      memoryServer.groups.set(7, { name: 'Lab', dn: '' });
      assert.equal(await fetched({ name: 'Lab' }), 'Lab');
    }));

  it('include identifying a group by what the server stored', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.hidesIds = true;
      memoryServer.groups.set(7, { name: 'Lab', dn: 'L' });
      const stored = { name: 'Lab', dn: 'L' };
      assert.equal(group.idOf(session, stored), undefined);
      await session.groups.refresh();
      assert.equal(group.idOf(session, stored), undefined);
      const [{ group: listed } = assert.fail('it is listed')] = session.groups.entries;
      session.groups.identity.learn(listed, 7);
      assert.deepEqual(
        [group.idOf(session, stored), group.idOf(session, { name: 'x' }), job.idOf(session, stored)],
        [7, undefined, undefined],
      );
    }));
});
