import assert from 'node:assert/strict';
import { closedAtFirst, foldIds } from '../../../src/protocol/folds.ts';
import type { FormChange } from '../../../src/protocol/formChange.ts';
import { formWords } from '../../../src/protocol/formTexts.ts';
import { type HostMessage, HostMessageSchema } from '../../../src/protocol/hostMessages.ts';
import { type FormAction, type PageMessage, PageMessageSchema } from '../../../src/protocol/pageMessages.ts';
import { scheduleWords } from '../../../src/protocol/scheduleTexts.ts';
import { builderIssueWords } from '../../../src/recurrence/builder/builderIssue.ts';
import { mapTable } from '../../../src/util/tables.ts';

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

type HostMessages = { readonly [Type in HostMessage['type']]: Extract<HostMessage, { readonly type: Type }> };
const hostMessages: HostMessages = {
  setup: {
    type: 'setup',
    page,
    kind: 'job',
    isNew: true,
    title: 'New Job',
    texts: formWords,
    fields: [
      {
        field: 'groups',
        section: 'targets',
        label: 'Groups',
        help: '',
        addLabel: 'Add Group',
        isRequired: false,
        onlyWith: 'policies',
      },
    ],
    folds: { exceptions: true, general: false },
    schedule: {
      texts: scheduleWords,
      readerZone: 'Europe/Berlin',
      issues: mapTable(builderIssueWords, key => key),
    },
  },
  document: {
    type: 'document',
    page,
    acknowledged: 3,
    values: {
      text: { name: 'A' },
      flags: { enabled: null },
      ids: { groups: [1] },
      names: { peers: ['pc-1'] },
    },
    problems: [{ field: '', severity: 'warning', text: 'No devices.' }],
    schedule: {
      sentence: 'Daily at 03:00',
      runs: [{ local: '03:00', utc: '02:00', source: 'rule' }],
      notes: ['The text has no start.'],
      warnings: ['This never ends.'],
      problems: [{ severity: 'error', text: 'Unknown part.' }],
    },
    deviceCount: 'On 12 devices.',
    devices: '12 devices',
    deviceWarning: '',
  },
  unreadable: { type: 'unreadable', page, problems: ['This is not JSON.'] },
  status: {
    type: 'status',
    page,
    status: {
      kind: 'failed',
      text: 'offline',
      isDirty: true,
      conflict: 'Name',
      keepBoth: 'default',
      version: 2,
    },
  },
  choices: {
    type: 'choices',
    page,
    field: 'groups',
    choices: [
      { value: 1, label: 'Lab', detail: '3 devices' },
      { value: null, key: 'CN=Hall', label: 'Hall', detail: '', alias: '10.0.0.1' },
      { value: 'pc-1', label: 'pc-1', detail: '' },
    ],
  },
  live: { type: 'live', page, facts: { status: 'finished', since: '03:00', next: 'tomorrow' } },
  reveal: { type: 'reveal', page, fields: ['name'] },
  descriptions: { type: 'descriptions', page, descriptions: [{ schedule: '', sentence: 'Not scheduled' }] },
  notice: { type: 'notice', page, field: 'peers', text: 'Added 2 devices.' },
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

  it('are accepted for each kind of change, each action and each part of the form', () => {
    const changes: FormChange[] = [
      { kind: 'text', field: 'name', value: 'x' },
      { kind: 'flag', field: 'enabled', value: false },
      { kind: 'add', field: 'groups', items: [0] },
      { kind: 'remove', field: 'groups', items: [1] },
      { kind: 'add', field: 'peers', items: ['pc'] },
      { kind: 'remove', field: 'peers', items: ['pc'] },
    ];
    for (const change of changes)
      assert.deepEqual(PageMessageSchema.parse(changeOf(change)), changeOf(change));
    const actions: FormAction[] = ['save', 'undo', 'redo', 'openJson', 'compare', 'keepBoth', 'takeServers'];
    for (const action of actions) assert.ok(isTaken({ ...pageMessages.action, action }), action);
    for (const id of foldIds) assert.ok(isTaken({ ...pageMessages.fold, id }), id);
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

describe('messages of the host', () => {
  it('arrive as they were sent', () => {
    for (const message of Object.values(hostMessages))
      assert.deepEqual(HostMessageSchema.parse(message), message);
  });

  it('must contain all texts of a form', () => {
    const setup = { ...hostMessages.setup, texts: { general: 'General' } };
    assert.equal(HostMessageSchema.safeParse(setup).success, false);
    const { schedule } = hostMessages.setup;
    for (const change of [{ texts: {} }, { issues: {} }]) {
      const partial = { ...hostMessages.setup, schedule: { ...schedule, ...change } };
      assert.equal(HostMessageSchema.safeParse(partial).success, false);
    }
  });

  it('may leave out fields that have not changed, and the schedule of a group', () => {
    const values = { text: {}, flags: {}, ids: {}, names: {} };
    const { schedule, ...message } = { ...hostMessages.document, values };
    assert.notEqual(schedule, undefined);
    assert.deepEqual(HostMessageSchema.parse(message), message);
  });

  it('cover each state, severity and origin that a form shows', () => {
    const { status } = hostMessages.status;
    for (const kind of ['idle', 'saving', 'failed'] as const)
      for (const keepBoth of ['no', 'possible', 'default'] as const) {
        const message = { ...hostMessages.status, status: { ...status, kind, keepBoth } };
        assert.deepEqual(HostMessageSchema.parse(message), message);
      }
    const { schedule } = hostMessages.document;
    const problems = ['error', 'warning'].map(severity => ({ severity, text: 'x' }));
    const runs = ['rule', 'start', 'end'].map(source => ({ local: '', utc: '', source }));
    const message = {
      ...hostMessages.document,
      problems: problems.map(problem => ({ field: 'name', ...problem })),
      schedule: { ...schedule, problems, runs },
    };
    assert.deepEqual(HostMessageSchema.parse(message), message);
    assert.deepEqual(HostMessageSchema.parse({ ...hostMessages.setup, kind: 'group' }).type, 'setup');
  });
});

describe('the parts of a form that can be folded', () => {
  it('are open at first, except for the rarely used parts of the schedule', () => {
    assert.deepEqual(
      foldIds.filter(id => !closedAtFirst.has(id)),
      ['general', 'schedule', 'targets', 'work', 'devices'],
    );
    assert.deepEqual([...closedAtFirst], ['exceptions', 'text', 'runs']);
  });
});
