import assert from 'node:assert/strict';
import type { ItemOutcome, RunItem } from '../../../../src/journal/runRecord.ts';
import { group, job } from '../../store/support/fakes.ts';
import { FakePerson } from '../support/plant.ts';

const { confirmChanged, groupItem, jobItem } = await import(
  '../../../../src/commands/runs/remainingObjects.ts'
);

describe('what the journal records of an object', () => {
  it('distinguishes a job from a later one with the same ID', () =>
    assert.deepEqual(jobItem(job(3, { name: 'One', params: 'x', reports: [9] })), {
      name: 'One',
      id: 3,
      marks: { params: 'x', policies: [1], reports: [9] },
    }));

  it('distinguishes a group from a later one with the same ID', () =>
    assert.deepEqual(groupItem(group('Lab'), 7), {
      name: 'Lab',
      id: 7,
      key: groupItem(group('Lab'), 8).key,
      marks: { dn: 'CN=Lab', devices: [] },
    }));

  it('omits values that are too long', () => {
    const marks = (length: number) => jobItem(job(3, { params: 'x'.repeat(length) })).marks;
    // The two quotation marks in JSON count as well.
    assert.deepEqual(Object.keys(marks(4_095) ?? {}), ['policies', 'reports']);
    assert.deepEqual(Object.keys(marks(4_094) ?? {}), ['params', 'policies', 'reports']);
  });
});

describe('what remains of an interrupted run', () => {
  const entry = (noted: Omit<ItemOutcome, 'is'>, now: RunItem) => ({
    noted: { ...noted, is: 'notSent' as const },
    now,
    object: now.name,
  });
  const same = entry(
    { name: 'Same', marks: { params: 'x' } },
    { name: 'Same', marks: { params: 'x', reports: [] } },
  );
  const renamed = entry({ name: 'Old' }, { name: 'New', marks: {} });
  const changed = entry({ name: 'Moved', marks: { params: 'x' } }, { name: 'Moved', marks: { params: 'y' } });
  const unknown = entry({ name: 'Bare', marks: { params: 'x' } }, { name: 'Bare' });

  it('needs no prompt when nothing has changed', async () => {
    const person = new FakePerson();
    assert.deepEqual(await confirmChanged(person.dialogs, [same]), [same]);
    assert.deepEqual(person.messages, []);
  });

  for (const [button, left] of [
    ['Skip Changed', [same]],
    ['Include Changed', [same, renamed, changed, unknown]],
    ['Close', undefined],
  ] as const)
    it(`${left === undefined ? 'is canceled' : `has ${left.length} objects`} after “${button}”`, async () => {
      const person = new FakePerson();
      person.press = () => button;
      assert.deepEqual(await confirmChanged(person.dialogs, [same, renamed, changed, unknown]), left);
      assert.deepEqual(person.messages, [
        {
          kind: 'decide',
          text: '3 objects have changed since this was interrupted, or their IDs belong to other objects now: “New, was Old”, “Moved”, and “Bare”.',
          actions: ['Skip Changed', 'Include Changed'],
        },
      ]);
    });

  it('offers no “Skip Changed” when everything has changed', async () => {
    const person = new FakePerson();
    assert.equal(await confirmChanged(person.dialogs, [renamed]), undefined);
    assert.deepEqual(person.messages[0]?.actions, ['Include Changed']);
  });
});
