import assert from 'node:assert/strict';
import fc from 'fast-check';
import { othersEdit, rebaseEdit } from '../../../src/api/model/fieldEdit.ts';
import { JobSchema, toJobDraft } from '../../../src/api/model/job.ts';
import {
  changeOfJob,
  type JobChange,
  JobChangeSchema,
} from '../../../src/contrib/changeJobs/common/jobChange.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';

const reading = { dialect: 'rfc', zone: utc } as const;
const job = (fields: object = {}) =>
  JobSchema.parse({ id: 1, name: 'Nightly update', policies: [1, 2], enabled: true, ...fields });
const outcome = (change: JobChange, fields: object = {}) => changeOfJob(job(fields), change, reading);
const edit = (field: string, before: unknown, after: unknown) => ({
  kind: 'edit',
  edit: { before: { [field]: before }, after: { [field]: after } },
});

describe('a change of a job', () => {
  it('adds missing items and removes existing ones', () => {
    assert.deepEqual(
      outcome({ kind: 'add', field: 'policies', items: [2, 3] }),
      edit('policies', [1, 2], [1, 2, 3]),
    );
    assert.deepEqual(
      outcome({ kind: 'remove', field: 'policies', items: [2, 9] }),
      edit('policies', [1, 2], [1]),
    );
    assert.deepEqual(outcome({ kind: 'add', field: 'policies', items: [1] }), { kind: 'unchanged' });
    assert.deepEqual(outcome({ kind: 'remove', field: 'groups', items: [1] }), { kind: 'unchanged' });
  });

  it('finds devices by host name or address, in any case', () => {
    const peers = [{ id: 1, hostname: 'PC-042', addr: '10.0.0.42' }];
    assert.deepEqual(outcome({ kind: 'add', field: 'peers', items: ['pc-042', '10.0.0.42'] }, { peers }), {
      kind: 'unchanged',
    });
    assert.deepEqual(
      outcome({ kind: 'add', field: 'peers', items: ['PC-7'] }, { peers }),
      edit('peers', ['PC-042'], ['PC-042', 'PC-7']),
    );
    assert.deepEqual(
      outcome({ kind: 'remove', field: 'peers', items: ['10.0.0.42'] }, { peers }),
      edit('peers', ['PC-042'], []),
    );
  });

  it('is impossible if the server would reject it or a device would be lost', () => {
    const cannot = (obstacle: string) => ({ kind: 'blocked', obstacle });
    assert.deepEqual(outcome({ kind: 'remove', field: 'policies', items: [1, 2] }), cannot('noWork'));
    assert.deepEqual(outcome({ kind: 'add', field: 'reports', items: [5] }), cannot('noFormat'));
    assert.deepEqual(outcome({ kind: 'rename', find: 'Nightly update', replacement: '' }), cannot('noName'));
    assert.deepEqual(
      outcome({ kind: 'add', field: 'peers', items: ['PC-7'] }, { peers: [{ id: 3, username: 'ann' }] }),
      cannot('unnameable'),
    );
    assert.deepEqual(outcome({ kind: 'moveBy', spanMs: 1 }), cannot('none'));
  });

  it('violates no rule of the server, and is not prevented by a rule that the job already violated', () => {
    const withReport = { reports: [5], report_formats: ['pdf'] };
    const noFormats: JobChange = { kind: 'remove', field: 'report_formats', items: ['pdf'] };
    assert.deepEqual(outcome(noFormats, withReport), { kind: 'blocked', obstacle: 'noFormat' });
    assert.deepEqual(
      outcome(noFormats, { policies: [], report_formats: ['pdf'] }),
      edit('report_formats', ['pdf'], []),
    );
    assert.deepEqual(
      outcome({ kind: 'remove', field: 'policies', items: [1, 2] }, withReport),
      edit('policies', [1, 2], []),
    );
    assert.deepEqual(
      outcome({ kind: 'remove', field: 'groups', items: [7] }, { policies: [], groups: [7] }),
      edit('groups', [7], []),
    );
  });

  it('names the time, the days, or both when it moves them', () => {
    const isValid = (change: object) => JobChangeSchema.safeParse({ kind: 'moveToTime', ...change }).success;
    assert.deepEqual(
      [{ timeMs: 0 }, { days: [0] }, { timeMs: 0, days: [6] }, {}, { days: [] }, { days: [7] }].map(isValid),
      [true, true, true, false, false, false],
    );
  });

  it('keeps the clock times of the schedule in another zone', () => {
    const params = 'DTSTART:20270104T220000Z\nRRULE:FREQ=DAILY';
    const moved = outcome({ kind: 'moveToZone', zone: { kind: 'named', tzid: 'Europe/Berlin' } }, { params });
    assert.match(JSON.stringify(moved), /"after":\{"params":"DTSTART;TZID=Europe\/Berlin:20270104T220000/);
  });

  it('shows that a flag was unknown before', () => {
    assert.deepEqual(outcome({ kind: 'enable', enabled: false }, { enabled: null }), {
      kind: 'edit',
      edit: { before: {}, after: { enabled: false } },
    });
    assert.deepEqual(outcome({ kind: 'enable', enabled: true }), { kind: 'unchanged' });
  });

  it('replaces text in names, and moves schedules', () => {
    assert.deepEqual(
      outcome({ kind: 'rename', find: 'Nightly', replacement: 'Weekly' }),
      edit('name', 'Nightly update', 'Weekly update'),
    );
    assert.deepEqual(
      outcome({ kind: 'moveToTime', timeMs: 3 * 3_600_000 }, { params: 'DTSTART:20270104T220000Z' }),
      edit('params', 'DTSTART:20270104T220000Z', 'DTSTART:20270104T030000Z'),
    );
  });
});

describe('a move to other days of the week', () => {
  const params = 'DTSTART:20270102T220000Z\nRRULE:FREQ=WEEKLY;BYDAY=SA';
  const weekdays: JobChange & { kind: 'moveToTime' } = { kind: 'moveToTime', days: [0, 1, 2, 3, 4] };
  const moved = 'DTSTART:20270104T220000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';

  it('keeps the time, or changes it as well', () => {
    assert.deepEqual(outcome(weekdays, { params }), edit('params', params, moved));
    assert.deepEqual(
      outcome({ ...weekdays, timeMs: 3 * 3_600_000 }, { params }),
      edit('params', params, moved.replace('T22', 'T03')),
    );
  });

  it('names which of the days or the time cannot be expressed', () => {
    const monthly = 'DTSTART:20270102T220000Z\nRRULE:FREQ=MONTHLY';
    assert.deepEqual(outcome(weekdays, { params: monthly }), { kind: 'blocked', obstacle: 'period' });
    const twice = `${params};BYHOUR=3,15`;
    assert.deepEqual(outcome({ ...weekdays, timeMs: 0 }, { params: twice }), {
      kind: 'blocked',
      obstacle: 'times',
    });
  });
});

describe('an edit applied to the server’s current version', () => {
  it('keeps the members of lists that others added and removed', () => {
    const change = { before: { groups: [1, 2] }, after: { groups: [2, 3] } };
    assert.deepEqual(rebaseEdit(change, { groups: [1, 2, 7] }), {
      kind: 'send',
      patch: { groups: [2, 7, 3] },
    });
    assert.deepEqual(rebaseEdit(change, { groups: [3] }), { kind: 'unchanged' });
  });

  it('reports the changes of others to its lists, but not its own', () => {
    const change = { before: { groups: [1, 2], name: 'A' }, after: { groups: [2, 3], name: 'B' } };
    const changed = (...groups: number[]) => othersEdit(change, { groups, name: 'C' }).after;
    assert.deepEqual(changed(1, 2, 7), { groups: [1, 2, 7] });
    assert.deepEqual(changed(1), { groups: [1] });
    for (const groups of [[1, 2], [2], [3, 2], [2, 1, 3]]) assert.deepEqual(changed(...groups), {});
  });

  it('overwrites no other field that somebody else changed', () => {
    const change = { before: { name: 'A' }, after: { name: 'B' } };
    assert.deepEqual(rebaseEdit(change, { name: 'A', enabled: true }), {
      kind: 'send',
      patch: { name: 'B' },
    });
    assert.deepEqual(rebaseEdit(change, { name: 'B' }), { kind: 'unchanged' });
    assert.deepEqual(rebaseEdit(change, { name: 'C' }), { kind: 'conflict', fields: ['name'] });
  });

  it('leaves lists after undo as if only the others had changed them', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(ids, ids, ids, ids, (before, added, removed, others) => {
        const fields = { policies: before };
        const draft = toJobDraft(job(fields));
        const policies = [...new Set([...before, ...added])].filter(id => !removed.includes(id));
        const made = rebaseEdit({ before: { policies: before }, after: { policies } }, draft);
        const now = made.kind === 'send' ? made.patch : draft;
        const theirs = { policies: [...new Set([...policies, ...others.map(id => id + 10)])] };
        const back = rebaseEdit({ before: now, after: { policies: before } }, theirs);
        const result = back.kind === 'send' ? back.patch['policies'] : theirs.policies;
        assert.deepEqual(
          new Set(Array.isArray(result) ? result : []),
          new Set([...before, ...others.map(id => id + 10)]),
        );
      }),
    );
  });
});
