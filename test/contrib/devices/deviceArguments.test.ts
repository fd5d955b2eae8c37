import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow, groupRow, targetRow } from '../../workbench/commands/support/rows.ts';

const { devicesFor, devicesOfGroupRows, devicesOfRows } = await import(
  '../../../src/contrib/devices/vscode/deviceArguments.ts'
);

type Targets = ReturnType<typeof devicesOfRows>;

/** Each group with the names of its devices; '' for devices in no group. */
const namesOf = (targets: Targets) =>
  targets?.members.map(({ group, devices }) => [
    group?.name ?? '',
    ...devices.map(({ hostname }) => hostname),
  ]);

const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const device = (id: number) => ({ id, hostname: `PC-${id}`, status: 'online' });
    given.memoryServer.groups.set(7, { name: 'Office', server_set: [device(1), device(2)] });
    given.memoryServer.groups.set(8, { name: 'Lab', server_set: [device(2)] });
    given.memoryServer.jobs.set(1, { name: 'Job', peers: [device(4)] });
    await given.session.groups.whole();
    await given.session.jobs.whole();
    await use(given);
  });

describe('the devices that a command applies to', () => {
  it('are those of the selected rows, by their groups', () =>
    withGroups(async ({ context }) => {
      const rows = [deviceRow(7, '#1'), deviceRow(7, '#2'), deviceRow(8, '#2'), { kind: 'group' }];
      const targets = await devicesFor(context, [rows[0], rows], 'Do It');
      assert.deepEqual(namesOf(targets), [
        ['Office', 'PC-1', 'PC-2'],
        ['Lab', 'PC-2'],
      ]);
    }));

  it('can be those that a job names, outside any group', () =>
    withGroups(async ({ context }) => {
      assert.deepEqual(namesOf(devicesOfRows(context, [targetRow('#4'), targetRow('#99')])), [['', 'PC-4']]);
      assert.deepEqual(namesOf(devicesOfRows(context, [deviceRow(99, '#1')])), [['', 'PC-1']]);
    }));

  it('are those of the focused row for a keybinding', () =>
    withGroups(async ({ context, user }) => {
      Object.assign(context.groupsView.frame, {
        focusedRows: async () => [deviceRow(7, '#1')],
        selection: [],
      });
      assert.deepEqual(namesOf(await devicesFor(context, ['focused'], 'Do It')), [['Office', 'PC-1']]);
      assert.deepEqual(user.messages, []);
    }));

  it('are not those selected when a menu passes a single row that VS Code is refreshing', () =>
    withGroups(async ({ context, user }) => {
      Object.assign(context.groupsView.frame, { selection: [deviceRow(7, '#2')] });
      assert.equal(await devicesFor(context, [undefined, undefined], 'Do It'), undefined);
      assert.deepEqual(user.of('pick'), ['Do It']);
    }));

  it('are chosen from a group when none are given', () =>
    withGroups(async ({ context, user }) => {
      user.pick = () => 'id:7';
      user.pickMany = () => ['#2'];
      assert.deepEqual(namesOf(await devicesFor(context, [], 'Do It')), [['Office', 'PC-2']]);
      assert.deepEqual(user.lists, [['Office | 2 devices', 'Lab | 1 device']]);
      assert.deepEqual(user.of('pickMany'), ['Do It: “Office”']);
    }));

  it('never come from two servers', () =>
    withGroups(async ({ context }) => {
      assert.equal(devicesOfRows(context, [deviceRow(7, '#1'), deviceRow(7, '#1', 'other')]), undefined);
      assert.equal(devicesOfRows(context, [deviceRow(7, '#1', 'other')]), undefined);
      assert.equal(devicesOfGroupRows(context, [groupRow(7), groupRow(7, 'other')]), undefined);
      assert.equal(devicesOfGroupRows(context, [groupRow(7, 'other')]), undefined);
    }));

  it('are all devices of dropped groups', () =>
    withGroups(async ({ context }) => {
      const rows = [groupRow(7), groupRow(99), groupRow(8), { kind: 'device' }];
      assert.deepEqual(namesOf(devicesOfGroupRows(context, rows)), [
        ['Office', 'PC-1', 'PC-2'],
        ['Lab', 'PC-2'],
      ]);
    }));
});
