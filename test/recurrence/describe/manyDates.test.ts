import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import {
  describeRecurrenceSet,
  describeRecurrenceSetBriefly,
} from '../../../src/recurrence/describe/description.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';

const options = { dialect: 'rfc', zone: 'Europe/Moscow' } as const;
const dayMs = 86_400_000;

function described(text: string): [string, string] {
  const set = parseRecurrenceSet(text);
  return [
    describeRecurrenceSet(set, englishLocalizer, options),
    describeRecurrenceSetBriefly(set, englishLocalizer, options),
  ];
}

/** This many dates at 03:00, this many days apart. */
const dates = (from: string, count: number, days = 1) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${from}T03:00:00Z`) + index * days * dayMs).toISOString().slice(0, 19),
  )
    .join()
    .replace(/[-:]/g, '');
describe('very many dates', () => {
  const many = `DTSTART:20270101T030000\nRDATE:${dates('2027-01-02', 520)}`;
  const months =
    'February 1–28, 2027; March 1–31, 2027; April 1–30, 2027; May 1–31, 2027; June 1–30, 2027; July 1–31, 2027; ' +
    'August 1–31, 2027; September 1–30, 2027; October 1–31, 2027; November 1–30, 2027; December 1–31, 2027; ' +
    'January 1–31, 2028; February 1–29, 2028; March 1–31, 2028; April 1–30, 2028; May 1–31, 2028; June 1–4, 2028';

  it('are described without expanding them all, and without the excluded ones', () => {
    const all = `521 runs at 03:00: January 1–31, 2027; ${months}`;
    assert.deepEqual(described(many), [all, 'Jan 1, 2027 03:00…']);
    assert.equal(
      described(`${many}\nEXDATE:20270103T030000`)[0],
      `520 runs at 03:00: January 1, 2 and 4–31, 2027; ${months}`,
    );
    assert.equal(
      described(`${many}\nEXRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=3`)[0],
      `${all}. Exceptions: every Sunday at 03:00, 3 times`,
    );
  });

  it('are named if a rule may produce them, after forty that it does produce', () => {
    const weekly = 'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY\nRDATE:';
    assert.equal(described(weekly + dates('2027-01-11', 39, 7))[0], 'every Monday at 03:00');
    assert.equal(
      described(weekly + dates('2027-01-11', 40, 7))[0],
      'every Monday at 03:00, and also on October 11, 2027 at 03:00',
    );
  });

  it('are described as whole days if no run is left, up to forty excluded ones', () => {
    const daily = 'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:';
    assert.equal(
      described(daily + dates('2027-01-05', 40))[0],
      'every day at 03:00. 40 excluded days: January 5–31, 2027; February 1–13, 2027',
    );
    assert.equal(
      described(daily + dates('2027-01-05', 41))[0],
      'every day at 03:00. 41 excluded runs at 03:00: January 5–31, 2027; February 1–14, 2027',
    );
  });
});

describe('very many times', () => {
  const daily = (parts: string) => described(`DTSTART:20270104T030000\nRRULE:FREQ=DAILY;${parts}`);

  it('are listed up to six, and then described as even spans where possible', () => {
    assert.deepEqual(daily('BYHOUR=3,4,5,6,7,8'), [
      'every day at 03:00, 04:00, 05:00, 06:00, 07:00 and 08:00',
      'daily 03:00, 04:00, 05:00, 06:00, 07:00, 08:00',
    ]);
    assert.deepEqual(daily('BYHOUR=3,4,5,6,7,8,9'), [
      'every day, every hour from 03:00 to 09:00',
      'daily 7× 03:00–09:00',
    ]);
  });

  it('end on a day, or at a time between the first and the last one', () => {
    const endOf = (parts: string) => /until .*$/.exec(daily(parts)[1])?.[0];
    const even = 'BYHOUR=8,9,10,11,12,13,14;UNTIL=20270331T';
    assert.equal(endOf(`${even}075959`), 'until March 30, 2027');
    assert.equal(endOf(`${even}120000`), 'until March 31, 2027 at 12:00');
  });
});
