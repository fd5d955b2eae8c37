import assert from 'node:assert/strict';
import type { DeviceReference } from '../../../../src/api/model/membership.ts';
import { existing } from '../../../support/http/clients.ts';
import { itWith } from '../../../support/withContributions.ts';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { takeSteps } = await import('../../../../src/workbench/commands/runs/stepRuns.ts');
const { editStep, membersStep } = await import('../../../../src/workbench/commands/runs/steps.ts');

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
    await given.session.groups.whole();
    await use(given);
  });

const run = (given: Given, changes: readonly [id: number, add: string[], remove?: string[]][]) =>
  takeSteps(given.context, given.session, {
    act: 'changeMembers',
    steps: changes.map(([id, add, remove = []]) =>
      membersStep({
        id,
        group: existing(given.session.groups.byId(id)),
        change: { add: names(...add), remove: names(...remove) },
      }),
    ),
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

  itWith(
    'undo',
    'reverts on “Undo” exactly its own changes, based on the current version on the server',
    () =>
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
      }),
  );

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
});

describe('changing jobs', () => {
  const edit = (
    given: Given,
    ids: readonly number[],
    after: Readonly<Record<string, unknown>> = { retry: 2 },
  ) =>
    takeSteps(given.context, given.session, {
      act: 'changeJobs',
      steps: ids.map(id =>
        editStep({ job: existing(given.session.jobs.get(id)), edit: { before: { retry: 1 }, after } }),
      ),
    });
  const withJobs = (use: (given: Given) => Promise<void>) =>
    withMemoryServer(async given => {
      for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}`, retry: 1 });
      await given.session.jobs.whole();
      await use(given);
    });

  itWith(
    'undo',
    'counts changed and unchanged jobs, and refreshes only the statuses of the changed ones',
    () =>
      withJobs(async given => {
        const { memoryServer, user, session } = given;
        const touched: (readonly number[])[] = [];
        // Several jobs are changed concurrently, so their order varies.
        session.statuses.touch = ids => void touched.push(ids.toSorted());
        memoryServer.jobs.set(2, { name: 'Job 2', retry: 2 });
        await edit(given, [1, 2, 3]);
        await edit(given, [1, 2]);
        assert.deepEqual(user.of('info'), [
          'Changed 2 jobs on “Plant”. 1 job needed no change.',
          'Changed 0 jobs on “Plant”. 2 jobs needed no change.',
        ]);
        assert.deepEqual(
          user.messages.map(({ actions }) => actions),
          [['Undo'], []],
        );
        assert.deepEqual(touched, [[1, 3], []]);
      }),
  );
});
