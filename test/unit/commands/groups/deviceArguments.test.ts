import assert from 'node:assert/strict';
import { withMemoryServer } from '../support/memoryServer.ts';
import { deviceRow, groupRow, targetRow } from '../support/rows.ts';

const { devicesFor, devicesOfGroupRows, devicesOfRows } = await import(
  '../../../../src/commands/groups/deviceArguments.ts'
);

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];
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
    await given.session.groups.ensureLoaded();
    await given.session.jobs.ensureLoaded();
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

  it('are only the clicked one when nothing else is selected', () =>
    withGroups(async ({ context, user }) => {
      assert.deepEqual(namesOf(await devicesFor(context, [deviceRow(8, '#2'), []], 'Do It')), [
        ['Lab', 'PC-2'],
      ]);
      assert.deepEqual(user.messages, []);
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

  it('are those selected in the view when no row is given', () =>
    withGroups(async ({ context, user }) => {
      Object.assign(context.groupsView.frame, { selection: [deviceRow(7, '#2')] });
      assert.deepEqual(namesOf(await devicesFor(context, [], 'Do It')), [['Office', 'PC-2']]);
      assert.deepEqual(user.messages, []);
    }));

  it('are not those selected when a menu passes a single row that VS Code is refreshing', () =>
    withGroups(async ({ context, user }) => {
      Object.assign(context.groupsView.frame, { selection: [deviceRow(7, '#2')] });
      assert.equal(await devicesFor(context, [undefined, undefined], 'Do It'), undefined);
      assert.deepEqual(user.of('pick'), ['Do It']);
    }));

  it('are empty when a row of another kind is given', () =>
    withGroups(async ({ context, user }) => {
      assert.equal(await devicesFor(context, [{ kind: 'job' }], 'Do It'), undefined);
      assert.deepEqual(user.messages, []);
    }));

  it('are chosen from a group when none are given', () =>
    withGroups(async ({ context, user }) => {
      const offered: unknown[] = [];
      const note = (title: string, choices: readonly { label: string; description?: string }[]) =>
        offered.push(title, ...choices.map(({ label, description }) => `${label}: ${description}`));
      const dialogs = {
        ...user.dialogs,
        pick: async (...[title, choices]: Parameters<typeof user.dialogs.pick>) => {
          note(title, choices);
          return 'id:7';
        },
        pickMany: async (...[title, choices]: Parameters<typeof user.dialogs.pickMany>) => {
          note(title, choices);
          return ['#2'];
        },
      };
      assert.deepEqual(namesOf(await devicesFor({ ...context, dialogs }, [], 'Do It')), [['Office', 'PC-2']]);
      assert.deepEqual(offered, [
        'Do It',
        'Office: 2 devices',
        'Lab: 1 device',
        'Do It: “Office”',
        'PC-1: online',
        'PC-2: online',
      ]);
    }));

  it('are empty when the user chooses no group or no device', () =>
    withGroups(async ({ context, user }) => {
      assert.equal(await devicesFor(context, [], 'Do It'), undefined);
      assert.deepEqual(user.of('pickMany'), []);
      user.pick = () => 'id:7';
      assert.equal(await devicesFor(context, [], 'Do It'), undefined);
      assert.equal(user.of('pickMany').length, 1);
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
      assert.equal(devicesOfGroupRows(context, []), undefined);
    }));

  it('need a server', () =>
    withGroups(async ({ context, user, done }) => {
      const offerServer = async () => void done.push('offer');
      const none = { ...context, offerServer, sessions: { active: undefined, get: () => undefined } };
      assert.equal(await devicesFor(none, [], 'Do It'), undefined);
      assert.deepEqual([done, user.messages], [['offer'], []]);
    }));
});
