import assert from 'node:assert/strict';
import { replacementOf, toBuilder } from '../../../src/recurrence/builder/builderReading.ts';
import type { BuilderSchedule, RepeatingSchedule } from '../../../src/recurrence/builder/builderSchedule.ts';
import { builderIssues, fromBuilder } from '../../../src/recurrence/builder/builderText.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';

/** A Monday. */
const start = 'DTSTART:20270104T030000Z';
const shownOf = (text: string) => toBuilder(parseRecurrenceSet(text));
/** The text that the builder writes after reading one that it can show. */
const rewritten = (text: string) => fromBuilder(shownOf(text) ?? assert.fail(`custom: ${text}`));

describe('the rules that the builder shows', () => {
  for (const [rule, written = rule] of [
    ['FREQ=HOURLY'],
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,SU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=4'],
    ['FREQ=MONTHLY;BYMONTHDAY=4,-1', 'FREQ=MONTHLY;BYMONTHDAY=-1,4'],
    ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=4'],
    ['FREQ=DAILY;BYHOUR=3,15\nRRULE:FREQ=DAILY;BYHOUR=4;BYMINUTE=30'],
    [
      'FREQ=DAILY\nRDATE:20270108T120000Z,20270107T120000Z',
      'FREQ=DAILY\nRDATE:20270107T120000Z\nRDATE:20270108T120000Z',
    ],
  ] as const)
    it(`include ${rule.replaceAll('\n', ' ')}`, () => {
      assert.equal(rewritten(`${start}\nRRULE:${rule}`), `${start}\nRRULE:${written}`);
    });

  for (const rule of [
    'FREQ=HOURLY;BYHOUR=3',
    'FREQ=HOURLY\nEXDATE:20270106T030000Z',
    'FREQ=DAILY;BYMONTH=1',
    'FREQ=DAILY;BYHOUR=3;BYSETPOS=1',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    'FREQ=YEARLY;BYMONTH=1,2',
    'FREQ=DAILY\nRRULE:FREQ=DAILY;INTERVAL=2;BYHOUR=5',
    // The start is later than another time on its own day.
    'FREQ=DAILY;BYHOUR=1',
    // The interval counts from the start, but the day of the start has another run.
    'FREQ=DAILY;INTERVAL=2;BYHOUR=5',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  ])
    it(`do not include ${rule.replaceAll('\n', ' ')}`, () => {
      assert.equal(shownOf(`${start}\nRRULE:${rule}`), undefined);
    });

  for (const [rule, written] of [
    ['FREQ=WEEKLY;BYDAY=TU', 'DTSTART:20270105T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', 'DTSTART:20270110T030000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU'],
    ['FREQ=MONTHLY;BYDAY=5MO', 'DTSTART:20270329T030000Z\nRRULE:FREQ=MONTHLY;BYDAY=5MO'],
  ] as const)
    it(`start at their first run, and the former start becomes an extra date: ${rule}`, () => {
      assert.equal(rewritten(`${start}\nRRULE:${rule}`), `${written}\nRDATE:20270104T030000Z`);
    });

  for (const [rule, date] of [
    ['FREQ=DAILY;UNTIL=20270331T030000Z', '2027-03-31'],
    ['FREQ=DAILY;UNTIL=20270331T025959Z', '2027-03-30'],
    ['FREQ=DAILY;BYHOUR=3,15;UNTIL=20270331T145959Z', undefined],
    ['FREQ=DAILY;BYHOUR=3,15;UNTIL=20270331T025959Z', '2027-03-30'],
    ['FREQ=DAILY;UNTIL=20270331', undefined],
    ['FREQ=HOURLY;UNTIL=20270331T235958Z', undefined],
  ] as const)
    it(`end ${date === undefined ? 'at no time that it can show' : `on ${date}`}: ${rule}`, () => {
      const shown = shownOf(`${start}\nRRULE:${rule}`);
      assert.deepEqual(shown?.kind === 'repeating' ? shown.end : undefined, date && { kind: 'onDate', date });
    });

  it('end on a day in their zone', () => {
    const zoned = 'DTSTART;TZID=Europe/Moscow:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=';
    assert.equal(rewritten(`${zoned}20270331T205959Z`), `${zoned}20270331T205959Z`);
    // 02:59:59 on the next day in Moscow, before that day’s run.
    assert.equal(rewritten(`${zoned}20270331T235959Z`), `${zoned}20270331T205959Z`);
    assert.equal(shownOf(`${zoned}20270331T235959`), undefined);
    const floating = 'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331T235959';
    assert.equal(rewritten(floating), floating);
    assert.equal(shownOf(`${floating}Z`), undefined);
  });
});

describe('the texts that the builder shows', () => {
  it('may be empty, or single dates', () => {
    assert.deepEqual([shownOf(''), shownOf('\n')], [{ kind: 'none' }, { kind: 'none' }]);
    assert.equal(rewritten(start), start);
    assert.equal(rewritten(`${start}\nRDATE:20270108T120000Z`), `${start}\nRDATE:20270108T120000Z`);
    assert.equal(shownOf(`${start}\nEXDATE:20270108T120000Z`), undefined);
  });

  it('have no parameters except zone and type, and only dates of one form', () => {
    assert.equal(
      rewritten('DTSTART;VALUE=DATE-TIME:20270104T030000Z\nRRULE:FREQ=DAILY'),
      `${start}\nRRULE:FREQ=DAILY`,
    );
    assert.equal(shownOf('DTSTART;X-A=1:20270104T030000Z\nRRULE:FREQ=DAILY'), undefined);
    const zoned = 'DTSTART;TZID=Europe/Moscow:20270104T030000\nRRULE:FREQ=DAILY\nRDATE';
    assert.equal(
      rewritten(`${zoned};TZID=Europe/Moscow:20270105T120000`),
      `${zoned};TZID=Europe/Moscow:20270105T120000`,
    );
    assert.equal(shownOf(`${zoned};TZID=Europe/Berlin:20270105T120000`), undefined);
    assert.equal(shownOf(`${zoned}:20270105T120000`), undefined);
    assert.equal(shownOf(`${zoned}:20270105T120000Z`), undefined);
  });

  for (const [rule, written = rule] of [
    ['FREQ=HOURLY'],
    ['FREQ=DAILY;BYHOUR=3;BYMINUTE=0'],
    ['FREQ=DAILY;BYHOUR=3;BYMINUTE=0\nRRULE:FREQ=DAILY;BYHOUR=5;BYMINUTE=30'],
    ['FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=WEEKLY;BYDAY=MO;WKST=SU', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=1MO'],
    [
      'FREQ=DAILY;BYHOUR=3;BYMINUTE=0;UNTIL=20270331T120000',
      'FREQ=DAILY;UNTIL=20270331T235959;BYHOUR=3;BYMINUTE=0',
    ],
  ] as const)
    it(`may have an open start: ${rule.replaceAll('\n', ' ')}`, () => {
      const shown = shownOf(`RRULE:${rule}`);
      assert.ok(shown?.kind === 'repeating' && shown.isStartOpen === true && shown.start === '');
      assert.equal(fromBuilder(shown), `RRULE:${written}`);
    });

  for (const text of [
    'RRULE:FREQ=DAILY\nRDATE:20270105T120000',
    'RDATE:20270105T120000',
    'RRULE:FREQ=DAILY;BYMINUTE=0',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU',
    'RRULE:FREQ=MONTHLY',
    'RRULE:FREQ=YEARLY;BYMONTH=1',
    'RRULE:FREQ=DAILY;UNTIL=20270331T120000',
    'RRULE:FREQ=DAILY;UNTIL=20270331T235959Z',
  ])
    it(`do not include one whose runs depend on an open start: ${text.replaceAll('\n', ' ')}`, () => {
      assert.equal(shownOf(text), undefined);
    });
});

describe('the replacement for a text that the builder cannot show', () => {
  const replaced = (text: string) => {
    const {
      zone,
      start: day,
      times,
      end,
      exceptionDates,
      extraDates,
    } = replacementOf(parseRecurrenceSet(text), '2026-11-20');
    return { zone, day, times, end, exceptionDates, extraDates };
  };
  const nothing = {
    ...{ zone: { kind: 'utc' }, day: '2026-11-21', times: ['03:00'], end: { kind: 'never' } },
    ...{ exceptionDates: [], extraDates: [] },
  };

  it('is every night from tomorrow on if the text has no start', () => {
    assert.deepEqual(replaced(''), nothing);
    assert.deepEqual(replaced('RRULE:FREQ=WEEKLY'), nothing);
  });

  it('has the times of the rules, unless some are unknown or there are too many', () => {
    const floating = { ...nothing, zone: { kind: 'floating' } };
    assert.deepEqual(replaced('RRULE:FREQ=WEEKLY;BYHOUR=5'), { ...floating, times: ['05:00'] });
    const timesOf = (rules: string) => replaced(`${start}\nRRULE:${rules}`).times;
    assert.deepEqual(timesOf('FREQ=HOURLY\nRRULE:FREQ=DAILY;BYHOUR=5'), ['03:00']);
    assert.deepEqual(timesOf('FREQ=DAILY;BYHOUR=5\nRRULE:FREQ=WEEKLY'), ['03:00', '05:00']);
    assert.deepEqual(timesOf('FREQ=DAILY;BYHOUR=0,1,2,3,4;BYMINUTE=0,10,20,30,40'), ['03:00']);
  });

  it('has the end, and the dates in the form of the start', () => {
    const text = [
      start,
      'RRULE:FREQ=DAILY;BYSETPOS=1;BYDAY=MO;UNTIL=20270331T020000Z',
      'EXDATE:20270105T030000Z',
      'EXDATE:20270109T030000',
      'RDATE:20270107T100000Z,20270106T100000Z',
      'RDATE:20270108T100000',
    ].join('\n');
    assert.deepEqual(replaced(text), {
      ...{ zone: { kind: 'utc' }, day: '2027-01-04', times: ['03:00'] },
      end: { kind: 'onDate', date: '2027-03-30' },
      exceptionDates: ['2027-01-05'],
      extraDates: ['2027-01-06T10:00', '2027-01-07T10:00'],
    });
    const zoned = [
      'DTSTART;TZID=Europe/Berlin:20270104T043000',
      'RDATE;TZID=Europe/Moscow:20270105T100000',
      'RDATE;TZID=Europe/Berlin:20270106T100000',
      'EXDATE;TZID=Europe/Berlin:20270105T100000',
    ].join('\n');
    assert.deepEqual(replaced(zoned), {
      ...nothing,
      ...{ zone: { kind: 'named', tzid: 'Europe/Berlin' }, day: '2027-01-04', times: ['04:30'] },
      extraDates: ['2027-01-06T10:00'],
    });
  });
});

describe('the checks of a schedule', () => {
  const daily: RepeatingSchedule = {
    ...{ kind: 'repeating', zone: { kind: 'utc' }, start: '2027-01-04', times: ['03:00'] },
    ...{ repeat: { unit: 'day' }, interval: 1, end: { kind: 'never' }, exceptionDates: [], extraDates: [] },
  };
  const once: BuilderSchedule = {
    kind: 'once',
    zone: { kind: 'utc' },
    at: '2027-01-04T03:00',
    extraDates: [],
  };
  const hourly = { unit: 'hour' } as const;

  for (const [what, schedule, ...expected] of [
    ['a daily schedule', daily],
    ['a single date that does not exist', { ...once, at: '2027-02-30T03:00' }, 'dateInvalid'],
    ['a skipped day that does not exist', { ...daily, exceptionDates: ['2027-02-30'] }, 'dateInvalid'],
    ['an unknown zone', { ...once, zone: { kind: 'named', tzid: 'Mars/Olympus' } }, 'zoneUnknown'],
    ['a missing time', { ...daily, times: [] }, 'timeInvalid'],
    ['a time that does not exist', { ...daily, times: ['03:00', '24:00'] }, 'timeInvalid'],
    ['an open start without a time', { ...daily, start: '', isStartOpen: true, times: [] }],
    ['a missing weekday', { ...daily, repeat: { unit: 'week', weekdays: [] } }, 'weekdayMissing'],
    [
      'a missing day',
      { ...daily, repeat: { unit: 'month', on: { kind: 'days', days: [] } } },
      'monthDayMissing',
    ],
    ['an interval of zero', { ...daily, interval: 0 }, 'intervalInvalid'],
    [
      'an hourly schedule with two times',
      { ...daily, repeat: hourly, times: ['03:00', '04:00'] },
      'hourlyTimes',
    ],
    [
      'an hourly schedule with a time but no start',
      { ...daily, repeat: hourly, start: '', isStartOpen: true },
      'hourlyTimes',
    ],
    ['an end before its start', { ...daily, end: { kind: 'onDate', date: '2027-01-03' } }, 'endBeforeStart'],
    ['zero runs', { ...daily, end: { kind: 'afterRuns', count: 0 } }, 'countInvalid'],
    [
      'runs at times that need two rules',
      { ...daily, times: ['03:00', '15:30'], end: { kind: 'afterRuns', count: 3 } },
      'countNeedsEvenTimes',
    ],
    [
      'runs at times that need one rule',
      { ...daily, times: ['03:00', '15:00'], end: { kind: 'afterRuns', count: 3 } },
    ],
    [
      'several issues, each once',
      { ...daily, start: 'x', extraDates: ['x'], interval: 0, end: { kind: 'afterRuns', count: 0 } },
      'dateInvalid',
      'intervalInvalid',
    ],
  ] as const satisfies readonly (readonly [string, BuilderSchedule, ...string[]])[])
    it(`${expected.length === 0 ? 'accept' : 'report'} ${what}`, () => {
      assert.deepEqual(builderIssues(schedule), expected);
    });
});
