import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRecurrenceSet, writeRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { rfcExamples, vectors } from '../../support/recurrenceFixtures.ts';

const pieces = fc.constantFrom(
  'DTSTART',
  'RRULE',
  'EXDATE',
  ';TZID=Europe/Moscow',
  ';VALUE=DATE',
  ':',
  '20270101T030000Z',
  '20270101',
  'FREQ=DAILY',
  ';BYDAY=MO,-1FR',
  ';UNTIL=',
  ',',
  ';',
  '=',
  '"',
  ' ',
  '\t',
  '\r\n',
  '\n',
  '\r',
  '\n ',
  '\r\n\t',
);
const propertyLikeText = fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(''));
const anyText = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), propertyLikeText);

const knownTexts = [...vectors, ...rfcExamples].map(({ text }) => text);

describe('a recurrence set', () => {
  it('is written back byte for byte, whatever the text', () => {
    fc.assert(
      fc.property(anyText, text => {
        assert.equal(writeRecurrenceSet(parseRecurrenceSet(text)), text);
      }),
      { numRuns: 3000 },
    );
    for (const text of knownTexts) {
      assert.equal(writeRecurrenceSet(parseRecurrenceSet(text)), text);
    }
  });

  it('has the same meaning after parsing, writing and parsing again', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom(...knownTexts)), text => {
        const once = parseRecurrenceSet(text);
        const twice = parseRecurrenceSet(writeRecurrenceSet(once));
        assert.equal(JSON.stringify(twice), JSON.stringify(once));
      }),
      { numRuns: 1000 },
    );
  });

  it('reports problems only at positions inside the text', () => {
    fc.assert(
      fc.property(anyText, text => {
        for (const { start, end } of parseRecurrenceSet(text).problems) {
          assert.ok(start >= 0 && start <= end && end <= text.length);
        }
      }),
    );
  });

  it('reads a folded text like the same text without folds', () => {
    const texts = fc.constantFrom(...knownTexts.filter(text => !/\n[ \t]/.test(text)));
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('\r\n ', '\n\t'),
        (text, width, fold) => {
          const folded = text.replace(/[^\r\n]+/g, line =>
            line.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${fold}`),
          );
          const { lines: _folded, ...meaning } = parseRecurrenceSet(folded);
          const { lines: _plain, ...expected } = parseRecurrenceSet(text);
          assert.deepEqual({ ...meaning, problems: [] }, { ...expected, problems: [] });
          assert.deepEqual(
            meaning.problems.map(({ code, value }) => [code, value]),
            expected.problems.map(({ code, value }) => [code, value]),
          );
        },
      ),
    );
  });

  it('points to the invalid part across folds', () => {
    const text = 'DTSTART:20260105T090000Z\r\nRRULE:FREQ=DAI\r\n LX;COUNT=3';
    const [problem] = parseRecurrenceSet(text).problems;
    assert.equal(problem?.code, 'freqUnknown');
    assert.equal(text.slice(problem?.start, problem?.end), 'DAI\r\n LX');
  });

  it('reads a rule without its property name', () => {
    const set = parseRecurrenceSet('FREQ=WEEKLY;BYDAY=MO\n');
    assert.deepEqual(set.problems, []);
    assert.equal(set.rules[0]?.freq, 'WEEKLY');
  });

  it('accepts an unknown TZID in a dialect that ignores it', () => {
    const text = 'DTSTART;TZID=Mars/Olympus:20260105T090000\nRRULE:FREQ=DAILY';
    assert.equal(parseRecurrenceSet(text, 'rfc').problems[0]?.severity, 'error');
    assert.equal(parseRecurrenceSet(text, 'django').problems[0]?.severity, 'warning');
  });

  it('warns that a date among the exceptions means only midnight', () => {
    const text = 'DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20260106';
    assert.equal(parseRecurrenceSet(text).problems[0]?.code, 'dateBesideTime');
  });

  it('reports a hundred problems, and that there are more', () => {
    const { problems } = parseRecurrenceSet('nonsense\n'.repeat(500));
    assert.equal(problems.length, 101);
    assert.equal(problems.at(-1)?.code, 'tooManyProblems');
  });
});
