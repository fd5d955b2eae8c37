import assert from 'node:assert/strict';
import { withParts } from '../../support/vscode/withParts.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { groupRow } from '../../workbench/commands/support/rows.ts';

const vscode = await import('../../support/vscode/vscodeFake.ts');
const { compareGroups } = await import('../../../src/workbench/commands/groups/compareGroups.ts');
const { exportGroups } = await import('../../../src/contrib/groupTables/vscode/exportGroups.ts');

const rows = [groupRow(7), groupRow(8)];

const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const device = (hostname: string, status = '') => ({ hostname, addr: '', status });
    const office = [device('PC-10', 'on, idle'), device('PC-9')];
    given.memoryServer.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set: office });
    given.memoryServer.groups.set(8, { name: 'Lab', dn: '', server_set: [] });
    await given.session.groups.whole();
    await use(given);
  });

describe('groups in an editor', () => {
  it('are CSV with a line for each device', () =>
    withGroups(async given => {
      given.user.pick = () => 'csv';
      await exportGroups(given.context, [rows[0], rows]);
      assert.deepEqual(given.user.shown, [
        'Group,Host name,Address,Status,Connection,User\nOffice,PC-10,,"on, idle",,\nOffice,PC-9,,,,\nLab\n',
      ]);
    }));

  it('are saved as a file that the spreadsheets of the region open', () =>
    withGroups(async given => {
      given.user.pick = () => 'file';
      vscode.user.settings.values.set('deviceAutomation.export.csvSeparator', 'semicolon');
      const texts: string[] = [];
      const writeFile = async (_: unknown, bytes: Uint8Array) =>
        void texts.push(Buffer.from(bytes).toString());
      const showSaveDialog = async ({ defaultUri }: { defaultUri: unknown }) => defaultUri;
      await withParts(vscode.workspace, { fs: { writeFile }, workspaceFolders: undefined }, () =>
        withParts(vscode.window, { showSaveDialog }, () => exportGroups(given.context, [rows[0], rows])),
      );
      vscode.user.settings.values.delete('deviceAutomation.export.csvSeparator');
      assert.deepEqual(texts, [
        '\uFEFFGroup;Host name;Address;Status;Connection;User\nOffice;PC-10;;"on, idle";;\nOffice;PC-9;;;;\nLab\n',
      ]);
    }));

  it('are JSON in the shape of writes, with only the selected devices', () =>
    withGroups(async given => {
      given.user.pick = () => 'json';
      await exportGroups(given.context, [{ ...rows[0], kind: 'device', deviceKey: 'PC-9\n\n\n' }]);
      assert.deepEqual(JSON.parse(given.user.shown[0] ?? ''), [
        { name: 'Office', dn: 'CN=Office', server_set: ['PC-9'] },
      ]);
    }));

  it('are compared with their names in alphabetical order', () =>
    withGroups(async given => {
      await compareGroups(given.context, [rows[0], rows]);
      assert.deepEqual(given.user.shown, ['Office ↔ Lab', 'Office\nCN=Office\n\nPC-9\nPC-10\n', 'Lab\n\n\n']);
      await compareGroups(given.context, [rows[0]]);
      assert.deepEqual(given.user.lists.at(-1), ['Lab | 0 devices']);
      assert.equal(given.user.shown.length, 3, 'nothing was chosen');
    }));
});
