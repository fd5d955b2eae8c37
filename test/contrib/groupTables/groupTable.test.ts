import assert from 'node:assert/strict';
import { GroupSchema } from '../../../src/api/model/group.ts';
import { DeviceDirectory } from '../../../src/contrib/devices/common/pastedDevices.ts';
import {
  groupsAsCsv,
  groupsAsJson,
  readGroupTable,
  readPastedGroups,
} from '../../../src/contrib/groupTables/common/groupTable.ts';

const groupOf = (name: string, ...devices: readonly object[]) =>
  GroupSchema.parse({ id: 7, name, dn: `CN=${name}`, server_set: devices, note: 'own' });

describe('groups as a table', () => {
  it('have a line for each device, or one for a group without devices', () => {
    const lab = groupOf('Lab', {
      hostname: 'PC-1',
      addr: '10.0.0.1',
      status: 'up',
      connection: 'lan',
      username: 'ann',
    });
    assert.equal(
      groupsAsCsv([lab, groupOf('Hall')]),
      'Group,Host name,Address,Status,Connection,User\nLab,PC-1,10.0.0.1,up,lan,ann\nHall\n',
    );
  });

  it('are imported unchanged, although spreadsheets evaluate none of their names', () => {
    const names = ['=HYPERLINK("https://x.example")', '-5', '@lab', "'=x", '+7 495', '\t=1'];
    const csv = groupsAsCsv(names.map(name => groupOf(name, { hostname: '=PC-1', addr: '10.0.0.1' })));
    for (const line of csv.split('\n')) assert.doesNotMatch(line, /(^|,)"?\s*[=+@-]/);
    const known = new DeviceDirectory([]);
    const table = readGroupTable(csv, known);
    assert.ok(table.layout !== undefined);
    const { groups } = readPastedGroups(table, table.layout, known);
    assert.deepEqual(
      groups.map(({ name, devices }) => [name, devices]),
      names.map(name => [name.trim(), [{ name: '=PC-1' }]]),
    );
  });
});

describe('groups as JSON', () => {
  it('are in the format of the API, without what only the server sets', () => {
    const text = groupsAsJson([
      groupOf('Lab', { hostname: 'PC-1' }, { addr: '10.0.0.2' }, { username: 'ann' }),
    ]);
    assert.deepEqual(JSON.parse(text), [{ name: 'Lab', dn: 'CN=Lab', server_set: ['PC-1', '10.0.0.2'] }]);
    assert.match(text, /^\[\n {2}\{\n {4}"name".*\]\n$/s);
    assert.equal(groupsAsJson([]), '[]\n');
  });
});
