import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';
import { groupRow } from './support/rows.ts';

const { createObject, duplicateGroups, findGroupId, openGroups } = await import(
  '../../../src/commands/open.ts'
);

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const rows = [groupRow(7), groupRow(8)];

const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const server_set = [{ hostname: 'PC-1' }];
    given.memoryServer.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set });
    given.memoryServer.groups.set(8, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
    await given.session.groups.ensureLoaded();
    await use(given);
  });

/** Rows of eleven groups: more than ten editors are opened only after confirmation. */
const withManyGroups = (use: (given: Given, rows: readonly unknown[]) => Promise<void>) =>
  withMemoryServer(async given => {
    const ids = Array.from({ length: 11 }, (_, index) => index + 1);
    for (const id of ids)
      given.memoryServer.groups.set(id, { name: `Group ${id}`, dn: `CN=${id}`, server_set: [] });
    await given.session.groups.ensureLoaded();
    await use(
      given,
      ids.map(id => groupRow(id)),
    );
  });

describe('opening groups', () => {
  it('opens the document of each', () =>
    withGroups(async ({ context, opened }) => {
      await openGroups(context, [rows[0], rows]);
      assert.deepEqual(opened, [
        ['group', 7, 'Office'],
        ['group', 8, 'Lab'],
      ]);
    }));

  it('lets the user choose groups when none are named', () =>
    withGroups(async ({ context, user, opened }) => {
      user.pickMany = title => (title === 'Open Groups' ? ['id:8'] : undefined);
      await openGroups(context, []);
      assert.deepEqual(opened, [['group', 8, 'Lab']]);
      assert.deepEqual(user.messages[0]?.actions, ['id:7', 'id:8']);
    }));

  it('opens nothing when nothing is chosen', () =>
    withGroups(async ({ context, opened }) => {
      await openGroups(context, []);
      assert.deepEqual(opened, []);
    }));

  it('opens a clicked row only at the second click', () =>
    withGroups(async ({ context, opened }) => {
      await openGroups(context, [rows[0], 'click']);
      assert.deepEqual(opened, []);
      await openGroups(context, [rows[0], 'click']);
      assert.deepEqual(opened, [['group', 7, 'Office']]);
    }));

  it('opens only the focused row at a key, and leaves other rows to the view', () =>
    withGroups(async ({ context, opened, done }) => {
      let focused: readonly unknown[] = rows;
      Object.assign(context.groupsView.frame, {
        focusedRows: async () => focused,
        activateFocused: async () => void done.push('activate'),
      });
      await openGroups(context, ['focused']);
      focused = [{ kind: 'device' }];
      await openGroups(context, ['focused']);
      assert.deepEqual([opened, done], [[['group', 7, 'Office']], ['activate']]);
    }));

  it('asks before it opens more than ten editors', () =>
    withManyGroups(async ({ context, user, opened }, many) => {
      user.isSure = false;
      await openGroups(context, [many[0], many]);
      assert.deepEqual(user.of('confirm'), ['Open 11 groups?\nEach opens in its own editor.']);
      assert.deepEqual([user.messages[0]?.actions, opened], [['Open'], []]);
      await openGroups(context, [many[0], many.slice(1)]);
      assert.deepEqual([user.messages.length, opened.length], [1, 10]);
    }));
});

describe('a new group', () => {
  it('is opened as a new document', () =>
    withMemoryServer(async ({ context, opened }) => {
      await createObject(context, 'group');
      assert.deepEqual(opened, [['group', 'New Group']]);
    }));

  it('is opened as a copy without the DN, which the server assigns', () =>
    withGroups(async ({ context, opened }) => {
      await duplicateGroups(context, [rows[0]]);
      const name = 'Office (copy)';
      assert.deepEqual(opened, [['group', name, { name, dn: '', server_set: ['PC-1'] }]]);
    }));

  it('is copied from a group chosen under the title of the command, after a prompt for many', () =>
    withManyGroups(async ({ context, user, opened }, many) => {
      user.isSure = false;
      await duplicateGroups(context, [many[0], many]);
      await duplicateGroups(context, []);
      assert.match(user.of('confirm')[0] ?? '', /^Duplicate 11 groups\?/);
      assert.deepEqual([user.of('pickMany'), opened], [['Duplicate Groups'], []]);
    }));
});

describe('the IDs of groups', () => {
  it('are shown by name', () =>
    withGroups(async ({ context, user }) => {
      await findGroupId(context, [rows[0], rows]);
      assert.deepEqual(user.of('info'), ['IDs of groups: “Office”: 7, “Lab”: 8.']);
    }));

  it('are not shown when no group is chosen', () =>
    withGroups(async ({ context, user }) => {
      await findGroupId(context, []);
      assert.deepEqual([user.of('pickMany'), user.of('info')], [['Find Group IDs'], []]);
    }));
});
