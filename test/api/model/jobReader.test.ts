import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byField } from '../../../src/api/fields/field.ts';
import { jobFields } from '../../../src/api/fields/jobFields.ts';
import { JobSchema } from '../../../src/api/model/job.ts';
import { JobReader } from '../../../src/api/model/jobReader.ts';

const wireDevice = {
  id: 4,
  addr: '10.0.0.4',
  status: 'online',
  username: 'ann',
  hostname: 'PC-4',
  server_id: 's1',
  connection: 'tcp',
};

const wireJob = {
  id: 7,
  ...byField(jobFields, { text: 'Nightly', flag: true, ids: [1, 2], names: ['pdf'], devices: [wireDevice] }),
};

const nulls = { text: null, flag: null, ids: null, names: null, devices: null };

/** Other values of a field: valid, absent, or invalid. */
const anything = fc.oneof(
  fc.constantFrom(undefined, null, '', 'text', 0, -1, 1.5, 2 ** 53, true, false, [], {}),
  fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { maxLength: 3 }),
  fc.record(
    { ...Object.fromEntries(Object.keys(wireDevice).map(key => [key, fc.constantFrom(4, 'x', null, [])])) },
    { requiredKeys: [] },
  ),
);

describe('JobReader', () => {
  it('reads the same as the schema, or leaves it to the schema', () => {
    const reader = new JobReader();
    const fields = [...Object.keys(wireJob), 'notify', '__proto__', 'toString'];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...fields), anything), { maxLength: 3 }), changes => {
        const text = JSON.stringify({ ...wireJob, ...Object.fromEntries(changes) });
        const quick = reader.read(JSON.parse(text));
        if (quick === undefined) return;
        assert.deepEqual(quick, JobSchema.parse(JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads the devices of a job the same as the schema', () => {
    const reader = new JobReader();
    const fields = Object.keys(wireDevice);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...fields), anything), { maxLength: 2 }), changes => {
        const device = { ...wireDevice, ...Object.fromEntries(changes) };
        const text = JSON.stringify({ ...wireJob, peers: [wireDevice, device] });
        const quick = reader.read(JSON.parse(text));
        if (quick !== undefined) assert.deepEqual(quick, JobSchema.parse(JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads an ordinary job without the schema', () => {
    assert.deepEqual(new JobReader().read(wireJob), JobSchema.parse(wireJob));
  });

  it('stores what jobs share once, and distinguishes a changed device from the previous one', () => {
    const reader = new JobReader();
    const [a, b, c] = [
      wireJob,
      { ...wireJob, id: 8 },
      { ...wireJob, peers: [{ ...wireDevice, status: 'offline' }] },
    ].map(wire => reader.read(JSON.parse(JSON.stringify(wire))));
    assert.ok(a && b && c);
    assert.equal(a.groups, b.groups);
    assert.equal(a.peers[0], b.peers[0]);
    assert.notEqual(a.peers[0], c.peers[0]);
    assert.equal(c.peers[0]?.status, 'offline');
  });

  const without = (name: keyof typeof wireJob | keyof typeof wireDevice, wire: object) =>
    Object.fromEntries(Object.entries(wire).filter(([key]) => key !== name));
  const withDevice = (device: unknown) => ({ ...wireJob, peers: [device] });

  for (const [title, wire] of [
    ['no fields but an ID', { id: 7 }],
    ['null in place of everything', { ...byField(jobFields, nulls), id: 7 }],
    [
      'a device without server and connection',
      withDevice(without('connection', without('server_id', wireDevice))),
    ],
    ['fields that the API does not name', { ...wireJob, notify: 'x', retry: 3 }],
  ] as const)
    it(`reads a job with ${title} without the schema`, () => {
      const copy = () => JSON.parse(JSON.stringify(wire));
      assert.deepEqual(new JobReader().read(copy()), JobSchema.parse(copy()));
    });

  for (const [title, wire] of [
    ['that is none', 7],
    ['without an ID', without('id', wireJob)],
    ['with a negative ID', { ...wireJob, id: -1 }],
    ['with a number as its name', { ...wireJob, name: 7 }],
    ['with a text as a flag', { ...wireJob, enabled: 'true' }],
    ['with a text as a list', { ...wireJob, groups: '1' }],
    ['with a text among the IDs', { ...wireJob, groups: [1, '2'] }],
    ['with a device that is none', withDevice('PC-4')],
  ] as const)
    it(`leaves to the schema a job ${title}`, () => assert.equal(new JobReader().read(wire), undefined));

  it('reads a job with any number of devices', () => {
    const job = new JobReader().read({ ...wireJob, peers: new Array(25_001).fill(wireDevice) });
    assert.equal(job?.peers.length, 25_001);
  });
});
