import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { foldText } from '../../src/base/foldText.ts';
import { anyCharacter } from '../support/anyCharacter.ts';

/** Each line is one name in several spellings. */
const alike = [
  ['Inventory', 'INVENTORY', 'inventory', 'İNVENTORY', 'ınventory', 'inven\u200Btory', 'Ｉｎｖｅｎｔｏｒｙ'],
  ['Straße', 'STRASSE', 'strasse', 'STRAẞE'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['Żółw', 'Z\u0307O\u0301Łw'],
  ['Ёлка', 'ёлка', 'Е\u0308лка'],
  ['ﬁle', 'FILE'],
  ['ночь\u00A01', 'НОЧЬ 1'],
];

/** Prints what each spelling, used as a filter, finds among all of them. */
const program = `
  import { englishFilterWords, matches, parseJobFilter } from './src/store/jobs/jobFilter.ts';
  const names = ${JSON.stringify(alike)}.flat();
  const facts = { nowMs: 0, statusOf: () => undefined, nextRunMs: () => undefined, hasEnded: () => false, setOf: () => new Set() };
  const found = names.map(word => {
    const filter = parseJobFilter('"' + word + '"', englishFilterWords([]));
    return names.flatMap((name, index) => matches({ id: -1, name }, filter, facts) ? [index] : []);
  });
  console.log(JSON.stringify([Intl.DateTimeFormat().resolvedOptions().locale, found]));
`;

describe('text as it is compared', () => {
  it('is the same for all spellings of a name, and differs for other letters', () => {
    for (const spellings of alike) assert.equal(new Set(spellings.map(foldText)).size, 1, spellings[0]);
    assert.equal(new Set(alike.map(([name = '']) => foldText(name))).size, alike.length);
    assert.notEqual(foldText('Ёлка'), foldText('Елка'));
  });

  it('stays the same when it is folded again, and does not depend on case or composition', () =>
    fc.assert(
      fc.property(
        fc.array(anyCharacter).map(letters => letters.join('')),
        text => {
          const folded = foldText(text);
          assert.equal(foldText(folded), folded);
          assert.equal(foldText(text.normalize('NFD')), folded);
          assert.equal(foldText(folded.toUpperCase()), folded);
        },
      ),
    ));

  for (const locale of ['tr_TR', 'lt_LT', 'el_GR', 'ru_RU'])
    it(`finds the same names in the locale ${locale}`, () => {
      const output = execFileSync(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', program],
        {
          cwd: new URL('../../', import.meta.url),
          env: { ...process.env, LC_ALL: `${locale}.UTF-8` },
          encoding: 'utf8',
        },
      );
      const wanted = alike.flatMap((spellings, index) => {
        const first = alike.slice(0, index).flat().length;
        return spellings.map(() => spellings.map((_, at) => first + at));
      });
      assert.deepEqual(JSON.parse(output), [locale.replace('_', '-'), wanted]);
    });
});
