import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Field, FieldTable } from '../../../src/api/fields/field.ts';
import { groupFields } from '../../../src/api/fields/groupFields.ts';
import { jobFields } from '../../../src/api/fields/jobFields.ts';
import {
  formFields,
  isFlagField,
  isIdList,
  isNameList,
  isTextField,
  objectFields,
  placeLabel,
} from '../../../src/api/fields/objectFields.ts';
import { createLocalizer, englishLocalizer } from '../../../src/base/localizer.ts';
import { readTexts } from '../../house/support/manifest.ts';

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

describe('a position in a document', () => {
  it('is the label of the field, and the number of a list entry', () => {
    assert.equal(placeLabel(['policies', 11], englishLocalizer), 'Policies, entry 12');
    assert.equal(placeLabel(['policies', '0'], englishLocalizer), 'Policies, entry 1');
    assert.equal(placeLabel(['policies', '1x'], englishLocalizer), 'Policies');
    assert.equal(
      placeLabel(['notify\u202e'], englishLocalizer),
      'notify',
      'a field that the API does not know',
    );
  });
});
