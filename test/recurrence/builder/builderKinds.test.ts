import assert from 'node:assert/strict';
import { toBuilder } from '../../../src/recurrence/builder/builderReading.ts';
import {
  builderKinds,
  freeDayAfter,
  kindOf,
  losesSomething,
  monthDayNumbers,
  monthDaysOn,
  type RepeatingSchedule,
  withKind,
} from '../../../src/recurrence/builder/builderSchedule.ts';
import { builderIssues, fromBuilder } from '../../../src/recurrence/builder/builderText.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';

/** A Friday. */
const today = '2026-11-20';

describe('kinds of schedules in the builder', () => {
  it('all start tomorrow night, and can be written without further input', () => {
    const texts = Object.fromEntries(
      builderKinds.map(kind => [kind, fromBuilder(withKind(undefined, kind, today))]),
    );
    assert.deepEqual(texts, {
      none: '',
      once: 'DTSTART:20261121T030000Z',
      hourly: 'DTSTART:20261121T030000Z\nRRULE:FREQ=HOURLY',
      daily: 'DTSTART:20261121T030000Z\nRRULE:FREQ=DAILY',
      weekly: 'DTSTART:20261121T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=SA',
      monthly: 'DTSTART:20261121T030000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=21',
      yearly: 'DTSTART:20261121T030000Z\nRRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=21',
    });
  });

  it('can each be changed into any other', () => {
    for (const from of builderKinds) {
      for (const to of builderKinds) {
        const changed = withKind(withKind(undefined, from, today), to, today);
        assert.equal(kindOf(changed), to);
        assert.deepEqual(builderIssues(changed), [], `${from} to ${to}`);
        assert.equal(kindOf(toBuilder(parseRecurrenceSet(fromBuilder(changed))) ?? { kind: 'none' }), to);
      }
    }
  });

  it('keep their common fields when one kind is changed into another', () => {
    const text =
      'DTSTART:20270104T043000Z\nRRULE:FREQ=WEEKLY;UNTIL=20270331T235959Z;BYDAY=MO,TH\nRDATE:20270110T120000Z\nEXDATE:20270111T043000Z';
    const weekly = toBuilder(parseRecurrenceSet(text));
    assert.equal(
      fromBuilder(withKind(weekly, 'daily', today)),
      text.replace('WEEKLY', 'DAILY').replace(';BYDAY=MO,TH', ''),
    );
    assert.equal(
      fromBuilder(withKind(weekly, 'once', today)),
      'DTSTART:20270104T043000Z\nRDATE:20270110T120000Z',
    );
    assert.equal(fromBuilder(withKind(weekly, 'weekly', today)), text);
  });

  it('keep the interval only if the unit stays the same, and the n-th weekday of months and years', () => {
    const shown = (text: string) => toBuilder(parseRecurrenceSet(text));
    const biweekly = shown('DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO');
    assert.match(fromBuilder(withKind(biweekly, 'weekly', today)), /INTERVAL=2/);
    assert.doesNotMatch(fromBuilder(withKind(biweekly, 'daily', today)), /INTERVAL/);
    const monthly = shown('DTSTART:20270104T030000Z\nRRULE:FREQ=MONTHLY;BYDAY=1MO');
    assert.match(fromBuilder(withKind(monthly, 'yearly', today)), /FREQ=YEARLY;BYMONTH=1;BYDAY=1MO$/);
  });

  it('keep only the first time when changed into hourly, and none if the start is open', () => {
    const shown = (text: string) => toBuilder(parseRecurrenceSet(text));
    const twice = shown(
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,15\nEXDATE:20270105T030000Z,20270105T150000Z',
    );
    assert.equal(
      fromBuilder(withKind(twice, 'hourly', today)),
      'DTSTART:20270104T030000Z\nRRULE:FREQ=HOURLY',
    );
    assert.equal(fromBuilder(withKind(twice, 'once', today)), 'DTSTART:20270104T030000Z');
    const open = shown('RRULE:FREQ=DAILY;BYHOUR=5;BYMINUTE=0');
    assert.equal(fromBuilder(withKind(open, 'hourly', today)), 'RRULE:FREQ=HOURLY');
    assert.equal(fromBuilder(withKind(open, 'once', today)), 'DTSTART:20261121T050000');
  });

  it('keep the date, the time and additional dates when a single date becomes repeated', () => {
    const once = toBuilder(
      parseRecurrenceSet(
        'DTSTART;TZID=Europe/Berlin:20270104T043000\nRDATE;TZID=Europe/Berlin:20270110T120000',
      ),
    );
    assert.equal(
      fromBuilder(withKind(once, 'daily', today)),
      'DTSTART;TZID=Europe/Berlin:20270104T043000\nRRULE:FREQ=DAILY\nRDATE;TZID=Europe/Berlin:20270110T120000',
    );
  });

  it('count as losing something if times or skipped days are dropped', () => {
    const before: RepeatingSchedule = {
      ...{ kind: 'repeating', zone: { kind: 'utc' }, start: '2027-01-04', times: ['03:00', '15:00'] },
      ...{ repeat: { unit: 'day' }, interval: 1, end: { kind: 'never' } },
      ...{ exceptionDates: ['2027-01-06'], extraDates: [] },
    };
    const once = { kind: 'once', zone: { kind: 'utc' }, at: '2027-01-04T03:00', extraDates: [] } as const;
    assert.equal(losesSomething(undefined, before), true);
    assert.equal(losesSomething(before, before), false);
    assert.equal(losesSomething(before, { ...before, times: ['03:00'] }), true);
    assert.equal(losesSomething(before, { ...before, exceptionDates: [] }), true);
    assert.equal(losesSomething(before, once), true);
    assert.equal(losesSomething({ ...before, exceptionDates: [] }, once), false);
    assert.equal(losesSomething(before, { kind: 'none' }), false);
    assert.equal(losesSomething(once, before), false);
  });

  it('propose the next free day', () => {
    assert.equal(freeDayAfter('2027-01-04', []), '2027-01-05');
    assert.equal(freeDayAfter('2027-01-04', ['2027-01-05T10:00', '2027-01-06']), '2027-01-07');
  });

  it('turn a day of the month into its weekday and back', () => {
    assert.deepEqual(monthDaysOn('weekday', '2026-11-20'), { kind: 'weekday', nth: 3, weekday: 4 });
    assert.deepEqual(monthDaysOn('weekday', '2026-11-30'), { kind: 'weekday', nth: 4, weekday: 0 });
    assert.deepEqual(monthDaysOn('days', '2026-11-20'), { kind: 'days', days: [20] });
  });

  it('accept days of the month as people write them', () => {
    assert.deepEqual(monthDayNumbers('15, 1;15 und 31'), [1, 15, 31]);
    assert.deepEqual(monthDayNumbers('32, 0, x'), []);
  });
});
