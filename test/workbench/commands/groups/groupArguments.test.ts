import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';
import { groupRow } from '../support/rows.ts';

const { groupsFor } = await import('../../../../src/workbench/commands/groups/groupArguments.ts');

const rows = [groupRow(7), groupRow(8)];

const withGroups = (use: (given: Given, names: (args: readonly unknown[]) => Promise<unknown>) => unknown) =>
  withMemoryServer(async given => {
    given.memoryServer.groups.set(7, { name: 'Office', server_set: [] });
    given.memoryServer.groups.set(8, { name: 'Lab', server_set: [{ hostname: 'PC-1' }] });
    await given.session.groups.whole();
    const names = async (args: readonly unknown[]) =>
      (await groupsFor(given.context, args, 'Do It'))?.groups.map(({ name }) => name);
    await use(given, names);
  });

describe('the groups that a command applies to', () => {
  it('are the clicked row, or all selected ones', () =>
    withGroups(async ({ user }, names) => {
      assert.deepEqual(await names([rows[1]]), ['Lab']);
      assert.deepEqual(await names([rows[1], rows]), ['Office', 'Lab']);
      assert.deepEqual(await names([rows[1], []]), ['Lab']);
      assert.deepEqual(user.messages, []);
    }));

  it('are those selected in the view when no row is given', () =>
    withGroups(async ({ context }, names) => {
      Object.assign(context.groupsView.frame, { selection: [rows[1], { kind: 'device' }] });
      assert.deepEqual(await names([]), ['Lab']);
      assert.deepEqual(await names([undefined, [undefined, undefined]]), ['Lab']);
    }));

  it('are not the selected ones when a menu passes a single row that VS Code is refreshing', () =>
    withGroups(async ({ context, user }, names) => {
      Object.assign(context.groupsView.frame, { selection: [rows[1]] });
      assert.equal(await names([undefined, undefined]), undefined);
      assert.equal(await names([undefined, [undefined]]), undefined);
      assert.deepEqual(user.of('pickMany'), ['Do It', 'Do It']);
    }));

  it('are the focused ones for a keybinding, and empty when another row is focused', () =>
    withGroups(async ({ context, user }, names) => {
      let focused: readonly unknown[] = [rows[0]];
      Object.assign(context.groupsView.frame, { focusedRows: async () => focused });
      assert.deepEqual(await names(['focused']), ['Office']);
      focused = [{ kind: 'device' }];
      assert.equal(await names(['focused']), undefined);
      assert.deepEqual(user.messages, []);
    }));

  it('include the group with a given ID, on the named or the visible server', () =>
    withGroups(async ({ memoryServer, user }, names) => {
      assert.deepEqual(await names([7]), ['Office']);
      assert.deepEqual(await names([{ id: 8 }]), ['Lab']);
      assert.deepEqual(await names([{ id: 8, server: 'plant' }]), ['Lab']);
      assert.equal(await names([{ id: 8, server: 'other' }]), undefined);
      memoryServer.groups.set(9, { name: 'New', server_set: [] });
      assert.deepEqual(await names([9]), ['New']);
      assert.deepEqual(user.messages, []);
    }));

  it('are chosen by name when none are given', () =>
    withGroups(async ({ user }, names) => {
      user.pickMany = () => ['id:8', 'id:99'];
      assert.deepEqual(await names([]), ['Lab']);
      assert.deepEqual(user.messages, [{ kind: 'pickMany', text: 'Do It', actions: ['id:7', 'id:8'] }]);
      user.pickMany = () => [];
      assert.equal(await names([]), undefined);
    }));
});
