import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow } from '../../workbench/commands/support/rows.ts';

const { addDevices, pasteDevices } = await import('../../../src/contrib/devices/vscode/addDevices.ts');
const { deleteGroupRows, moveDevices } = await import('../../../src/contrib/devices/vscode/moveDevices.ts');

const device = (id: number) => ({ id, hostname: `PC-${id}`, addr: `10.0.0.${id}` });

/** Office has PC-1 and PC-2, and Lab has PC-3. */
const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    given.memoryServer.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set: [device(1), device(2)] });
    given.memoryServer.groups.set(8, { name: 'Lab', dn: 'CN=Lab', server_set: [device(3)] });
    await given.session.groups.whole();
    await use(given);
  });
const lab = [{ id: 8, server: 'plant' }];

describe('adding devices to a group', () => {
  it('asks once, naming the change and the server', () =>
    withGroups(async given => {
      given.user.pickOrType = { values: ['name:pc-1', 'found:PC-50'], typed: 'pc-2\nPC-9' };
      await addDevices(given.context, lab);
      assert.deepEqual(given.user.messages.at(1)?.actions, ['Add']);
      const [question = ''] = given.user.of('confirm');
      assert.equal(
        question,
        'Add 4 devices to “Lab” on “Plant”?\n“PC-1”, “PC-50”, “PC-2”, and “PC-9”\n\n' +
          'Line 1: pc-2 is the device PC-2.\nLine 2: PC-9 is not in any known group or job.',
      );
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1","PC-50","PC-2","PC-9"]}',
      ]);
    }));

  it('shows the lines of a long paste in an editor before it asks', () =>
    withGroups(async given => {
      given.user.clipboard = Array.from({ length: 20 }, (_, index) => `NEW-${index}`).join('\n');
      given.user.isSure = false;
      await pasteDevices(given.context, lab);
      assert.equal(given.user.shown[0]?.split('\n').length, 21);
      assert.match(given.user.of('confirm')[0] ?? '', /12 more lines$/);
      assert.deepEqual(given.memoryServer.writes, []);
    }));

  it('proposes what is on the clipboard if the server knows some of it', () =>
    withGroups(async given => {
      const labels: (string | undefined)[] = [];
      const { dialogs } = given.context;
      const ask = (text: string, values: readonly string[]) => {
        given.user.clipboard = text;
        const pickOrType: typeof dialogs.pickOrType = async ({ choices }) => {
          labels.push(choices[0]?.label);
          return { values, typed: '' };
        };
        return addDevices({ ...given.context, dialogs: { ...dialogs, pickOrType } }, lab);
      };
      await ask('pc-1\nPC-9', ['clipboard']);
      await ask('some text', []);
      assert.deepEqual(labels, ['2 devices on the clipboard', 'PC-1']);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1","PC-9"]}',
      ]);
    }));

  it('reports that there is nothing to paste', () =>
    withGroups(async given => {
      given.user.clipboard = ' \n';
      await pasteDevices(given.context, lab);
      assert.match(given.user.of('info')[0] ?? '', /^There are no host names to add\./);
    }));
});

describe('devices of a group', () => {
  itWith('undo', 'are moved to the chosen group, and back by “Undo”', () =>
    withGroups(async given => {
      given.user.pickMany = () => ['id:8'];
      given.user.press = actions => actions.find(action => action === 'Undo');
      await moveDevices(given.context, [deviceRow(7, '#1')]);
      assert.match(given.user.of('confirm')[0] ?? '', /^Move 1 device from “Office” to “Lab” on “Plant”\?/);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1"]}',
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
        'PATCH /account/api/group/7/ {"server_set":["PC-2","PC-1"]}',
        'PATCH /account/api/group/8/ {"server_set":["PC-3"]}',
      ]);
    }),
  );

  it('are removed with the Delete key, which deletes groups', () =>
    withGroups(async given => {
      const focus = (focused: object) =>
        Object.assign(given.context.groupsView.frame, { focusedRows: async () => [focused] });
      focus(deviceRow(7, '#1'));
      await deleteGroupRows(given.context, ['focused']);
      focus({ kind: 'group', serverId: 'plant', groupKey: 'id:8' });
      await deleteGroupRows(given.context, ['focused']);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
        'DELETE /account/api/group/8/',
      ]);
    }));
});
