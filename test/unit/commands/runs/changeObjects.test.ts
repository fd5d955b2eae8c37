import assert from 'node:assert/strict';
import type { DeviceReference } from '../../../../src/model/membership.ts';
import { existing } from '../../../support/http/clients.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { ChangedGroups, membersItem } = await import('../../../../src/commands/runs/changedGroups.ts');
const { changeObjects } = await import('../../../../src/commands/runs/changeObjects.ts');
const { WriteError } = await import('../../../../src/writes/writeResult.ts');
const { editItem } = await import('../../../../src/commands/runs/changeObjects.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const group = (name: string, ...hosts: string[]) => ({
  name,
  dn: `CN=${name}`,
  server_set: hosts.map(hostname => ({ hostname })),
});
const names = (...list: string[]): DeviceReference[] => list.map(name => ({ name }));
const pressUndo = (actions: readonly string[]) => actions.find(action => action === 'Undo');

/** Two groups; group 7 has two devices. */
const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    given.memoryServer.groups.set(7, group('Office', 'PC-1', 'PC-2'));
    given.memoryServer.groups.set(8, group('Lab'));
    await given.session.groups.ensureLoaded();
    await use(given);
  });

const run = (given: Given, changes: readonly [id: number, add: string[], remove?: string[]][]) =>
  changeObjects(given.context, given.session, {
    act: 'changeMembers',
    changes: changes.map(([id, add, remove = []]) => ({
      id,
      group: existing(given.session.groups.byId(id)),
      change: { add: names(...add), remove: names(...remove) },
    })),
  });

describe('changing the devices of groups', () => {
  it('adds devices to several groups, and reports the total in one sentence', () =>
    withGroups(async given => {
      await run(given, [
        [7, ['PC-9']],
        [8, ['PC-9']],
      ]);
      assert.deepEqual(given.user.of('info'), ['“Office” and “Lab” on “Plant”: 1 device added.']);
      assert.deepEqual(given.memoryServer.writes.toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-2","PC-9"]}',
        'PATCH /account/api/group/8/ {"server_set":["PC-9"]}',
      ]);
    }));

  it('reports that there is nothing to change, and offers no “Undo”', () =>
    withGroups(async given => {
      await run(given, [[7, ['PC-1']]]);
      assert.deepEqual(given.user.messages, [
        { kind: 'info', text: 'Nothing to change in “Office” on “Plant”.', actions: [] },
      ]);
      assert.deepEqual(given.memoryServer.writes, []);
    }));

  it('stores the devices that others added in the meantime, even when there is nothing to change', () =>
    withGroups(async given => {
      given.memoryServer.groups.set(7, group('Office', 'PC-1', 'PC-2', 'PC-9'));
      await run(given, [[7, ['PC-9']]]);
      assert.deepEqual(given.user.of('info'), ['Nothing to change in “Office” on “Plant”.']);
      assert.deepEqual(
        given.session.groups.byId(7)?.server_set.map(({ hostname }) => hostname),
        ['PC-1', 'PC-2', 'PC-9'],
      );
    }));

  it('reverts on “Undo” exactly its own changes, based on the current version on the server', () =>
    withGroups(async given => {
      given.user.press = actions => {
        if (given.memoryServer.writes.length === 1)
          given.memoryServer.groups.set(7, group('Office', 'PC-2', 'PC-9', 'PC-5'));
        return pressUndo(actions);
      };
      await run(given, [[7, ['PC-9', 'PC-2'], ['PC-1']]]);
      assert.equal(
        given.memoryServer.writes[1],
        'PATCH /account/api/group/7/ {"server_set":["PC-2","PC-5","PC-1"]}',
      );
      assert.deepEqual(given.user.of('info'), [
        '“Office” on “Plant”: 1 device added, 1 device removed.',
        '“Office” on “Plant”: 1 device added, 1 device removed.',
      ]);
    }));

  it('names the devices that the server did not add', () =>
    withGroups(async given => {
      given.memoryServer.dropped.add('PC-9');
      await run(given, [[7, ['PC-9', 'PC-8']]]);
      assert.deepEqual(given.user.of('warn'), [
        '“Office” on “Plant”: 1 device added. The server did not add “PC-9” to “Office”.',
      ]);
    }));

  it('removes a device only after adding it to the group that it moves to', () =>
    withGroups(async given => {
      await run(given, [
        [7, [], ['PC-1']],
        [8, ['PC-1']],
      ]);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-1"]}',
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
      ]);
    }));

  it('keeps a device in its group when the server does not add it to the other one', () =>
    withGroups(async given => {
      given.memoryServer.dropped.add('PC-1');
      await run(given, [
        [8, ['PC-1', 'PC-2']],
        [7, [], ['PC-1', 'PC-2']],
      ]);
      assert.equal(given.memoryServer.writes[1], 'PATCH /account/api/group/7/ {"server_set":["PC-1"]}');
      assert.match(given.user.of('warn')[0] ?? '', /“PC-1” stays in its group: the server did not add it/);
    }));

  it('removes nothing when the other group cannot be changed', () =>
    withGroups(async given => {
      given.memoryServer.failures.set('PATCH /account/api/group/8/', 400);
      await run(given, [
        [8, ['PC-1']],
        [7, [], ['PC-1']],
      ]);
      assert.deepEqual(given.memoryServer.writes, ['PATCH /account/api/group/8/ {"server_set":["PC-1"]}']);
      assert.match(given.user.of('warn')[0] ?? '', /^0 done\. 2 failed\./);
    }));

  it('does not write to another group that now has the ID', () =>
    withGroups(async given => {
      given.memoryServer.groups.set(7, group('Stock'));
      await run(given, [[7, ['PC-9']]]);
      assert.deepEqual(given.memoryServer.writes, []);
      assert.equal(given.user.of('error').length, 1);
    }));
});

describe('devices that move to a group that is being created', () => {
  /** Removes devices from a group while another group containing the first of them is created. */
  const remove = (add: string[], devices: DeviceReference[], isCreated: boolean) => {
    let result: unknown;
    return withGroups(async ({ session, memoryServer }) => {
      const item = {
        id: 7,
        group: existing(session.groups.byId(7)),
        change: { add: names(...add), remove: devices },
      };
      const changed = new ChangedGroups(session, [item]);
      const settle = changed.awaitCreate(['PC-1']);
      const changing = changed.change(item, async () => undefined);
      settle(isCreated);
      const skipped = await changing.then(
        () => undefined,
        (error: unknown) => (error instanceof WriteError ? error.failure.kind : String(error)),
      );
      result = [
        memoryServer.writes.map(text => text.slice(text.indexOf('{'))),
        changed.report?.problems,
        skipped,
      ];
    }).then(() => result);
  };
  const both = [{ name: 'PC-1', id: 5 }, { name: 'PC-2' }];
  const stays = '“PC-1” stays in its group: the server did not add it to the other group.';

  it('leave their old group once the new one is created', async () =>
    assert.deepEqual(await remove([], both, true), [['{"server_set":[]}'], [], undefined]));

  it('stay if the new group cannot be created, while other devices are removed', async () =>
    assert.deepEqual(await remove([], both, false), [['{"server_set":["PC-1"]}'], [stays], undefined]));

  it('leave their group unchanged if it has no other change', async () => {
    assert.deepEqual(await remove([], names('PC-1'), false), [[], undefined, 'devicesNotAdded']);
    assert.deepEqual(await remove(['PC-3'], names('PC-1'), false), [
      ['{"server_set":["PC-1","PC-2","PC-3"]}'],
      [stays],
      undefined,
    ]);
  });
});

describe('changing jobs', () => {
  const edit = (
    given: Given,
    ids: readonly number[],
    after: Readonly<Record<string, unknown>> = { retry: 2 },
  ) =>
    changeObjects(given.context, given.session, {
      act: 'changeJobs',
      changes: ids.map(id => ({
        job: existing(given.session.jobs.get(id)),
        edit: { before: { retry: 1 }, after },
      })),
    });
  const withJobs = (use: (given: Given) => Promise<void>) =>
    withMemoryServer(async given => {
      for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}`, retry: 1 });
      await given.session.jobs.ensureLoaded();
      await use(given);
    });

  it('counts changed and unchanged jobs, and refreshes only the statuses of the changed ones', () =>
    withJobs(async given => {
      const { memoryServer, user, session } = given;
      const touched: (readonly number[])[] = [];
      // Several jobs are changed concurrently, so their order varies.
      session.statuses.touch = ids => void touched.push(ids.toSorted());
      memoryServer.jobs.set(2, { name: 'Job 2', retry: 2 });
      await edit(given, [1, 2, 3]);
      await edit(given, [1, 2]);
      assert.deepEqual(user.of('info'), [
        'Changed 2 jobs on “Plant”. 1 needed no change.',
        'Changed 0 jobs on “Plant”. 2 needed no change.',
      ]);
      assert.deepEqual(
        user.messages.map(({ actions }) => actions),
        [['Undo'], []],
      );
      assert.deepEqual(touched, [[1, 3], []]);
    }));

  it('repeats on “Send Again” only what was definitely not done', () =>
    withJobs(async given => {
      const { memoryServer, user } = given;
      memoryServer.failures.set('PATCH /automation/api/job/2/', 'reset');
      user.press = actions => {
        memoryServer.failures.clear();
        return actions.find(action => action === 'Send Again');
      };
      await edit(given, [1, 2]);
      const write = (id: number) => `PATCH /automation/api/job/${id}/ {"retry":2}`;
      assert.deepEqual(memoryServer.writes.toSorted(), [write(1), write(2), write(2)]);
      assert.deepEqual(user.of('info'), ['Changed 1 job on “Plant”.', 'Changed 1 job on “Plant”.']);
    }));

  it('keeps changes that others made in the same list, and undoes only its own', () =>
    withJobs(async given => {
      const { memoryServer, user, context, session } = given;
      memoryServer.jobs.set(1, { name: 'Job 1', policies: [1] });
      const job = await session.jobs.read(1);
      memoryServer.jobs.set(1, { name: 'Job 1', policies: [1, 9] });
      user.press = pressUndo;
      const change = { before: { policies: [1] }, after: { policies: [1, 2] } };
      await changeObjects(context, session, { act: 'changeJobs', changes: [{ job, edit: change }] });
      assert.deepEqual(memoryServer.writes, [
        'PATCH /automation/api/job/1/ {"policies":[1,9,2]}',
        'PATCH /automation/api/job/1/ {"policies":[1,9]}',
      ]);
      assert.deepEqual(user.of('info'), [
        'Changed 1 job on “Plant”. Other users changed the same lists in the meantime; their changes were preserved: “Job 1 (Policies: + #9)”.',
        'Reverted 1 job on “Plant”.',
      ]);
    }));

  it('reports no changes when all of them failed', () =>
    withJobs(async given => {
      given.memoryServer.failures.set('PATCH /automation/api/job/1/', 403);
      await edit(given, [1]);
      assert.deepEqual([given.user.of('info'), given.user.of('error').length], [[], 1]);
    }));

  it('records what identifies each object and how it changes', () =>
    withGroups(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Job', params: 'x', policies: [3] });
      const job = await session.jobs.read(1);
      const change = { before: { retry: 1 }, after: { retry: 2 } };
      assert.deepEqual(editItem({ job, edit: change }), {
        name: 'Job',
        id: 1,
        marks: {
          name: 'Job',
          params: 'x',
          policies: [3],
          reports: [],
          groups: [],
          dynamic_groups: [],
          peers: [],
        },
        draft: change,
      });
      const draft = { add: names('PC-1'), remove: [] };
      assert.deepEqual(membersItem({ group: existing(session.groups.byId(8)), id: 8, change: draft }), {
        name: 'Lab',
        id: 8,
        key: 'dn:CN=Lab',
        marks: { dn: 'CN=Lab' },
        draft,
      });
    }));
});
