import assert from 'node:assert/strict';
import type { Device } from '../../../../src/model/device.ts';
import { parseFilter } from '../../../../src/store/filterText.ts';
import { arrangeGroups, type GroupSort, groupTerms } from '../../../../src/store/groups/groupArrangement.ts';
import { device, group } from '../support/fakes.ts';

const offline = (id: number): Device => ({ ...device(id), status: 'Offline' });
/** Groups with nothing cached yet. */
const newEntries = () =>
  [
    group('Office', { server_set: [device(1), device(2), device(3)] }),
    group('accounting', { server_set: [device(42), offline(2)] }),
    group('Store 10', { server_set: [offline(7), offline(8)] }),
    group('Store 9', { server_set: [device(42)] }),
    group('Spare'),
  ].map(each => ({ key: each.name, group: each }));

function names(text: string, sort: GroupSort = 'server'): readonly string[] {
  const filter = parseFilter(text, {
    terms: new Map(groupTerms.map(term => [term, term])),
    isHas: word => word === 'has',
  });
  return arrangeGroups(newEntries(), filter, { sort, language: 'en' }).map(({ key }) => key);
}

describe('groups in the view', () => {
  it('are filtered by words of the name or of a device', () => {
    assert.deepEqual(names('STORE'), ['Store 10', 'Store 9']);
    assert.deepEqual(names('pc-42'), ['accounting', 'Store 9']);
    assert.deepEqual(names('store 10.0.0.42'), ['Store 9']);
    assert.deepEqual(names('').length, 5);
    assert.deepEqual(names('10.0.0.42\n'), ['accounting', 'Store 9']);
    assert.deepEqual(names(' office \t pc-1'), ['Office']);
    assert.deepEqual(names('42pc-2'), [], 'no word begins in one device and ends in the next');
  });

  it('are filtered by a device, by what is offline, and by emptiness', () => {
    assert.deepEqual(names('has PC-42'), ['accounting', 'Store 9']);
    assert.deepEqual(names('has pc-2 has pc-42'), ['accounting']);
    assert.deepEqual(names('has store'), []);
    assert.deepEqual(names('@offline'), ['accounting', 'Store 10']);
    assert.deepEqual(names('@offline store'), ['Store 10']);
    assert.deepEqual(names('@empty'), ['Spare']);
    assert.deepEqual(names('@unknown'), []);
    assert.deepEqual(names('xoffline'), [], 'a term stands behind an @');
    assert.deepEqual(names('office has pc-42'), []);
  });

  it('are sorted by name, size and share of offline devices', () => {
    assert.deepEqual(names('', 'name'), ['accounting', 'Office', 'Spare', 'Store 9', 'Store 10']);
    assert.deepEqual(names('', 'size'), ['Office', 'accounting', 'Store 10', 'Store 9', 'Spare']);
    assert.deepEqual(names('', 'offline'), ['Store 10', 'accounting', 'Office', 'Spare', 'Store 9']);
  });
});
