import assert from 'node:assert/strict';
import { toGroupDraft } from '../../../src/api/model/group.ts';
import { identifyGroup, identifyJob } from '../../../src/api/model/identity.ts';
import { group } from '../../store/support/fakes.ts';

describe('an ID that a server may have given to another job', () => {
  const seen = {
    name: 'Nightly',
    params: 'RRULE:FREQ=DAILY',
    policies: [1, 2],
    reports: [],
    peers: ['PC-1'],
    enabled: true,
  };
  const kindOf = (now: object) => identifyJob(seen, { ...seen, ...now }).kind;

  it('belongs to the same job if what identifies it is unchanged', () => {
    for (const now of [{}, { policies: [2, 1], enabled: false }, { params: '' }])
      assert.equal(kindOf(now), 'same');
  });

  it('belongs to a changed job if only its name, its work or its targets differ', () => {
    for (const now of [{ name: 'Weekly' }, { policies: [3], reports: [4], params: '' }, { peers: [] }])
      assert.equal(kindOf(now), 'changed');
    assert.deepEqual(identifyJob(seen, { ...seen, policies: [3], reports: [4] }).fields, [
      'policies',
      'reports',
    ]);
  });

  it('belongs to another job if two of these differ, or the name and the schedule', () => {
    for (const now of [
      { name: 'Payroll', policies: [9] },
      { name: 'Payroll', params: '' },
      { name: 'Payroll', peers: ['PC-2'] },
      { reports: [9], peers: ['PC-2'] },
    ])
      assert.equal(kindOf(now), 'another');
  });

  it('belongs to another job if it was created at another time or by another user, where the server says so', () => {
    const born = { created_at: '2026-01-01T00:00:00Z', author: 'anna' };
    const identify = (now: object) => identifyJob({ ...seen, ...born }, { ...seen, ...born, ...now }).kind;
    assert.equal(identify({ created_at: '2026-02-01T00:00:00Z' }), 'another');
    assert.equal(identify({ author: 'boris' }), 'another');
    assert.equal(identify({ created_at: null, author: '' }), 'same');
  });
});

describe('an ID that a server may have given to another group', () => {
  const lab = { name: 'Lab', dn: 'CN=Lab', server_set: ['PC-1'] };
  const identify = (seen: object, now: ReturnType<typeof group>) =>
    identifyGroup({ ...seen }, toGroupDraft(now)).kind;

  it('belongs to the group with the same DN, or the same name if there is no DN', () => {
    assert.equal(identify(lab, group('Renamed', { dn: 'CN=Lab' })), 'same');
    assert.equal(identify({ ...lab, dn: '' }, group('Lab', { dn: '' })), 'same');
    assert.equal(identify({}, group('Lab')), 'same');
  });

  it('belongs to another group otherwise', () => {
    assert.equal(identify(lab, group('Lab', { dn: 'CN=Other' })), 'another');
    assert.equal(identify({ ...lab, dn: '' }, group('Other', { dn: '' })), 'another');
  });

  it('belongs to another group if it was created at another time, where the server says so', () => {
    const now = group('Lab', { extra: { created_at: '2026-02-01' } });
    assert.equal(identify({ ...lab, created_at: '2026-01-01' }, now), 'another');
    assert.equal(identify({ ...lab, created_at: '2026-02-01' }, now), 'same');
  });
});
