import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readServerEntries,
  type ServerConfig,
  withServerAdded,
  withServerEdited,
  withServerRemoved,
} from '../../../src/api/model/server.ts';

const office: ServerConfig = { id: 'office', name: 'Office', url: 'https://office.example' };

describe('entries of the servers setting', () => {
  it('that are invalid are named, and survive every change of the others', () =>
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.nat(6), (others, place) => {
        const entries: unknown[] = [...others.slice(0, place), office, ...others.slice(place)];
        const { servers, unusable } = readServerEntries(entries);
        fc.pre(servers.length === 1);
        assert.equal(unusable.length, others.length);
        const edited = withServerEdited(entries, office, { ...office, name: 'Renamed' });
        assert.deepEqual(edited, entries.with(entries.indexOf(office), { ...office, name: 'Renamed' }));
        assert.deepEqual(withServerRemoved(edited, 'office'), others);
        const added = withServerAdded(entries, { ...office, id: 'other' });
        assert.deepEqual(added, [...entries, { ...office, id: 'other' }]);
      }),
    ));

  it('with the ID of the demo server are invalid, so that nothing for the demo is ever sent there', () => {
    const { servers, unusable } = readServerEntries([{ ...office, id: 'demo' }, office]);
    assert.deepEqual([servers.map(({ id }) => id), unusable], [['office'], [{ number: 1, fields: [] }]]);
  });

  it('with the same ID: the valid one is used, and the other stays', () => {
    const broken = { id: 'office', name: 5 };
    const second = { ...office, name: 'Second' };
    const entries = [broken, office, second];
    assert.deepEqual(readServerEntries(entries), {
      servers: [office],
      unusable: [
        { number: 1, fields: ['name', 'url'] },
        { number: 3, fields: [] },
      ],
    });
    assert.deepEqual(withServerEdited(entries, office, { ...office, readOnly: true }), [
      broken,
      { ...office, readOnly: true },
      second,
    ]);
    assert.deepEqual(withServerRemoved(entries, 'office'), [broken, second]);
  });

  it('keep what a newer version or another window wrote into them', () => {
    const entry = { ...office, network: 'quantum', colour: 'red', timeoutSeconds: 60 };
    const [seen] = readServerEntries([{ ...entry, timeoutSeconds: 30 }]).servers;
    assert.ok(seen);
    assert.deepEqual(withServerEdited([entry], seen, { ...seen, name: 'New' }), [{ ...entry, name: 'New' }]);
    const { timeoutSeconds: _, ...rest } = seen;
    assert.deepEqual(withServerEdited([entry], seen, rest), [
      { ...office, network: 'quantum', colour: 'red' },
    ]);
  });

  it('are changed only once: repeating a change has no effect', () => {
    for (const change of [
      (value: unknown) => withServerAdded(value, office),
      (value: unknown) => withServerEdited(value, office, { ...office, name: 'x' }),
      (value: unknown) => withServerRemoved(value, 'office'),
    ]) {
      for (const value of [undefined, [], [office], 'text'])
        assert.deepEqual(change(change(value)), change(value));
    }
  });
});
