import assert from 'node:assert/strict';
import { statusWord } from '../../../src/demo/statusWords.ts';
import { Table } from '../../../src/demo/table.ts';
import { World } from '../../../src/demo/world.ts';

const device = (id: number, hostname: string, addr = `10.0.0.${id}`) => ({
  id,
  hostname,
  addr,
  status: 'online',
  username: '',
  server_id: '',
  connection: '',
});

describe('a table of the demo server', () => {
  it('has its records in order of creation, even after some were removed', () => {
    const table = new Table<{ readonly id: number }>();
    for (const id of [1, 2, 5, 3]) table.add({ id });
    const ids = () => table.all().map(({ id }) => id);
    assert.deepEqual([ids(), table.size, table.nextId()], [[1, 2, 5, 3], 4, 6]);
    assert.equal(table.all(), table.all(), 'the same list while nothing changes');
    assert.deepEqual(
      [table.remove(2), table.remove(2), table.has(2), table.has(5)],
      [true, false, false, true],
    );
    table.add({ id: 7 });
    assert.deepEqual(
      [ids(), table.size, table.get(7), table.get(2)],
      [[1, 5, 3, 7], 4, { id: 7 }, undefined],
    );
    table.add({ id: 8 });
    assert.deepEqual(ids(), [1, 5, 3, 7, 8]);
    assert.equal(table.all(), table.all());
  });

  it('never assigns the ID of a removed record again', () => {
    const table = new Table<{ readonly id: number }>();
    assert.equal(table.nextId(), 1);
    table.add({ id: 4 });
    table.remove(4);
    assert.equal(table.nextId(), 5);
  });
});

describe('the world of the demo server', () => {
  it('finds a device by its host name in any case, or by its address', () => {
    const world = new World();
    const first = world.addDevice(device(1, 'PC-1'));
    const nameless = world.addDevice(device(2, ''));
    const twin = world.addDevice(device(3, 'pc-1'));
    assert.deepEqual([world.findDevice('pC-1'), world.findDevice('10.0.0.3')], [first, twin]);
    assert.deepEqual(
      [world.findDevice('10.0.0.2'), world.findDevice(''), world.findDevice('PC')],
      [nameless, undefined, undefined],
    );
  });

  it('adds jobs as never run and just created', () => {
    const world = new World();
    const fields = {
      name: 'Nightly',
      params: '',
      enabled: true,
      run_on_start: false,
      groups: [],
      peers: [],
      policies: [],
      dynamic_groups: [],
      reports: [],
      report_formats: [],
      notify: false,
      retry: null,
    };
    assert.deepEqual(world.addJob(fields, 5), {
      ...fields,
      id: 1,
      phase: 'never',
      runs: 0,
      createdAtMs: 5,
      updatedAtMs: 5,
    });
    assert.equal(world.removeGroup(1), false);
  });

  it('has status texts in English and Russian', () => {
    assert.deepEqual([statusWord('never'), statusWord('never', 'ru')], ['never run', 'не запускалось']);
  });
});
