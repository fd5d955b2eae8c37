import assert from 'node:assert/strict';
import { HostMessageSchema } from '../../../src/protocol/hostMessages.ts';
import { PageMessageSchema } from '../../../src/protocol/pageMessages.ts';

function isTaken(message: unknown): boolean {
  return PageMessageSchema.safeParse(message).success;
}

describe('messages of a page', () => {
  const change = { type: 'change', page: 'p', sequence: 1 };

  it('are accepted when they are what a form sends', () => {
    assert.ok(isTaken({ type: 'ready', page: 'p', hasContents: false }));
    assert.ok(isTaken({ ...change, change: { kind: 'text', field: 'name', value: 'x' } }));
    assert.ok(isTaken({ ...change, change: { kind: 'add', field: 'groups', items: [1] } }));
    assert.ok(isTaken({ ...change, change: { kind: 'remove', field: 'peers', items: ['pc'] } }));
  });

  it('are rejected without a sender', () => {
    assert.ok(!isTaken({ type: 'ready', hasContents: false }));
    assert.ok(!isTaken('ready'));
    assert.ok(!isTaken(null));
  });

  it('cannot write to other fields, or other types to a field', () => {
    assert.ok(!isTaken({ ...change, change: { kind: 'text', field: '__proto__', value: 'x' } }));
    assert.ok(!isTaken({ ...change, change: { kind: 'text', field: 'groups', value: 'x' } }));
    assert.ok(!isTaken({ ...change, change: { kind: 'add', field: 'groups', items: ['1'] } }));
    assert.ok(!isTaken({ ...change, change: { kind: 'add', field: 'groups', items: [1.5] } }));
    assert.ok(!isTaken({ ...change, change: { kind: 'add', field: 'groups', items: [-1] } }));
    assert.ok(!isTaken({ ...change, change: { kind: 'add', field: 'peers', items: [1] } }));
  });

  it('request descriptions of at most two schedules', () => {
    const describing = { type: 'describe', page: 'p' };
    assert.ok(isTaken({ ...describing, schedules: ['', 'RRULE:FREQ=DAILY'] }));
    assert.ok(!isTaken({ ...describing, schedules: ['', '', ''] }));
    assert.ok(!isTaken({ ...describing, schedules: [1] }));
  });

  it('cannot run anything but an action of a form', () => {
    assert.ok(!isTaken({ type: 'action', page: 'p', action: 'workbench.action.quit' }));
  });
});

describe('messages of the host', () => {
  it('must contain all texts of a form', () => {
    const setup = { type: 'setup', page: 'p', kind: 'job', isNew: true, title: 't', texts: { name: 'Name' } };
    assert.equal(HostMessageSchema.safeParse(setup).success, false);
  });

  it('may leave out fields that have not changed', () => {
    const message = {
      type: 'document',
      page: 'p',
      acknowledged: 3,
      values: { text: { name: 'A' }, flags: { enabled: null }, ids: {}, names: {} },
      problems: [],
      deviceCount: '',
      devices: '',
      deviceWarning: '',
    };
    assert.equal(HostMessageSchema.safeParse(message).success, true);
  });
});
