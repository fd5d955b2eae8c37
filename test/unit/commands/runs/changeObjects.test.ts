import assert from 'node:assert/strict';
import type { DeviceReference } from '../../../../src/model/membership.ts';
import { existing } from '../../../support/http/clients.ts';
import { withPlant } from '../support/plant.ts';

const { changeObjects } = await import('../../../../src/commands/runs/changeObjects.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const group = (name: string, ...hosts: string[]) => ({
  name,
  dn: `CN=${name}`,
  server_set: hosts.map(hostname => ({ hostname })),
});
const names = (...list: string[]): DeviceReference[] => list.map(name => ({ name }));
const pressUndo = (actions: readonly string[]) => actions.find(action => action === 'Undo');

/** Two groups, of which 7 has two devices. */
const withGroups = (use: (given: Given) => Promise<void>) =>
  withPlant(async given => {
    given.plant.groups.set(7, group('Office', 'PC-1', 'PC-2'));
    given.plant.groups.set(8, group('Lab'));
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
  it('adds to several groups and reports it in one sentence', () =>
    withGroups(async given => {
      await run(given, [
        [7, ['PC-9']],
        [8, ['PC-9']],
      ]);
      assert.deepEqual(given.person.of('info'), ['“Office” and “Lab” on “Plant”: 2 devices added.']);
      assert.deepEqual(given.plant.writes, [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-2","PC-9"]}',
        'PATCH /account/api/group/8/ {"server_set":["PC-9"]}',
      ]);
    }));

  it('says where nothing is to be changed, and offers no undo', () =>
    withGroups(async given => {
      await run(given, [[7, ['PC-1']]]);
      assert.deepEqual(given.person.told, [
        { kind: 'info', text: 'Nothing to change in “Office” on “Plant”.', actions: [] },
      ]);
      assert.deepEqual(given.plant.writes, []);
    }));

  it('lists the devices that others have added by then, also where nothing is to be changed', () =>
    withGroups(async given => {
      given.plant.groups.set(7, group('Office', 'PC-1', 'PC-2', 'PC-9'));
      await run(given, [[7, ['PC-9']]]);
      assert.deepEqual(given.person.of('info'), ['Nothing to change in “Office” on “Plant”.']);
      assert.deepEqual(
        given.session.groups.byId(7)?.server_set.map(({ hostname }) => hostname),
        ['PC-1', 'PC-2', 'PC-9'],
      );
    }));

  it('puts back on “Undo” exactly what changed, on what the server has then', () =>
    withGroups(async given => {
      given.person.press = actions => {
        if (given.plant.writes.length === 1)
          given.plant.groups.set(7, group('Office', 'PC-2', 'PC-9', 'PC-5'));
        return pressUndo(actions);
      };
      await run(given, [[7, ['PC-9', 'PC-2'], ['PC-1']]]);
      assert.equal(
        given.plant.writes[1],
        'PATCH /account/api/group/7/ {"server_set":["PC-2","PC-5","PC-1"]}',
      );
      assert.deepEqual(given.person.of('info'), [
        '“Office” on “Plant”: 1 device added, 1 device removed.',
        '“Office” on “Plant”: 1 device added, 1 device removed.',
      ]);
    }));

  it('names what the server dropped', () =>
    withGroups(async given => {
      given.plant.dropped.add('PC-9');
      await run(given, [[7, ['PC-9', 'PC-8']]]);
      assert.deepEqual(given.person.of('warn'), [
        '“Office” on “Plant”: 1 device added. The server did not add “PC-9” to “Office”.',
      ]);
    }));

  it('removes a device only after the group that it moves to has it', () =>
    withGroups(async given => {
      await run(given, [
        [7, [], ['PC-1']],
        [8, ['PC-1']],
      ]);
      assert.deepEqual(given.plant.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-1"]}',
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
      ]);
    }));

  it('leaves devices where they were when the server drops them from the other group', () =>
    withGroups(async given => {
      given.plant.dropped.add('PC-1');
      await run(given, [
        [8, ['PC-1', 'PC-2']],
        [7, [], ['PC-1', 'PC-2']],
      ]);
      assert.equal(given.plant.writes[1], 'PATCH /account/api/group/7/ {"server_set":["PC-1"]}');
      assert.match(given.person.of('warn')[0] ?? '', /“PC-1” stays in its group: the server did not add it/);
    }));

  it('removes nothing when the other group cannot be changed', () =>
    withGroups(async given => {
      given.plant.failures.set('PATCH /account/api/group/8/', 400);
      await run(given, [
        [8, ['PC-1']],
        [7, [], ['PC-1']],
      ]);
      assert.deepEqual(given.plant.writes, ['PATCH /account/api/group/8/ {"server_set":["PC-1"]}']);
      assert.match(given.person.of('warn')[0] ?? '', /^0 done\. 2 failed\./);
    }));

  it('writes to no other group that has the ID now', () =>
    withGroups(async given => {
      given.plant.groups.set(7, group('Stock'));
      await run(given, [[7, ['PC-9']]]);
      assert.deepEqual(given.plant.writes, []);
      assert.equal(given.person.of('error').length, 1);
    }));
});
