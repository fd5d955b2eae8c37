import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isBlankFilter } from '../../../src/store/filter/filterText.ts';

/** What variables that are not set leave of a filter: spaces, quotation marks, separators and invisible characters. */
const nothing = fc.string({
  unit: fc.constantFrom(...' \t\n\u00a0\u2003\u200b\u2060\ufeff\u3164\u2800"“”«»-,;/|&:.'),
  maxLength: 12,
});
const word = fc.constantFrom('nightly', '@enabled', '#12', 'Б', '東京', '⚙️');

describe('a filter', () => {
  it('is blank if nobody can see a word in it', () => {
    for (const text of [
      '',
      ' ',
      '""',
      '-""',
      '"" ""',
      '« »',
      '-',
      '@',
      '#',
      '-@ ,',
      '\u00a0',
      '\u200b\u2060',
      '\u3164',
    ])
      assert.equal(isBlankFilter(text), true, JSON.stringify(text));
    fc.assert(fc.property(nothing, text => isBlankFilter(text)));
  });

  it('is blank if a name behind “device” or “group” is missing, so that another part stands there', () => {
    const kinds = new Map([['device', 'device']]);
    for (const text of ['-device @enabled', 'device -@enabled', '-device \u2800 @enabled', '-device - x'])
      assert.equal(isBlankFilter(text, kinds), true, JSON.stringify(text));
    for (const text of ['-device "@lab"', 'device PC-1 @enabled', '@enabled device', 'device "-1"'])
      assert.equal(isBlankFilter(text, kinds), false, JSON.stringify(text));
  });

  it('is blank if a name in it is empty, whatever else it says', () => {
    for (const text of ['device ""', '@enabled device " "', 'nightly ""', '@enabled -""', '"\u200b" @ended'])
      assert.equal(isBlankFilter(text), true, JSON.stringify(text));
  });

  it('is not blank if it has words, terms and names', () => {
    for (const text of ['device "PC 042"', '-nightly', '“ночное”', 'a,b', 'x -y', '№', '"-5"'])
      assert.equal(isBlankFilter(text), false, JSON.stringify(text));
    const spaces = fc.string({ unit: fc.constantFrom(' ', '\u00a0', '-'), maxLength: 3 });
    fc.assert(
      fc.property(spaces, word, spaces, (before, text, after) => !isBlankFilter(`${before}${text}${after}`)),
    );
  });
});
