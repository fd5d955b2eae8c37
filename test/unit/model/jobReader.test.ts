import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byField } from '../../../src/fields/field.ts';
import { jobFields } from '../../../src/fields/jobFields.ts';
import { JobSchema } from '../../../src/model/job.ts';
import { JobReader } from '../../../src/model/jobReader.ts';

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

/** What a field may hold instead: fitting, absent, or wrong. */
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

  it('keeps what jobs share once, and distinguishes a changed device from the one before', () => {
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
});
