import assert from 'node:assert/strict';
import { builderIssues } from '../../../../src/recurrence/builder/builderIssue.ts';
import {
  builderKinds,
  kindOf,
  monthDayNumbers,
  monthDaysOn,
  withKind,
} from '../../../../src/recurrence/builder/builderKinds.ts';
import { toBuilder } from '../../../../src/recurrence/builder/builderReading.ts';
import { fromBuilder } from '../../../../src/recurrence/builder/builderText.ts';
import { parseRecurrenceSet } from '../../../../src/recurrence/text/recurrenceSet.ts';

/** A Friday. */
const today = '2026-11-20';

describe('kinds of schedules in the builder', () => {
  it('all begin tomorrow night and can be written without further input', () => {
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

  it('keep the fields that both kinds have when one is changed into the other', () => {
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
