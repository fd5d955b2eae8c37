import assert from 'node:assert/strict';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { Newcomers, SeenTargets } = await import('../../../src/store/runs/stillSo.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const group = { name: 'Report', server_set: [] };
const known = { kind: 'group', id: undefined, name: 'Report', dn: '' } as const;
const sent = { name: ' Report ', server_set: [] };

describe('the look for objects that a decision did not know', () => {
  const cases: Readonly<
    Record<
      string,
      readonly [decisions: readonly (readonly (typeof known)[])[], stored: number, found: number]
    >
  > = {
    'none, if the known group is the only one': [[[known]], 1, 0],
    'a second group of a known name': [[[known]], 2, 1],
    'none, if both were known': [[[known, known]], 2, 0],
    'a third': [[[known, known]], 3, 1],
    'a second, if two decisions knew the same group': [[[known], [known]], 2, 1],
    'none, if one decision knew more than another': [[[known], [known, known]], 2, 0],
    'all, if none was known': [[], 2, 2],
  };
  for (const hidesIds of [true, false]) {
    for (const [what, [decisions, stored, found]] of Object.entries(cases)) {
      it(`finds ${what}: groups without a DN, ${hidesIds ? 'without' : 'with'} IDs`, () =>
        withMemoryServer(async ({ memoryServer, session }: Given) => {
          memoryServer.hidesIds = hidesIds;
          for (let id = 1; id <= stored; id += 1) memoryServer.groups.set(id, group);
          const newcomers = new Newcomers(session, decisions);
          assert.equal((await newcomers.find('group', sent)).length, found);
          newcomers.created(known);
          memoryServer.groups.set(50, group);
          assert.equal((await newcomers.find('group', sent)).length, found);
        }));
    }
  }
});

describe('the targets that were seen', () => {
  const office = { name: 'Office', dn: 'CN=Office', server_set: [] };
  const now: Readonly<Record<string, readonly [stored: object | undefined, isRefused: boolean]>> = {
    'is as it was': [office, false],
    'has other devices': [{ ...office, server_set: [{ hostname: 'PC-1' }] }, false],
    'has a DN that is spelled otherwise': [{ ...office, dn: 'cn = Office' }, false],
    'was renamed': [{ ...office, name: 'Servers' }, true],
    'has another DN': [{ ...office, dn: 'CN=Office,OU=Servers' }, true],
    'is another one with the same ID': [{ name: 'Servers', dn: 'CN=Servers', server_set: [] }, true],
    'was deleted': [undefined, true],
  };
  for (const hidesIds of [true, false])
    for (const [what, [stored, isRefused]] of Object.entries(now))
      it(`${isRefused ? 'refuse' : 'allow'} a group that ${what}: ${hidesIds ? 'without' : 'with'} IDs in lists`, () =>
        withMemoryServer(async ({ memoryServer, session }: Given) => {
          memoryServer.hidesIds = hidesIds;
          memoryServer.groups.set(5, office);
          await session.groups.whole();
          await session.groups.read(5);
          const targets = new SeenTargets(session).saw([5]);
          if (stored === undefined) memoryServer.groups.delete(5);
          else memoryServer.groups.set(5, { name: '', ...stored });
          const check = () => targets.checkGroups([5]);
          // The list shows the other group by then: it is still not the one that was seen.
          for (const attempt of [check, check])
            await (isRefused ? assert.rejects(attempt, /otherTarget/) : attempt());
          // The other one can be chosen in its turn, unless the server does not say which ID it has.
          if (stored !== undefined && (!hidesIds || what === 'was renamed'))
            assert.deepEqual(session.groups.byId(5)?.name, memoryServer.groups.get(5)?.name);
        }));

  it('are judged again if a group could not be read', () =>
    withMemoryServer(async ({ memoryServer, session }: Given) => {
      memoryServer.groups.set(5, office);
      await session.groups.whole();
      const targets = new SeenTargets(session).saw([5]);
      memoryServer.failures.set('GET /account/api/group/5/', 403);
      await assert.rejects(targets.checkGroups([5]), { name: 'HttpStatusError' });
      memoryServer.failures.clear();
      await targets.checkGroups([5]);
    }));

  it('are read once, however many jobs and groups there are', () =>
    withMemoryServer(async ({ memoryServer, session }: Given) => {
      const ids = Array.from({ length: 40 }, (_, index) => index + 1);
      for (const id of ids)
        memoryServer.groups.set(id, { name: `Group ${id}`, dn: `CN=${id}`, server_set: [] });
      for (const id of ids) memoryServer.jobs.set(id, { name: `Job ${id}`, groups: [id] });
      await session.groups.whole();
      const targets = new SeenTargets(
        session,
        ids.map(id => [id, [id]] as const),
      ).saw([1, 2]);
      memoryServer.reads.length = 0;
      await Promise.all(ids.map(() => targets.checkGroups([1, 2])));
      await Promise.all(ids.map(id => targets.checkDeletion(id)));
      assert.deepEqual(memoryServer.reads.toSorted(), [
        '/account/api/group/1/',
        '/account/api/group/2/',
        '/automation/api/job/',
      ]);
    }));

  it('refuse the deletion of a group that another job targets, and of no other', () =>
    withMemoryServer(async ({ memoryServer, session }: Given) => {
      for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}`, groups: [5, 6] });
      const targets = new SeenTargets(session, [
        [5, [1]],
        [6, [1, 2]],
      ]);
      await assert.rejects(targets.checkDeletion(5), /targeted/);
      await targets.checkDeletion(6);
    }));
});
