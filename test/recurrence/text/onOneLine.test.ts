import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toBuilder } from '../../../src/recurrence/builder/builderReading.ts';
import { moveBySpan } from '../../../src/recurrence/move/movedSet.ts';
import { parseRecurrenceSet, writeRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';
import { rfcExamples, vectors } from '../../support/recurrenceFixtures.ts';
import { problemsOf } from '../support/problemsOf.ts';

const readable = [...vectors, ...rfcExamples]
  .map(({ text }) =>
    text
      .replace(/(?:\r\n|\n)[ \t]/g, '')
      .replace(/[\r\n]+/g, '\n')
      .trim(),
  )
  .filter(text => /^(?:(?:DTSTART|DTEND|RRULE|EXRULE|RDATE|EXDATE)[:;].*(?:\n|$))+$/i.test(text));
const gap = fc.constantFrom(' ', '  ', '\t', '\n ', '\r\n\t');

/** Everything that the set means, without where it is written. */
const meaningOf = (text: string) => {
  const { lines: _, problems: __, ...meaning } = parseRecurrenceSet(text);
  return JSON.parse(
    JSON.stringify(meaning, (key, value) =>
      /^(start|end)$/.test(key) && typeof value === 'number' ? 0 : value,
    ),
  );
};

describe('a schedule whose properties are on one line', () => {
  it('means the same as with a line for each, is stored as it is written, and has a warning for each', () => {
    assert.ok(readable.length > 20);
    fc.assert(
      fc.property(fc.constantFrom(...readable), gap, (text, between) => {
        const oneLine = text.replaceAll('\n', between);
        const set = parseRecurrenceSet(oneLine);
        assert.deepEqual(meaningOf(oneLine), meaningOf(text));
        assert.equal(writeRecurrenceSet(set), oneLine);
        assert.deepEqual(toBuilder(set), toBuilder(parseRecurrenceSet(text)));
        const ownLine = set.problems.filter(({ code }) => code === 'ownLine');
        assert.equal(ownLine.length, text.split('\n').length - 1);
        for (const { start, end, part } of ownLine)
          assert.equal(oneLine.slice(start, end).toUpperCase(), part);
      }),
    );
  });

  it('is read as AWX stores it', () => {
    const texts = [
      'DTSTART:20260105T070000Z RRULE:FREQ=DAILY',
      'DTSTART;TZID=America/New_York:20260105T070000 RRULE:FREQ=DAILY;INTERVAL=1 EXRULE:FREQ=WEEKLY;BYDAY=SU',
    ];
    assert.deepEqual(
      texts.map(text => problemsOf(text)),
      [
        ['warning ownLine RRULE “RRULE”'],
        ['warning ownLine RRULE “RRULE”', 'warning ownLine EXRULE “EXRULE”'],
      ],
    );
  });

  it('is not what an ignored property merely mentions', () => {
    for (const text of ['SUMMARY:Run RRULE:FREQ=DAILY', 'X-NOTE:a DTSTART:20260105T070000Z'])
      assert.equal(parseRecurrenceSet(text).lines.length, 1);
  });

  it('has a line for each after it moved, and stays as written if it does not move', () => {
    const text = 'DTSTART:20260105T070000Z RRULE:FREQ=DAILY;BYHOUR=7';
    const reading = { dialect: 'rfc', zone: utc } as const;
    assert.deepEqual(moveBySpan(text, 3_600_000, reading), {
      kind: 'moved',
      text: 'DTSTART:20260105T080000Z\nRRULE:FREQ=DAILY;BYHOUR=8',
    });
    assert.deepEqual(moveBySpan(text, 0, reading), { kind: 'moved', text });
  });

  it('is read in time however many spaces a text has', () => {
    const spaces = ' '.repeat(60_000);
    assert.equal(parseRecurrenceSet(`DTSTART:20260105T070000Z${spaces}RRULE:FREQ=DAILY`).rules.length, 1);
    assert.equal(parseRecurrenceSet(`DTSTART:20260105T070000Z${spaces}x`).lines.length, 1);
  });
});
