import assert from 'node:assert/strict';
import { type ParseError, parseTree } from 'jsonc-parser';
import { emptyGroupDraft, GroupSchema, toGroupDraft, unmetGroupFields } from '../../../src/model/group.ts';
import { readGroupDraft } from '../../../src/model/groupDraft.ts';
import { JobSchema, toJobDraft, unmetJobFields } from '../../../src/model/job.ts';
import { readJobDraft } from '../../../src/model/jobDraft.ts';
import { jsonErrorText } from '../../../src/model/jsonErrorText.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';

const job = (value: unknown) =>
  readJobDraft(value, false, englishLocalizer).problems.map(({ path, severity, text }) => [
    path.join('.'),
    severity,
    text,
  ]);
const group = (value: unknown) =>
  readGroupDraft(value, englishLocalizer).problems.map(({ path, severity, text }) => [
    path.join('.'),
    severity,
    text,
  ]);

describe('a document whose fields have other shapes', () => {
  it('reports what is expected for each field', () => {
    const wholeNumber = 'Expected a non-negative whole number.';
    assert.deepEqual(job({ name: 5, enabled: 'yes', peers: 'PC-1', policies: [-1, 1.5, 'x'] }), [
      ['name', 'error', 'Expected text.'],
      ['enabled', 'error', 'Expected true or false.'],
      ['peers', 'error', 'Expected a list.'],
      ['policies.0', 'error', wholeNumber],
      ['policies.1', 'error', wholeNumber],
      ['policies.2', 'error', wholeNumber],
    ]);
    assert.deepEqual(job([]), [['', 'error', 'Expected a JSON object.']]);
    assert.deepEqual(group({ name: 'A', server_set: [1] }), [['server_set.0', 'error', 'Expected text.']]);
  });

  it('has no draft, unlike one of the right shape', () => {
    assert.equal(readGroupDraft({ name: 1 }, englishLocalizer).draft, undefined);
    assert.deepEqual(readGroupDraft({ name: 'A' }, englishLocalizer), { draft: { name: 'A' }, problems: [] });
  });

  it('warns of characters that were damaged', () => {
    assert.deepEqual(group({ name: 'Off�ce' }), [
      [
        'name',
        'warning',
        'Some characters (�) in this text were damaged in transfer. Type them again before you save.',
      ],
    ]);
  });
});

describe('a group document', () => {
  it('needs a name', () => {
    for (const value of [{}, { name: '' }, { name: ' \t' }])
      assert.deepEqual(group(value), [['name', 'error', 'A group needs a name.']]);
  });

  it('names devices that are clearly mistakes', () => {
    assert.deepEqual(group({ name: 'A', server_set: ['PC-1', '', ' PC-2', 'PC\u0007'] }), [
      ['server_set.1', 'error', 'A device needs a host name or an address.'],
      ['server_set.2', 'warning', 'This name has leading or trailing spaces, or control characters.'],
      ['server_set.3', 'warning', 'This name has leading or trailing spaces, or control characters.'],
    ]);
  });
});

describe('the fields that a response does not show as they were sent', () => {
  const device = { id: 7, hostname: 'PC-1', addr: '10.0.0.1' };
  const stored = GroupSchema.parse({ id: 1, name: ' Office ', dn: 'OU=Office', server_set: [device] });
  const storedJob = JobSchema.parse({ id: 1, name: ' Updates', peers: [device], policies: [2, 1] });

  it('exclude a trimmed name, and a device that the server has under another name', () => {
    assert.deepEqual(unmetGroupFields({ name: 'Office ', server_set: ['10.0.0.1'] }, stored), []);
    assert.deepEqual(unmetGroupFields({ server_set: [' pc-1'] }, stored), []);
    assert.deepEqual(
      unmetJobFields({ name: 'Updates ', peers: ['10.0.0.1'], policies: [1, 2] }, storedJob),
      [],
    );
    assert.deepEqual(unmetGroupFields(toGroupDraft(stored), stored), []);
    assert.deepEqual(unmetJobFields(toJobDraft(storedJob), storedJob), []);
  });

  it('include the name, the devices or any other field that differs', () => {
    assert.deepEqual(unmetGroupFields({ ...emptyGroupDraft, name: 'Other', dn: 'X' }, stored), [
      'name',
      'dn',
      'server_set',
    ]);
    assert.deepEqual(unmetGroupFields({ server_set: ['PC-1', 'PC-2'] }, stored), ['server_set']);
    assert.deepEqual(unmetJobFields({ name: 'Other', peers: [], policies: [1], new: true }, storedJob), [
      'name',
      'peers',
      'policies',
      'new',
    ]);
  });
});

describe('the description of a JSON error', () => {
  for (const [text, reason] of [
    ['{"a": nope}', 'unknown word'],
    ['{"a": 1.}', 'invalid number'],
    ['{"a": 1, 2}', 'a property name is missing'],
    ['{"a": }', 'a value is missing'],
    ['{"a" 1}', 'a colon is missing'],
    ['{"a": 1 "b": 2}', 'a comma is missing'],
    ['{"a": 1', 'a closing brace is missing'],
    ['[1', 'a closing bracket is missing'],
    ['{} {}', 'unexpected text after the end'],
    ['{ /* note */ }', 'comments are not allowed in JSON'],
    ['{} /* note', 'comments are not allowed in JSON'],
    ['{"a": "b', 'the closing quotation mark is missing'],
    ['{"a": "\\u00"}', 'invalid Unicode character'],
    ['{"a": "\\q"}', 'invalid escape sequence'],
    ['{"a": "\u0001"}', 'this character is not allowed here'],
  ] as const)
    it(`${JSON.stringify(text)}: ${reason}`, () => {
      const errors: ParseError[] = [];
      parseTree(text, errors, { disallowComments: true });
      const reasons = errors.map(({ error }) => jsonErrorText(error, englishLocalizer));
      assert.ok(reasons.includes(reason), reasons.join(', '));
    });
});
