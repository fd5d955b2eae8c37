import assert from 'node:assert/strict';
import { readGroupDraft } from '../../../src/api/model/drafts.ts';
import { GroupSchema, groupKey, toGroupDraft, unmetGroupFields } from '../../../src/api/model/group.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';

const wire = {
  name: 'Lab ',
  dn: 'CN=Lab',
  server_set: [{ hostname: 'PC-1', addr: '10.0.0.1' }],
  note: { shelf: 3 },
};
const lab = GroupSchema.parse(wire);

describe('a group', () => {
  it('is written with all fields that were read, and devices by their names', () => {
    assert.deepEqual(toGroupDraft(lab), { ...wire, server_set: ['PC-1'] });
  });

  it('needs a name, and a name for each device', () => {
    const problemsOf = (value: object) =>
      readGroupDraft(value, englishLocalizer).problems.map(
        ({ path, severity }) => `${severity} ${path.join('.')}`,
      );
    for (const value of [{}, { name: ' \t' }]) assert.deepEqual(problemsOf(value), ['error name']);
    assert.deepEqual(problemsOf({ name: 'A', server_set: ['PC-1', '', ' PC-2'] }), [
      'error server_set.1',
      'warning server_set.2',
    ]);
  });

  it('has an ID if the server sends one, under either name', () => {
    assert.deepEqual(
      [{ id: 1, pk: 2 }, { pk: 2 }, { id: null }, {}].map(ids => GroupSchema.parse({ ...wire, ...ids }).id),
      [1, 2, undefined, undefined],
    );
  });

  it('is distinguished from others by its DN, otherwise by its name', () => {
    const key = (name: string, dn: string) => groupKey({ name, dn });
    assert.equal(key('Lab', 'CN=Lab'), key('Renamed', 'CN=Lab'));
    assert.equal(new Set([key('a', ''), key('b', ''), key('a', 'a'), key('a', 'b')]).size, 4);
  });

  it('reports which requested fields it does not reflect', () => {
    assert.deepEqual(unmetGroupFields({ name: ' Lab', dn: 'CN=Lab', server_set: ['10.0.0.1'] }, lab), []);
    assert.deepEqual(unmetGroupFields({ name: 'Hall', note: { shelf: 3 } }, lab), ['name']);
    assert.deepEqual(unmetGroupFields({ dn: 'CN=Hall', server_set: ['PC-1', 'PC-2'] }, lab), [
      'dn',
      'server_set',
    ]);
    assert.deepEqual(unmetGroupFields({ server_set: [], note: 4 }, lab), ['server_set', 'note']);
  });
});
