import assert from 'node:assert/strict';
import type { Device } from '../../../src/api/model/device.ts';
import { parseFilter } from '../../../src/store/filter/filterText.ts';
import { arrangeGroups, type GroupSort, groupTerms } from '../../../src/store/filter/groupArrangement.ts';
import { device, group } from '../support/fakes.ts';
import { IndexedFleet } from '../support/indexedFleet.ts';

const offline = (id: number): Device => ({ ...device(id), status: 'Offline' });
/** Groups with nothing cached yet. */
const newGroups = () => [
  group('Office', { server_set: [device(1), device(2), device(3)] }),
  group('accounting', { server_set: [device(42), offline(2)] }),
  group('Store 10', { server_set: [offline(7), offline(8)] }),
  group('Store 9', { server_set: [device(42)] }),
  group('Spare'),
];

async function names(text: string, sort: GroupSort = 'server'): Promise<readonly string[]> {
  const filter = parseFilter(text, {
    terms: new Map(groupTerms.map(term => [term, term])),
    kinds: new Map([['device', 'device' as const]]),
  });
  const fleet = new IndexedFleet();
  newGroups().forEach((each, index) => {
    fleet.setGroup(index + 1, each.server_set, each.name);
  });
  fleet.setJob(1, { groups: [1], peers: [device(42)] });
  const found = await arrangeGroups(fleet.entries, filter, {
    sort,
    language: 'en',
    targets: fleet.index,
    yieldToHost: async () => undefined,
  });
  return found.map(({ group: { name } }) => name);
}

describe('groups in the view', () => {
  it('are filtered by words of the name or of a device', async () => {
    assert.deepEqual(await names('STORE'), ['Store 10', 'Store 9']);
    assert.deepEqual(await names('pc-42'), ['accounting', 'Store 9']);
    assert.deepEqual(await names('store 10.0.0.42'), ['Store 9']);
    assert.deepEqual((await names('')).length, 5);
    assert.deepEqual(await names('10.0.0.42\n'), ['accounting', 'Store 9']);
    assert.deepEqual(await names(' office \t pc-1'), ['Office']);
    assert.deepEqual(await names('42pc-2'), [], 'no word begins in one device and ends in the next');
  });

  it('are filtered by a device, by what is offline, and by emptiness', async () => {
    assert.deepEqual(await names('device PC-42'), ['accounting', 'Store 9']);
    assert.deepEqual(await names('device pc-2 device pc-42'), ['accounting']);
    assert.deepEqual(await names('device store'), []);
    assert.deepEqual(await names('@offline'), ['accounting', 'Store 10']);
    assert.deepEqual(await names('@offline store'), ['Store 10']);
    assert.deepEqual(await names('@empty'), ['Spare']);
    assert.deepEqual(await names('-@offline -@empty'), ['Office', 'Store 9']);
    assert.deepEqual(await names('-device PC-42 store'), ['Store 10']);
    assert.deepEqual(await names('device pc-4'), [], 'a part of a name is not the name');
    assert.deepEqual(await names('device 10.0.0.42'), ['accounting', 'Store 9']);
    assert.deepEqual(await names('@untargeted'), ['Store 10'], 'the others have devices of jobs');
    assert.deepEqual(await names('@unknown'), [], 'no group meets a term that does not exist');
    assert.deepEqual(await names('xoffline'), [], 'a term stands behind an @');
    assert.deepEqual(await names('office device pc-42'), []);
  });

  it('are sorted by name, size and share of offline devices', async () => {
    assert.deepEqual(await names('', 'name'), ['accounting', 'Office', 'Spare', 'Store 9', 'Store 10']);
    assert.deepEqual(await names('', 'size'), ['Office', 'accounting', 'Store 10', 'Store 9', 'Spare']);
    assert.deepEqual(await names('', 'offline'), ['Store 10', 'accounting', 'Office', 'Spare', 'Store 9']);
  });
});
