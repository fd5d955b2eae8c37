import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toDevice } from '../../../src/api/model/device.ts';
import { type Group, GroupSchema } from '../../../src/api/model/group.ts';
import { readDelimitedRows, separatorOf } from '../../../src/base/delimitedText.ts';
import { DeviceDirectory } from '../../../src/contrib/devices/common/pastedDevices.ts';
import {
  groupsAsCsv,
  planGroups,
  readGroupTable,
  readPastedGroups,
  type TableMode,
} from '../../../src/contrib/groupTables/common/groupTable.ts';

const known = new DeviceDirectory([toDevice({ id: 1, hostname: 'PC-1', addr: '10.0.0.1' })]);
const readClear = (text: string, directory = known) => {
  const table = readGroupTable(text, directory);
  return readPastedGroups(table, table.layout ?? assert.fail(text), directory);
};
const read = (text: string) => {
  const { groups, notes } = readClear(text);
  return {
    groups: groups.map(({ name, devices }) => [name, ...devices.map(device => device.name)]),
    notes: notes.map(({ line, kind }) => `${line}: ${kind}`),
  };
};
const group = (name: string, ...hosts: string[]): Group =>
  GroupSchema.parse({ name, dn: '', server_set: hosts.map(hostname => ({ hostname })) });
const plan = (text: string, groups: readonly Group[], mode: TableMode = 'add') =>
  planGroups(readClear(text).groups, groups, mode);

describe('a pasted table of groups', () => {
  it('has the group in the first column and host names in the others, without headings', () => {
    assert.deepEqual(read('Office\tPC-1\nLab\tPC-3 PC-4\nOffice\tPC-5').groups, [
      ['Office', 'PC-1', 'PC-5'],
      ['Lab', 'PC-3', 'PC-4'],
    ]);
    assert.deepEqual(read('Office\tPC-1\t10.0.0.1\nLab\tpc-1').groups, [
      ['Office', 'PC-1'],
      ['Lab', 'PC-1'],
    ]);
  });

  it('is read by its headings, even when it was exported', () => {
    const text = 'Group,Host name,Address\nOffice,PC-1,10.0.0.1\n"Lab, old",,\n';
    assert.deepEqual(read(text), { groups: [['Office', 'PC-1'], ['Lab, old']], notes: [] });
    assert.deepEqual(read('Имя хоста;Группа\nPC-1;Цех 3').groups, [['Цех 3', 'PC-1']]);
  });

  /** Headings and a line of devices as tools export them, and which columns are the group's and the device's. */
  const exports: Readonly<Record<string, readonly [group: number, device: number] | undefined>> = {
    'id,name,rname,host,icon,ip,osdesc,state,groupname,conn,pwr': undefined,
    '"DistinguishedName","DNSHostName","Enabled","Name","ObjectClass"': undefined,
    'Name,Collection Name,Domain': undefined,
    'Device name;Device group;OS': [1, 0],
    'inventory_hostname,ansible_host,groups': undefined,
    'inventory_hostname,groups': [1, 0],
    'Computer\tCollection': [1, 0],
    'Имя;Статус;Производитель;Группа': undefined,
    'Название группы;Имя ПК;IP-адрес': [0, 1],
    '\uFEFFГруппа;Имя компьютера;IP': [0, 1],
    'Group,Name': [0, 1],
    'Group,IP address': [0, 1],
    'Name,IP': undefined,
    'Name,Host name': undefined,
    'Computer,Location': undefined,
    'Group,Device,Old group': [0, 1],
    'Group,Group name,Device': undefined,
    'Group,IP,Address': undefined,
    'Отдел,Кабинет,Номер': undefined,
  };
  for (const [headings, columns] of Object.entries(exports))
    it(`${columns === undefined ? 'leaves a doubt about its columns' : 'is clear'} with the headings ${headings}`, () => {
      const cells = readDelimitedRows(headings, separatorOf(headings))[0]?.cells ?? [];
      const line = cells.map((_, index) => `v${index}`).join(separatorOf(headings));
      const { layout } = readGroupTable(`${headings}\r\n${line}\r\n`, known);
      assert.deepEqual(layout && [layout.group, layout.devices], columns && [...columns]);
    });

  it('leaves a doubt without headings if a later column has other values, or the first one has devices', () => {
    for (const text of ['Office;PC-1;Room 3', 'PC-1;Office', 'PC-1;Office;3'])
      assert.equal(readGroupTable(text, known).layout, undefined, text);
  });

  it('describes its columns by their values, so that the user can choose', () => {
    const text = 'name,host,groupname\nBoss,PC-1,Office\nLab,PC-2,Office\n"Hall, old",10.0.0.1,\n';
    const table = readGroupTable(text, known);
    assert.deepEqual(
      table.columns.map(({ heading, values, known: devices }) => [heading, values.join(' '), devices]),
      [
        ['name', 'Boss Lab Hall, old', 0],
        ['host', 'PC-1 PC-2 10.0.0.1', 2],
        ['groupname', 'Office', 0],
      ],
    );
    const { groups } = readPastedGroups(table, { group: 2, devices: 1, hasHeadings: true }, known);
    assert.deepEqual(
      groups.map(({ name, devices }) => [name, ...devices.map(device => device.name)]),
      [['Office', 'PC-1', 'PC-2']],
    );
  });

  it('has no group if its first cell is empty, even in its first line', () => {
    assert.deepEqual(read('\n\n\tPC-2\nOffice\tPC-1'), {
      groups: [['Office', 'PC-1']],
      notes: ['1: blank', '2: blank', '3: noGroup'],
    });
    assert.deepEqual(read('\nGroup;Host name\nOffice;PC-1').groups, [['Office', 'PC-1']]);
  });

  it('reports its lines', () => {
    const text = 'Office;pc-1\n;PC-2\n;\nOffice;10.0.0.1\nOffice;NEW\nLab;NEW';
    assert.deepEqual(read(text).notes, [
      '1: alias',
      '2: noGroup',
      '3: blank',
      '4: sameDevice',
      '5: unknown',
      '6: unknown',
    ]);
  });
});

describe('the plan of a table of groups', () => {
  it('creates groups, changes them, or leaves them unchanged', () => {
    const groups = [group('Office', 'PC-1', 'PC-7'), group('Lab', 'PC-2')];
    const kinds = (mode: TableMode) =>
      plan('Office;PC-1\nLab;PC-2\nNew;PC-3', groups, mode).map(({ name, kind }) => `${name}: ${kind}`);
    assert.deepEqual(kinds('add'), ['Office: unchanged', 'Lab: unchanged', 'New: create']);
    assert.deepEqual(kinds('replace'), ['Office: change', 'Lab: unchanged', 'New: create']);
  });

  it('contains which devices are added and removed', () => {
    const [change] = plan('Office;PC-1 PC-9', [group('Office', 'pc-1', 'PC-7')], 'replace');
    assert.ok(change?.kind === 'change');
    assert.deepEqual([change.add, change.remove], [[{ name: 'PC-9' }], [{ name: 'PC-7' }]]);
  });

  it('changes nothing when the table is an unchanged export', () => {
    const hostNames = ['PC 1', 'PC-2', 'Цех, 3', 'a;b', "O'Brien", ''];
    const deviceAt = (id: number) => ({ id, hostname: hostNames[id] ?? '', addr: `10.0.0.${id}` });
    const devices = fc.uniqueArray(fc.nat(9).map(deviceAt), { selector: ({ id }) => id });
    const name = fc.constantFrom('A', 'Б, 2', '"C"', 'D;E');
    const groups = fc.uniqueArray(fc.record({ name, devices }), {
      selector: group => group.name,
      minLength: 1,
    });
    fc.assert(
      fc.property(groups, given => {
        const stored = given.map(({ name, devices }) =>
          GroupSchema.parse({ name, dn: '', server_set: devices }),
        );
        const directory = new DeviceDirectory(stored.flatMap(({ server_set }) => server_set));
        const pasted = readClear(groupsAsCsv(stored), directory).groups;
        assert.deepEqual(
          planGroups(pasted, stored, 'replace').map(({ kind }) => kind),
          stored.map(() => 'unchanged'),
        );
      }),
    );
  });

  it('rejects ambiguous names, and emptying a group', () => {
    const groups = [group('Twin'), group('Twin'), group('Office', 'PC-1')];
    assert.deepEqual(
      plan('Twin;PC-1\noffice;PC-2\nNEW;PC-1\nnew;PC-2\nOffice;', groups, 'replace').map(({ kind }) => kind),
      ['ambiguous', 'otherCase', 'create', 'otherCase', 'noDevices'],
    );
  });
});
