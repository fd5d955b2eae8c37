import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byField } from '../../../src/api/fields/field.ts';
import { groupFields } from '../../../src/api/fields/groupFields.ts';
import { jobFields } from '../../../src/api/fields/jobFields.ts';
import { findChangedFields } from '../../../src/api/model/difference.ts';
import { readGroupDraft, readJobDraft, toGroupCreate } from '../../../src/api/model/drafts.ts';
import { GroupSchema, toGroupDraft, unmetGroupFields } from '../../../src/api/model/group.ts';
import { emptyJobDraft, JobSchema, toJobDraft, unmetJobFields } from '../../../src/api/model/job.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';

const id = fc.nat();
const ids = fc.array(id, { maxLength: 4 });
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });

const device = fc.record(
  {
    id: maybe(id),
    addr: maybe(fc.ipV4()),
    status: maybe(fc.oneof(text, fc.integer(), fc.boolean())),
    username: maybe(text),
    hostname: maybe(text),
    server_id: maybe(text),
    connection: maybe(text),
  },
  { requiredKeys: [] },
);

const extra = fc.dictionary(
  fc.string({ minLength: 1 }).map(key => `x_${key}`),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 3 },
);

/** A field as servers send it. */
const sent = {
  text: maybe(text),
  flag: maybe(fc.boolean()),
  ids: maybe(ids),
  names: maybe(fc.array(text, { maxLength: 3 })),
  devices: maybe(fc.array(device, { maxLength: 4 })),
};

const jobWire = fc
  .tuple(fc.record({ id, ...byField(jobFields, sent) }, { requiredKeys: ['id'] }), extra)
  .map(([known, unknown]) => ({ ...unknown, ...known }));

const groupWire = fc
  .tuple(fc.record({ id: maybe(id), ...byField(groupFields, sent) }, { requiredKeys: [] }), extra)
  .map(([known, unknown]) => ({ ...unknown, ...known }));

/** A document's round trip through its file. */
function throughText(draft: unknown): unknown {
  return JSON.parse(JSON.stringify(draft, undefined, 2));
}

describe('job to draft to document and back', () => {
  it('loses nothing that can be written', () =>
    fc.assert(
      fc.property(jobWire, wire => {
        const draft = toJobDraft(JobSchema.parse(wire));
        const reading = readJobDraft(throughText(draft), false, englishLocalizer);
        assert.deepEqual(reading.draft, throughText(draft));
        assert.deepEqual(findChangedFields(draft, reading.draft ?? {}), []);
        assert.equal(
          reading.problems.some(problem => problem.severity === 'error' && problem.path[0] !== 'peers'),
          false,
        );
      }),
    ));

  it('keeps every field that the API does not describe (decision 6), and never the id', () =>
    fc.assert(
      fc.property(jobWire, wire => {
        const draft = toJobDraft(JobSchema.parse(wire));
        for (const [key, value] of Object.entries(wire)) {
          if (key.startsWith('x_')) assert.deepEqual(draft[key], value);
        }
        assert.equal('id' in draft, false);
      }),
    ));

  it('names only devices that have a name, each as the server would accept it (decision 13)', () =>
    fc.assert(
      fc.property(jobWire, wire => {
        const job = JobSchema.parse(wire);
        const { peers = [] } = toJobDraft(job);
        assert.equal(
          peers.every(name => name.trim() === name && name !== ''),
          true,
        );
        const writable = job.peers.filter(peer => peer.hostname.trim() !== '' || peer.addr.trim() !== '');
        assert.equal(peers.length, writable.length);
      }),
    ));

  it('a job matches its own draft, but not another name', () =>
    fc.assert(
      fc.property(jobWire, wire => {
        const job = JobSchema.parse(wire);
        const draft = toJobDraft(job);
        assert.deepEqual(unmetJobFields(draft, job), []);
        assert.deepEqual(unmetJobFields({ ...draft, name: `${job.name}!` }, job), ['name']);
        assert.deepEqual(unmetJobFields({ ...draft, peers: ['another', ...(draft.peers ?? [])] }, job), [
          'peers',
        ]);
      }),
    ));

  it('no text is ever "null" or "undefined" because of an absence (decision 5)', () => {
    const job = JobSchema.parse({ id: 1, name: null, params: null, peers: [{ hostname: null, addr: null }] });
    assert.equal(/null|undefined/.test(JSON.stringify(toJobDraft(job))), false);
    assert.deepEqual(toJobDraft(job).peers, []);
  });
});

describe('group to draft to document and back', () => {
  it('loses nothing that can be written', () =>
    fc.assert(
      fc.property(groupWire, wire => {
        const group = GroupSchema.parse(wire);
        const draft = toGroupDraft(group);
        const reading = readGroupDraft(throughText(draft), englishLocalizer);
        assert.deepEqual(reading.draft, throughText(draft));
        assert.deepEqual(unmetGroupFields(draft, group), []);
        assert.equal('id' in draft || 'pk' in draft, false);
      }),
    ));

  it('a create leaves out an empty dn and nothing else (decision 16)', () =>
    fc.assert(
      fc.property(groupWire, wire => {
        const draft = toGroupDraft(GroupSchema.parse(wire));
        const { dn = '', ...rest } = draft;
        assert.deepEqual(toGroupCreate(draft), dn.trim() === '' ? rest : draft);
      }),
    ));
});

describe('problems of drafts', () => {
  const paths = (value: unknown, isNew = true) =>
    readJobDraft(value, isNew, englishLocalizer).problems.map(
      problem => `${problem.severity} ${problem.path.join('.')}`,
    );

  it('violated create rules are errors in a new job and warnings in an existing one', () => {
    assert.deepEqual(paths(emptyJobDraft), ['error name', 'error policies']);
    assert.deepEqual(paths(emptyJobDraft, false), ['warning name', 'warning policies']);
    assert.deepEqual(paths({ name: 'A', reports: [1] }), ['error report_formats']);
    assert.deepEqual(paths({ name: 'A', policies: [1] }), []);
    assert.deepEqual(paths({ name: 'A', reports: [1], report_formats: ['pdf'] }), []);
  });

  it('a wrong shape is reported with its path, and yields no draft', () => {
    const { draft, problems } = readJobDraft(
      { name: 5, groups: [1, 'x', -1], peers: {}, enabled: 'yes' },
      true,
      englishLocalizer,
    );
    assert.equal(draft, undefined);
    assert.deepEqual(
      problems.map(problem => problem.path.join('.')),
      ['name', 'enabled', 'groups.1', 'groups.2', 'peers'],
    );
    for (const value of [null, [], 'text', 5]) {
      assert.equal(readJobDraft(value, true, englishLocalizer).draft, undefined);
    }
  });

  it('text that was damaged in transfer is a warning at its field, and is not sent if unchanged', () => {
    const draft = { name: 'a\uFFFD', policies: [1], more: { deep: '\uFFFD' }, peers: ['PC-1'] };
    for (const { problems } of [
      readJobDraft(draft, false, englishLocalizer),
      readGroupDraft(draft, englishLocalizer),
    ]) {
      assert.deepEqual(
        problems.map(({ path, severity }) => [path, severity]),
        [
          [['name'], 'warning'],
          [['more'], 'warning'],
        ],
      );
    }
  });

  it('empty device names are errors, odd ones warnings', () => {
    assert.deepEqual(paths({ name: 'A', policies: [1], peers: ['PC-1', ' ', ' PC-2', 'PC\t3'] }), [
      'error peers.1',
      'warning peers.2',
      'warning peers.3',
    ]);
  });
});

describe('hundreds of thousands of problems in a draft', () => {
  const many = <T>(value: T) => Array.from({ length: 300_000 }, () => value);
  const read = { job: readJobDraft, group: readGroupDraft };

  it('are listed up to a bound, errors first, and the rest are mentioned', () => {
    const base = { ...emptyJobDraft, name: 'Nightly' };
    const damaged = Object.fromEntries(many(0).map((_, index) => [`x${index}`, '\ufffd']));
    const readings = [
      read.job({ ...base, peers: many('') }, true, englishLocalizer),
      read.job({ ...base, peers: many(' a ') }, true, englishLocalizer),
      read.job({ ...base, peers: many(7) }, true, englishLocalizer),
      read.job({ ...base, peers: [...many('a'), 7] }, true, englishLocalizer),
      read.job({ ...base, policies: many('x'), reports: many(-1) }, true, englishLocalizer),
      read.group({ name: 'Office', server_set: many('') }, englishLocalizer),
      read.group({ name: 'Office', ...damaged }, englishLocalizer),
    ];
    for (const { problems } of readings) {
      assert.ok(problems.length > 0 && problems.length <= 1_001, String(problems.length));
      if (problems.length > 1_000) assert.match(problems.at(-1)?.text ?? '', /^There are more problems/);
    }
  });

  it('hide no error behind warnings, and stay warnings if all are', () => {
    const { problems } = readJobDraft(
      { ...emptyJobDraft, name: 'Nightly', peers: [...many(' a '), ''] },
      true,
      englishLocalizer,
    );
    assert.deepEqual(problems[0]?.path, ['policies']);
    assert.ok(problems.some(({ path }) => path[1] === 300_000));
    assert.equal(problems.at(-1)?.severity, 'warning');
  });
});
