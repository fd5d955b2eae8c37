import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { importTable } = await import('../../../src/contrib/groupTables/vscode/importTable.ts');

const table = 'Group;Host name\nOffice;PC-1\nOffice;PC-9\nNew;PC-3\nLab;PC-2\n';

const withTable = (mode: 'add' | 'replace', use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const set = (id: number, name: string, ...hosts: string[]) =>
      given.memoryServer.groups.set(id, {
        name,
        dn: name,
        server_set: hosts.map(hostname => ({ hostname })),
      });
    set(7, 'Office', 'PC-1', 'PC-5');
    set(8, 'Lab', 'PC-2');
    given.user.clipboard = table;
    given.user.pick = () => mode;
    await use(given);
  });

describe('groups from a table', () => {
  it('are previewed with their resulting state, and nothing is written on cancel', () =>
    withTable('replace', async given => {
      const lines: string[] = [];
      given.user.review = ({ choices }) => {
        for (const { label, description = '', detail = '', isFixed } of choices)
          lines.push(`${isFixed ? '-' : '+'} ${label}: ${description} ${detail}`.trim());
        return undefined;
      };
      await importTable(given.context);
      assert.deepEqual(lines, [
        '+ Office: change: 1 added, 1 removed Add: “PC-9” · Remove: “PC-5”',
        '+ New: create with 1 device “PC-3”',
        '- Lab: nothing to change',
      ]);
      assert.match(given.user.shown[0] ?? '', /Line 3: PC-9 is not in any known group or job\./);
      assert.deepEqual(given.memoryServer.writes, []);
    }));

  it('are created and changed if they stay checked, without a second confirmation', () =>
    withTable('add', async given => {
      given.user.review = () => ['Office', 'New'];
      await importTable(given.context);
      assert.deepEqual(given.user.of('confirm'), []);
      assert.deepEqual(given.memoryServer.writes.map(line => line.replace(/"id":\d+,/, '')).sort(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-5","PC-9"]}',
        'POST /account/api/group/ {"name":"New","server_set":["PC-3"]}',
      ]);
      assert.deepEqual(given.user.of('info'), [
        'Created on “Plant”: “New”. “Office” on “Plant”: 1 device added.',
      ]);
    }));

  itWith('undo', 'that were changed since they were created are named and kept on “Undo”', () =>
    withTable('add', async given => {
      const { memoryServer, user } = given;
      user.review = () => ['New'];
      user.press = actions => {
        memoryServer.groups.set(101, { name: 'New', dn: '', server_set: [{ hostname: 'PC-4' }] });
        return actions.find(action => action === 'Undo');
      };
      await importTable(given.context);
      assert.equal(memoryServer.writes.length, 1);
      assert.match(user.of('warn')[0] ?? '', /can be put back\. New: Changed since: Devices\.$/);
    }),
  );

  itWith('undo', 'are undone together by one “Undo”, with one prompt and one report', () =>
    withTable('replace', async given => {
      const { memoryServer, user } = given;
      user.review = () => ['Office', 'New'];
      user.press = actions => actions.find(action => action === 'Undo' && memoryServer.writes.length === 2);
      await importTable(given.context);
      assert.deepEqual(user.of('confirm'), [
        'Delete 1 object that was created on “Plant”?\n“New”\n\nAlso put back: “Office”.',
      ]);
      assert.deepEqual(memoryServer.writes.slice(2).toSorted(), [
        'DELETE /account/api/group/101/',
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-5"]}',
      ]);
      assert.deepEqual(user.of('info'), [
        'Created on “Plant”: “New”. “Office” on “Plant”: 1 device added, 1 device removed.',
        '“Office” on “Plant”: 1 device added, 1 device removed. Deleted on “Plant”: “New”.',
      ]);
    }),
  );

  it('lose no device to a group that could not be created', () =>
    withTable('replace', async given => {
      const { memoryServer, user } = given;
      user.clipboard = 'Group;Host name\nOffice;PC-1\nNew;PC-5\n';
      user.review = () => ['Office', 'New'];
      memoryServer.failures.set('POST /account/api/group/', 400);
      await importTable(given.context);
      assert.deepEqual(memoryServer.writes, [
        'POST /account/api/group/ {"name":"New","server_set":["PC-5"]}',
      ]);
      assert.match(user.of('warn').join(), /0 done\. 2 failed\./);
    }));

  it('are read from the columns that the user chooses if the headings leave a doubt', () =>
    withTable('add', async ({ context, user, memoryServer }) => {
      user.clipboard = [
        'id,name,rname,host,icon,ip,osdesc,state,groupname,conn,pwr',
        'node//a,Boss,PC-1,10.0.0.1,1,10.0.0.1,Windows 11,1,Sales,1,1',
        'node//b,Front desk,PC-5,10.0.0.5,1,10.0.0.5,Windows 11,1,Sales,1,1',
        'node//c,Till,PC-2,10.0.0.2,1,10.0.0.2,Windows 10,1,Shop,1,1',
      ].join('\r\n');
      const answers = ['8', '2', 'add'];
      const placeholders: string[] = [];
      user.pick = () => answers[user.of('pick').length - 1];
      user.review = ({ choices, placeholder }) => {
        placeholders.push(placeholder);
        return choices.map(({ value }) => value);
      };
      await importTable(context);
      assert.deepEqual(user.of('pick'), [
        'Column of the Table with Group Names',
        'Column of the Table with Host Names',
        'Existing Groups',
      ]);
      assert.equal(user.lists[0]?.[8], 'groupname | “Sales” and “Shop” | 2 groups');
      assert.equal(
        user.lists[1]?.[2],
        'rname | “PC-1”, “PC-5”, and “PC-2” | 3 of 3 values are known devices',
      );
      assert.deepEqual(placeholders, [
        '2 groups in the table · to be created: 2 groups with 3 devices · https://plant.example',
      ]);
      // Several are created in parallel.
      assert.deepEqual([...memoryServer.writes].sort(), [
        'POST /account/api/group/ {"name":"Sales","server_set":["PC-1","PC-5"]}',
        'POST /account/api/group/ {"name":"Shop","server_set":["PC-2"]}',
      ]);
    }));

  it('are not read if the user chooses no column', () =>
    withTable('add', async ({ context, user, memoryServer }) => {
      for (const count of [0, 1, 2]) {
        user.clipboard = 'Sales;PC-1;Room 3';
        const answers = ['0', '1'].slice(0, count);
        user.pick = () => answers.shift();
        await importTable(context);
      }
      assert.deepEqual(user.of('pick').slice(3), [
        'Column of the Table with Group Names',
        'Column of the Table with Host Names',
        'First Line of the Table',
      ]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('are left out with the reason when the table is incomplete', () =>
    withTable('replace', async ({ context, user, memoryServer }) => {
      for (const id of [20, 21])
        memoryServer.groups.set(id, { name: 'Twin', dn: `CN=${id}`, server_set: [] });
      user.clipboard = 'Twin;PC-1\nlab;PC-1\nOffice;\nEmpty;\n';
      const lines: string[] = [];
      user.review = ({ choices }) => {
        for (const { label, description = '', detail = '', isFixed } of choices)
          lines.push(`${isFixed ? '-' : '+'} ${label}: ${description} ${detail}`.trim());
        return [];
      };
      await importTable(context);
      assert.deepEqual(lines, [
        '- Twin: skipped: several groups have this name',
        '- lab: skipped: another group has this name in different case',
        '- Office: skipped: the table has no devices for it, which would remove them all',
        '+ Empty: create with 0 devices',
      ]);
      assert.deepEqual(user.of('confirm'), []);
    }));

  it('are read from the active editor on request', () =>
    withTable('add', async ({ context, user }) => {
      const titles = ['editor', undefined];
      user.pick = () => titles.shift();
      user.review = () => assert.fail('nothing is to be reviewed');
      const newText = { ...context.newText, active: () => table };
      const clipboard = { ...context.clipboard, readText: () => assert.fail('the clipboard is read') };
      await importTable({ ...context, newText, clipboard });
      assert.deepEqual(user.lists[0], ['Table in the clipboard', 'Table in the active editor']);
      assert.deepEqual(user.of('pick'), ['Create or Change Groups from Table', 'Existing Groups']);
    }));

  it('cause a message about the table format when there is no table', () =>
    withTable('add', async given => {
      given.user.clipboard = '\n';
      await importTable(given.context);
      assert.match(given.user.of('info')[0] ?? '', /^There is no table\./);
    }));
});
