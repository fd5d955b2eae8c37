import assert from 'node:assert/strict';
import {
  asRead,
  baseAfterSave,
  conflictingFields,
  decideSave,
  findConflict,
  unknownBase,
} from '../../../src/api/model/saveDecision.ts';

const read = { name: 'Nightly', params: 'RRULE:FREQ=DAILY', policies: [1, 2], enabled: true };
type Draft = Parameters<typeof asRead>[0];

/** What a save does when the text has become `own`, and the server's object `theirs`. */
const decide = (own: Draft, theirs: Draft = {}, chosenOver?: Draft) =>
  outcomeOf({
    base: asRead(read),
    edited: { ...read, ...own },
    server: { ...read, ...theirs },
    chosenOver,
  });

/** The decision without the lists that could be merged. */
function outcomeOf(question: Parameters<typeof decideSave>[0]) {
  const decision = decideSave(question);
  return decision.kind === 'send' ? decision : { kind: decision.kind, fields: decision.fields };
}

const conflict = (...fields: string[]) => ({ kind: 'conflict', fields });
const send = (patch: Draft) => ({ kind: 'send', patch });

describe('a save', () => {
  it('sends what the user changed and the server does not have yet', () => {
    assert.deepEqual(decide({ enabled: false, name: 'Weekly' }), send({ name: 'Weekly', enabled: false }));
    assert.deepEqual(decide({}), send({}));
    assert.deepEqual(decide({ enabled: false }, { enabled: false }), send({}));
  });

  it('does not send fields that only others changed', () => {
    assert.deepEqual(decide({ enabled: false }, { policies: [3] }), send({ enabled: false }));
    assert.deepEqual(decide({}, { policies: [3], enabled: false }), send({}));
  });

  it('asks when others changed the same field, and sends once their version is to be overwritten', () => {
    const theirs = { policies: [3] };
    const own = { policies: [4], enabled: false };
    assert.deepEqual(decide(own, theirs), conflict('policies'));
    const seen = { ...read, ...theirs };
    assert.deepEqual(decide(own, theirs, seen), send({ policies: [4], enabled: false }));
    assert.deepEqual(decide(own, { policies: [5] }, seen), conflict('policies'), 'it changed again');
  });

  it('names every field in conflict while one of them was not seen', () => {
    const seen = { ...read, policies: [3] };
    const found = decide({ policies: [4], name: 'Weekly' }, { policies: [3], name: 'Payroll' }, seen);
    assert.ok(found.kind === 'conflict');
    assert.deepEqual(new Set(found.fields), new Set(['policies', 'name']));
  });

  it('asks before it changes what may be another job, unless nothing is sent', () => {
    const other = { name: 'Payroll', policies: [9] };
    assert.deepEqual(decide({ enabled: false }, other), conflict('name', 'policies'));
    assert.deepEqual(decide({ enabled: false }, other, { ...read, ...other }), send({ enabled: false }));
    assert.deepEqual(decide({}, other), send({}));
  });

  it('treats any difference as a conflict when the base is unknown', () => {
    const question = { base: unknownBase, edited: read, chosenOver: undefined };
    assert.deepEqual(
      outcomeOf({ ...question, server: { ...read, enabled: false, name: 'Payroll', policies: [9] } }),
      conflict('name', 'policies', 'enabled'),
    );
    assert.deepEqual(decideSave({ ...question, server: read }), send({}));
  });
});

describe('a conflict', () => {
  const base = asRead(read);
  const server = { ...read, policies: [1, 2, 3] };
  const edited = { ...read, policies: [1, 2, 4] };

  it('can keep the changes of both sides to the same lists, before and during a save', () => {
    const merge = { lists: { policies: [1, 2, 3, 4] }, isAdditionsOnly: true };
    assert.deepEqual(findConflict(base, edited, server), { fields: ['policies'], merge });
    const question = { base, edited, server, chosenOver: undefined };
    assert.deepEqual(decideSave(question), { kind: 'conflict', fields: ['policies'], merge });
    const merged = { ...question, merged: merge.lists, chosenOver: server };
    assert.deepEqual(decideSave(merged), send({ policies: [1, 2, 3, 4] }));
  });

  it('is none if a save overwrites nothing', () => {
    assert.equal(findConflict(base, { ...read, name: 'Weekly' }, server), undefined);
  });
});

describe('the base of a text after its save', () => {
  const edited = { ...read, enabled: false };
  const stored = { ...edited, name: 'Renamed by others', extra: 'set by the server' };

  it('is what the server stored, except for what others changed in the meantime', () => {
    const base = baseAfterSave(asRead(read), { edited }, stored);
    assert.deepEqual(base, { text: edited, stored: { ...stored, name: 'Nightly' } });
    assert.deepEqual(conflictingFields(base, { ...edited, name: 'Weekly' }, stored), ['name']);
    assert.deepEqual(conflictingFields(base, { ...edited, enabled: true }, stored), []);
  });

  it('is the text for lists that were merged with those of others', () => {
    const own = { ...read, policies: [1, 2, 3] };
    const merged = { policies: [1, 2, 3, 9] };
    const base = baseAfterSave(asRead(read), { edited: own, merged }, { ...own, ...merged });
    assert.deepEqual(base, { text: own, stored: own });
  });

  it('contains the server’s values of fields that the text never had', () => {
    const base = baseAfterSave({ text: {}, stored: { note: 'old' } }, { edited: {} }, { note: 'new' });
    assert.deepEqual(base.stored, { note: 'new' });
  });
});
