import assert from 'node:assert/strict';
import { createLocalizer, englishLocalizer } from '../../../src/base/localizer.ts';
import { describeRecurrenceSet } from '../../../src/recurrence/describe/description.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { isoInstant } from '../../support/recurrenceFixtures.ts';

/**
 * The occurrences that python-dateutil 2.9 computes for a set read by django-recurrence, where other libraries for RFC
 * 5545 may differ.
 */
describe('the dialect of a Django server', () => {
  const russianLocalizer = createLocalizer('ru', message => message);
  const options = { dialect: 'django', zone: 'Europe/Moscow' } as const;
  const predictor = createPredictor(options);
  const runs = (text: string, limit = 10) =>
    predictor
      .predict(text, { fromMs: Date.parse('2027-01-01T00:00:00Z'), limit })
      .occurrences.map(({ instantMs }) => isoInstant(instantMs));
  const sentences = (text: string, dialect: 'django' | 'rfc' = 'django') =>
    [englishLocalizer, russianLocalizer].map(localizer =>
      describeRecurrenceSet(parseRecurrenceSet(text, dialect), localizer, { ...options, dialect }),
    );

  it('ends a rule with COUNT and UNTIL at whichever comes first', () => {
    const rule = 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;COUNT=';
    const twoDays = ['2027-01-04T03:00:00Z', '2027-01-05T03:00:00Z'];
    assert.deepEqual(runs(`${rule}9;UNTIL=20270105T030000Z`), twoDays);
    assert.deepEqual(runs(`${rule}2;UNTIL=20270331T030000Z`), twoDays);
    assert.deepEqual(sentences(`${rule}9;UNTIL=20270105T030000Z`), [
      'every day at 03:00 UTC, 9 times, until January 5, 2027',
      'каждый день в 03:00 UTC, всего 9 раз, по 5 января 2027 г.',
    ]);
  });

  it('also ends a rule with COUNT at DTEND, and reports that', () => {
    const text = 'DTSTART:20270104T030000Z\nDTEND:20270106T120000Z\nRRULE:FREQ=DAILY;COUNT=9';
    assert.deepEqual(runs(text).length, 4);
    assert.match(sentences(text)[0] ?? '', /, 9 times, .*until January 6, 2027$/);
  });

  it('keeps DTEND as a run even when an EXDATE names it', () => {
    const text =
      'DTSTART:20270104T030000Z\nDTEND:20270106T030000Z\nRRULE:FREQ=DAILY\nEXDATE:20270105T030000Z\nEXDATE:20270106T030000Z';
    assert.deepEqual(runs(text), ['2027-01-04T03:00:00Z', '2027-01-06T03:00:00Z']);
  });

  it('includes every day of a week that is specified only by its number', () => {
    const text = 'DTSTART:20270519T030000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=20';
    assert.deepEqual(
      runs(text, 6).map(run => run.slice(0, 10)),
      ['2027-05-19', '2027-05-20', '2027-05-21', '2027-05-22', '2027-05-23', '2028-05-15'],
    );
    assert.deepEqual(sentences(text), [
      'every day in week 20 of the year at 03:00 UTC',
      'каждый день на 20-й неделе года в 03:00 UTC',
    ]);
    assert.match(sentences(text, 'rfc')[0] ?? '', /^every Wednesday in week 20/);
  });

  it('runs at the times of a rule whose start is a date', () => {
    const text = 'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY;BYHOUR=3';
    assert.deepEqual(runs(text, 3), ['2027-01-03T21:00:00Z', '2027-01-04T00:00:00Z', '2027-01-05T00:00:00Z']);
    assert.match(sentences(text)[0] ?? '', /^every day at 03:00/);
    assert.equal(sentences(text, 'rfc')[0], 'every day at 00:00');
  });
});
