import assert from 'node:assert/strict';
import { type PageMessage, PageMessageSchema } from '../../../src/pages/protocol/pageMessages.ts';
import { isFromHost } from '../../../src/pages/protocol/signature.ts';

const page = 'p';

type PageMessages = { readonly [Type in PageMessage['type']]: Extract<PageMessage, { readonly type: Type }> };
const pageMessages: PageMessages = {
  ready: { type: 'ready', page, hasContents: false },
  change: { type: 'change', page, sequence: 1, change: { kind: 'text', field: 'name', value: 'x' } },
  action: { type: 'action', page, action: 'save' },
  overwrite: { type: 'overwrite', page, version: 3 },
  nameId: { type: 'nameId', page, field: 'policies', id: 7 },
  fold: { type: 'fold', page, id: 'exceptions', isOpen: true },
  describe: { type: 'describe', page, schedules: ['', 'RRULE:FREQ=DAILY'] },
  findGroup: { type: 'findGroup', page, key: 'CN=Lab' },
};

function isTaken(message: unknown): boolean {
  return PageMessageSchema.safeParse(message).success;
}

function changeOf(change: unknown): unknown {
  return { ...pageMessages.change, change };
}

describe('messages of a page', () => {
  it('arrive as they were sent', () => {
    for (const message of Object.values(pageMessages))
      assert.deepEqual(PageMessageSchema.parse(message), message);
  });

  it('are rejected without a sender', () => {
    assert.ok(!isTaken({ type: 'ready', hasContents: false }));
    assert.ok(!isTaken('ready'));
    assert.ok(!isTaken(null));
  });

  it('cannot write to other fields, or other types to a field', () => {
    assert.ok(!isTaken(changeOf({ kind: 'text', field: '__proto__', value: 'x' })));
    assert.ok(!isTaken(changeOf({ kind: 'text', field: 'groups', value: 'x' })));
    assert.ok(!isTaken(changeOf({ kind: 'text', field: 'name', value: 1 })));
    assert.ok(!isTaken(changeOf({ kind: 'flag', field: 'name', value: true })));
    assert.ok(!isTaken(changeOf({ kind: 'flag', field: 'enabled', value: 'true' })));
    assert.ok(!isTaken(changeOf({ kind: 'add', field: 'groups', items: ['1'] })));
    assert.ok(!isTaken(changeOf({ kind: 'add', field: 'groups', items: [1.5] })));
    assert.ok(!isTaken(changeOf({ kind: 'add', field: 'groups', items: [-1] })));
    assert.ok(!isTaken(changeOf({ kind: 'add', field: 'peers', items: [1] })));
    assert.ok(!isTaken(changeOf({ kind: 'replace', field: 'peers', items: ['pc'] })));
  });

  it('request descriptions of at most two schedules', () => {
    assert.ok(!isTaken({ ...pageMessages.describe, schedules: ['', '', ''] }));
    assert.ok(!isTaken({ ...pageMessages.describe, schedules: [1] }));
  });

  it('cannot run anything other than an action of a form, or name anything that the API names', () => {
    assert.ok(!isTaken({ ...pageMessages.action, action: 'workbench.action.quit' }));
    assert.ok(!isTaken({ ...pageMessages.nameId, field: 'groups' }));
    assert.ok(!isTaken({ ...pageMessages.nameId, id: 'x' }));
    assert.ok(!isTaken({ ...pageMessages.fold, id: 'other' }));
  });
});

describe('a message to a page', () => {
  it('is accepted by the page with its ID, and by no other', () => {
    assert.ok(isFromHost({ type: 'reveal', page, fields: [] }, page));
    for (const other of [{ type: 'reveal', page: 'q' }, { type: 'reveal' }, page, null])
      assert.ok(!isFromHost(other, page));
  });
});
