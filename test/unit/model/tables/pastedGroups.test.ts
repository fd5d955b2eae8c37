import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toDevice } from '../../../../src/model/device.ts';
import { type Group, GroupSchema } from '../../../../src/model/group.ts';
import {
  groupsAsCsv,
  planGroups,
  readPastedGroups,
  type TableMode,
} from '../../../../src/model/tables/groupTable.ts';
import { DeviceDirectory } from '../../../../src/model/tables/pastedDevices.ts';

const known = new DeviceDirectory([toDevice({ id: 1, hostname: 'PC-1', addr: '10.0.0.1' })]);
const read = (text: string) => {
  const { groups, notes } = readPastedGroups(text, known);
  return {
    groups: groups.map(({ name, devices }) => [name, ...devices.map(device => device.name)]),
    notes: notes.map(({ line, kind }) => `${line}: ${kind}`),
  };
};
const group = (name: string, ...hosts: string[]): Group =>
  GroupSchema.parse({ name, dn: '', server_set: hosts.map(hostname => ({ hostname })) });
const plan = (text: string, groups: readonly Group[], mode: TableMode = 'add') =>
  planGroups(readPastedGroups(text, known).groups, groups, mode);

describe('a pasted table of groups', () => {
  it('has the group in the first column and host names in the others, without headings', () => {
    assert.deepEqual(read('Office\tPC-1\tPC-2\nLab\tPC-3 PC-4\nOffice\tPC-5').groups, [
      ['Office', 'PC-1', 'PC-2', 'PC-5'],
      ['Lab', 'PC-3', 'PC-4'],
    ]);
  });

  it('is read by its headings, even when it was exported', () => {
    const text = 'Group,Host name,Address\nOffice,PC-1,10.0.0.1\n"Lab, old",,\n';
    assert.deepEqual(read(text), { groups: [['Office', 'PC-1'], ['Lab, old']], notes: [] });
    assert.deepEqual(read('Имя хоста;Группа\nPC-1;Цех 3').groups, [['Цех 3', 'PC-1']]);
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
    const [change] = plan('Office;PC-1;PC-9', [group('Office', 'pc-1', 'PC-7')], 'replace');
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
        const pasted = readPastedGroups(groupsAsCsv(stored), directory).groups;
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
