import assert from 'node:assert/strict';
import type { Draft } from '../../../src/api/model/draft.ts';
import { contentOf, differingFields } from '../../../src/contrib/files/common/comparison.ts';
import type { ServerObject } from '../../../src/contrib/files/common/serverState.ts';
import { device } from '../../store/support/fakes.ts';

const job = (draft: Draft, devices = [device(1)]): ServerObject => ({
  kind: 'job',
  id: 1,
  name: 'Job',
  dn: '',
  devices,
  extra: {},
  draft,
});
const none = { excludeFields: [] };
const differing = (draft: Draft, stored: Draft) => differingFields(draft, job(stored), none);

describe('the fields in which a file differs from the server', () => {
  it('are those that the file has with another value', () => {
    const stored = { name: 'A', enabled: true, policies: [1, 2], other: 5 };
    assert.deepEqual(differing({ name: 'A', policies: [2, 1] }, stored), []);
    assert.deepEqual(differing({ name: 'B', enabled: false, policies: [1], other: 6 }, stored), [
      'name',
      'enabled',
      'policies',
      'other',
    ]);
    assert.deepEqual(differing({ run_on_start: true, odd: undefined }, stored), ['run_on_start']);
  });

  it('exclude ignored fields', () => {
    const rules = { excludeFields: ['updated_*', 'policies'] };
    const draft = { name: 'B', policies: [2], updated_at: 'now' };
    assert.deepEqual(differingFields(draft, job({ name: 'A', policies: [1] }), rules), ['name']);
  });

  it('exclude devices that are merely named differently', () => {
    const devices = [device(1), { ...device(2), hostname: '', addr: '' }];
    const stored = { peers: ['PC-1', '#2'] };
    const differs = (peers: unknown) => differingFields({ peers }, job(stored, devices), none).length > 0;
    assert.deepEqual([['pc-1'], ['10.0.0.1'], ['PC-1', 'pc-1 ']].map(differs), [false, false, false]);
    assert.deepEqual([[], ['PC-2'], ['PC-1', 'PC-2'], 'PC-1'].map(differs), [true, true, true, true]);
  });

  it('exclude the distinguished name that the server assigned to a group', () => {
    const group = { ...job({ name: 'Lab', dn: 'CN=Lab' }), kind: 'group' as const };
    assert.deepEqual(differingFields({ name: 'Lab', dn: '' }, group, none), []);
    assert.deepEqual(differingFields({ dn: 'cn = lab' }, group, none), []);
    assert.deepEqual(differingFields({ name: '', dn: 'CN=Other' }, group, none), ['name', 'dn']);
    assert.deepEqual(differing({ dn: '' }, { dn: 'CN=Lab' }), ['dn']);
  });
});

describe('the content by which an object is recognized', () => {
  it('is everything but its names, whatever servers change in it', () => {
    const content = contentOf('job', {
      name: 'A',
      params: 'X\nY',
      peers: ['PC-1', 'PC-2'],
      policies: [1, 2],
    });
    const same = {
      name: 'B',
      dn: 'x',
      params: ' X\r\n\r\nY ',
      peers: ['pc-2 ', 'PC-1', 'pc-1'],
      policies: [2, 1, 2],
      other: 5,
    };
    assert.equal(contentOf('job', same), content);
    for (const more of [
      { params: 'X' },
      { peers: ['PC-1'] },
      { policies: [1] },
      { enabled: false },
      { params: 'XY' },
    ])
      assert.notEqual(contentOf('job', { ...same, ...more }), content, JSON.stringify(more));
  });
});
