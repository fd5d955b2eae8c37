import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readServerEntries,
  type ServerConfig,
  withConnectionEdited,
  withConnectionRemoved,
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
    assert.deepEqual([servers.map(({ id }) => id), unusable], [['office'], [{ place: 1, fields: [] }]]);
  });

  it('with the same ID: the valid one is used, and the other stays', () => {
    const broken = { id: 'office', name: 5 };
    const second = { ...office, name: 'Second' };
    const entries = [broken, office, second];
    assert.deepEqual(readServerEntries(entries), {
      servers: [office],
      unusable: [
        { place: 1, fields: ['name', 'url'] },
        { place: 3, fields: [] },
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

describe('how this computer connects to a server', () => {
  const own = { caFile: '/here/ca.pem', clientCertificateFile: '/here/me.pfx' };
  const shared = { ...office, caFile: 'ca.pem', headersCommand: ['gateway'] };

  it('takes precedence over the fields of the server, which count where it has none', () => {
    const { servers, unusable } = readServerEntries([shared], { office: own, elsewhere: own });
    assert.deepEqual([servers, unusable], [[{ ...shared, ...own }], []]);
  });

  it('is only a matter of certificates and the command for headers', () => {
    const entry = { ...own, url: 'https://attacker.example', readOnly: false, network: 'vscode' };
    assert.deepEqual(readServerEntries([shared], { office: entry }).servers, [{ ...shared, ...own }]);
  });

  it('is named if it is invalid, and the server is used without it', () => {
    for (const [connections, unusable] of [
      [{ office: { ...own, caFile: 5, headersCommand: [] } }, [['office', ['caFile', 'headersCommand']]]],
      [
        { office: 'ca.pem', other: null },
        [
          ['office', []],
          ['other', []],
        ],
      ],
      ['text', [['', []]]],
    ] as const) {
      const found = readServerEntries([shared], connections);
      assert.deepEqual(found.servers, [shared]);
      assert.deepEqual(
        found.unusable.map(({ place, fields }) => [place, fields]),
        unusable,
      );
    }
  });

  /** Both settings after an edit. */
  const edited = (servers: unknown, connections: unknown, change: (seen: ServerConfig) => ServerConfig) => {
    const [seen] = readServerEntries(servers, connections).servers;
    assert.ok(seen);
    const after = change(seen);
    const now = [
      withServerEdited(servers, seen, after),
      withConnectionEdited(connections, seen, after),
    ] as const;
    assert.deepEqual(readServerEntries(...now).servers, [after]);
    return now;
  };

  it('leaves the list of servers when it is edited; everything else stays where it is', () => {
    const entry = { ...shared, colour: 'red' };
    const { caFile: _, ...rest } = entry;
    assert.deepEqual(
      edited([entry], { other: own }, seen => ({ ...seen, caFile: '/new.pem' })),
      [[rest], { other: own, office: { caFile: '/new.pem' } }],
    );
    const renamed = edited([entry], { office: { ...own, later: 1 } }, seen => ({
      ...seen,
      name: 'Head office',
    }));
    assert.deepEqual(renamed, [[{ ...entry, name: 'Head office' }], { office: { ...own, later: 1 } }]);
  });

  it('is removed from both settings, with the entry of the last field', () => {
    const without = ({ caFile: _, ...seen }: ServerConfig) => seen;
    const { caFile: __, ...rest } = shared;
    assert.deepEqual(edited([shared], { office: { caFile: '/here.pem' } }, without), [[rest], {}]);
    assert.deepEqual(edited([shared], { office: { ...own, later: 1 } }, without)[1], {
      office: { clientCertificateFile: own.clientCertificateFile, later: 1 },
    });
  });

  it('is not written to the list of servers when one is added, and goes with the server', () => {
    const server = { ...office, ...own, certificate: 'AA', timeoutSeconds: 9 };
    assert.deepEqual(withServerAdded([], server), [{ ...office, timeoutSeconds: 9 }]);
    const connections = withConnectionEdited({ other: own }, {}, server);
    assert.deepEqual(connections, { other: own, office: { ...own, certificate: 'AA' } });
    assert.deepEqual(withConnectionRemoved(connections, 'office'), { other: own });
    assert.deepEqual(withConnectionEdited(undefined, {}, office), undefined);
  });
});
