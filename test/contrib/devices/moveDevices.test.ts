import assert from 'node:assert/strict';
import { groupKey } from '../../../src/api/model/group.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow, targetRow } from '../../workbench/commands/support/rows.ts';

const { copyDevices, moveDevices, removeDevices } = await import(
  '../../../src/contrib/devices/vscode/moveDevices.ts'
);

const sent = (group: number, ...names: readonly string[]) =>
  `PATCH /account/api/group/${group}/ ${JSON.stringify({ server_set: names })}`;

/** Office has PC-1 and PC-2, Lab has PC-2, and Attic has a device without a name. */
const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const device = (id: number) => ({ id, hostname: `PC-${id}` });
    given.memoryServer.groups.set(7, { name: 'Office', server_set: [device(1), device(2)] });
    given.memoryServer.groups.set(9, { name: 'Attic', server_set: [{ id: 3, hostname: '' }] });
    given.memoryServer.groups.set(8, { name: 'Lab', server_set: [device(2)] });
    given.memoryServer.jobs.set(1, { name: 'Job', peers: [device(4)] });
    await given.session.groups.whole();
    await given.session.jobs.whole();
    await use(given);
  });

describe('removing devices from their groups', () => {
  it('names devices, groups and server in one prompt', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      const rows = [deviceRow(7, '#1'), deviceRow(8, '#2')];
      await removeDevices(context, [rows[0], rows]);
      assert.deepEqual(user.messages[0], {
        kind: 'confirm',
        text: 'Remove 2 devices from “Office” and “Lab” on “Plant”?\n“PC-1” and “PC-2”\n\nThe devices themselves stay on the server.',
        actions: ['Remove'],
      });
      // Groups are written in parallel.
      assert.deepEqual(memoryServer.writes.toSorted(), [sent(7, 'PC-2'), sent(8)]);
    }));

  it('sends nothing when the user cancels', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      user.isSure = false;
      await removeDevices(context, [deviceRow(7, '#1')]);
      assert.deepEqual(memoryServer.writes, []);
    }));
});

describe('copying devices to a group', () => {
  it('adds devices of several groups once', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      user.pickMany = () => ['id:8'];
      const rows = [deviceRow(7, '#1'), deviceRow(7, '#2'), deviceRow(8, '#2'), targetRow('#4')];
      await copyDevices(context, [rows[0], rows]);
      assert.match(user.of('confirm')[0] ?? '', /^Add 3 devices to “Lab” on “Plant”\?\n/);
      assert.deepEqual(memoryServer.writes, [sent(8, 'PC-2', 'PC-1', 'PC-4')]);
    }));
});

describe('moving devices to a group', () => {
  it('names both groups, and the devices that are already in the target', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      user.pickMany = () => ['id:8'];
      const rows = [deviceRow(7, '#1'), deviceRow(7, '#2')];
      await moveDevices(context, [rows[0], rows]);
      const [question] = user.messages.filter(({ kind }) => kind === 'confirm');
      assert.match(question?.text ?? '', /^Move 2 devices from “Office” to “Lab” on “Plant”\?\n/);
      assert.match(question?.text ?? '', /“Lab” already contains 1 of these devices\.$/);
      assert.deepEqual(question?.actions, ['Move']);
      assert.deepEqual(memoryServer.writes, [sent(8, 'PC-2', 'PC-1'), sent(7)]);
    }));

  it('moves nothing within a group, and removes nothing that cannot be named', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      user.pickMany = () => ['id:8'];
      const rows = [deviceRow(8, '#2'), deviceRow(9, '#3')];
      await moveDevices(context, [rows[0], rows]);
      assert.match(user.of('confirm')[0] ?? '', /^Move 1 device from “Attic” to “Lab”/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('moves nothing if the ID of the devices’ group stays unknown', () =>
    withGroups(async ({ context, user, memoryServer, session }) => {
      const depot = {
        id: undefined,
        name: 'Depot',
        dn: 'CN=Depot',
        server_set: [{ id: 5, hostname: 'PC-5' }],
      };
      memoryServer.groups.set(10, depot);
      await session.groups.refresh();
      user.pickMany = () => ['id:8'];
      const row = { ...deviceRow(10, '#5'), groupKey: groupKey(depot) };
      await moveDevices(context, [row]);
      assert.match(user.messages.at(-1)?.text ?? '', /does not return the ID of the group “Depot”/);
      assert.deepEqual(memoryServer.writes, []);
      await moveDevices(context, [row, [row, deviceRow(7, '#1')]]);
      assert.deepEqual(memoryServer.writes, [sent(8, 'PC-2', 'PC-1'), sent(7, 'PC-2')]);
    }));
});
