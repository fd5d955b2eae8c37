import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Field, FieldTable } from '../../../src/fields/field.ts';
import { groupFields } from '../../../src/fields/groupFields.ts';
import { jobFields } from '../../../src/fields/jobFields.ts';
import {
  formFields,
  isFlagField,
  isIdList,
  isNameList,
  isTextField,
  objectFields,
} from '../../../src/fields/objectFields.ts';
import { emptyGroupDraft, GroupSchema, toGroupDraft } from '../../../src/model/group.ts';
import { GroupDraftSchema } from '../../../src/model/groupDraft.ts';
import { emptyJobDraft, JobSchema, toJobDraft } from '../../../src/model/job.ts';
import { JobDraftSchema } from '../../../src/model/jobDraft.ts';
import { createLocalizer, englishLocalizer } from '../../../src/util/localizer.ts';
import { readTexts } from '../support/manifest.ts';

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const russian = readTexts('l10n/bundle.l10n.ru.json');
const russianLocalizer = createLocalizer('ru', message => russian[message] ?? message);

function wordsOf(field: Field) {
  const { label, hover, help, isRequired } = field;
  return [label, hover, ...(help ? [help] : []), ...('addLabel' in field ? [field.addLabel] : [])].map(
    words => ({ english: words(englishLocalizer), russian: words(russianLocalizer), isRequired }),
  );
}

for (const [kind, fields] of Object.entries(objectFields)) {
  const table: FieldTable = fields;
  describe(`the fields of a ${kind}`, () => {
    it('are those of the page about the API', () => {
      const title = kind === 'job' ? 'Job' : 'Group';
      const [, section = ''] = new RegExp(`^## ${title}\n(.*?)^## `, 'ms').exec(page) ?? [];
      const listed = [...section.matchAll(/^\| `(\w+)`/gm)]
        .map(([, name]) => name)
        .filter(name => name !== 'id');
      assert.deepEqual(listed.sort(), Object.keys(table).sort());
    });

    for (const [name, field] of Object.entries(table)) {
      it(`${name}: has its texts in both languages`, () => {
        for (const { english, russian } of wordsOf(field)) {
          assert.match(english, /\w/);
          assert.match(russian, /[а-я]/i);
        }
      });

      it(`${name}: has one control, depending on its type`, () => {
        const found = formFields.find(other => other === name);
        assert.ok(found);
        const controls = [isTextField, isFlagField, isIdList, isNameList].filter(isIt => isIt(found));
        assert.equal(controls.length, 1);
      });

      it(`${name}: depends only on a list of the same form, if on any`, () => {
        const list = 'onlyWith' in field ? field.onlyWith : undefined;
        if (list !== undefined) assert.ok('addLabel' in (table[list] ?? {}), list);
      });
    }
  });
}

describe('fields with the same name', () => {
  it('are alike in jobs and groups, except for their hovers', () => {
    const groups: FieldTable = groupFields;
    for (const [name, field] of Object.entries(jobFields)) {
      const other = groups[name];
      if (other === undefined) continue;
      const [mine, theirs] = [
        wordsOf({ ...field, hover: field.label }),
        wordsOf({ ...other, hover: other.label }),
      ];
      assert.deepEqual([mine, field.holds, field.section], [theirs, other.holds, other.section]);
    }
  });
});

describe('what is generated from the tables', () => {
  const names = { job: Object.keys(jobFields), group: Object.keys(groupFields) };

  it('a new object has every field, in the order of the table', () => {
    assert.deepEqual(Object.keys(emptyJobDraft), names.job);
    assert.deepEqual(Object.keys(emptyGroupDraft), names.group);
    assert.equal(emptyJobDraft.enabled, true);
  });

  it('an object of which the server sends nothing has every field', () => {
    assert.deepEqual(Object.keys(JobSchema.parse({ id: 1 })), ['id', ...names.job, 'extra']);
    assert.deepEqual(Object.keys(GroupSchema.parse({})), ['id', ...names.group, 'extra']);
  });

  it('a draft has every field that is known, and the draft schema checks each', () => {
    const flags: readonly string[] = formFields.filter(isFlagField);
    const known = names.job.filter(name => !flags.includes(name));
    assert.deepEqual(Object.keys(toJobDraft(JobSchema.parse({ id: 1 }))), known);
    assert.deepEqual(Object.keys(toGroupDraft(GroupSchema.parse({}))), names.group);
    for (const name of names.job)
      assert.equal(JobDraftSchema.safeParse({ [name]: null }).success, false, name);
    for (const name of names.group)
      assert.equal(GroupDraftSchema.safeParse({ [name]: null }).success, false, name);
  });
});
