import assert from 'node:assert/strict';
import fc from 'fast-check';
import { builderIssues } from '../../../src/schedule/builderIssue.ts';
import { toBuilder } from '../../../src/schedule/builderReading.ts';
import { alignStart } from '../../../src/schedule/builderRules.ts';
import type { BuilderSchedule, RepeatingSchedule } from '../../../src/schedule/builderSchedule.ts';
import { fromBuilder } from '../../../src/schedule/builderText.ts';
import { predictSet } from '../../../src/schedule/predictor.ts';
import { parseRecurrenceSet } from '../../../src/schedule/recurrenceSet.ts';
import { vectors } from './fixtures.ts';

const two = (value: number) => String(value).padStart(2, '0');
const ascending = <T extends string | number>(values: readonly T[]) =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));

const date = fc
  .tuple(
    fc.integer({ min: 2020, max: 2040 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45), fc.constantFrom(0, 0, 0, 10))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`);
const dateTime = fc.tuple(date, time).map(([day, at]) => `${day}T${at}`);
const list = <T extends string | number>(item: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(item, { minLength, maxLength }).map(ascending);

/** Records with an ordinary prototype, which deepEqual insists on. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { noNullPrototype: true });

const zone = fc.constantFrom(
  { kind: 'utc' } as const,
  { kind: 'floating' } as const,
  { kind: 'named', tzid: 'Europe/Moscow' } as const,
  { kind: 'named', tzid: 'America/New_York' } as const,
);
const weekday = fc.integer({ min: 0, max: 6 });
const monthDays = fc.oneof(
  record({ kind: fc.constant('days' as const), days: list(fc.constantFrom(-1, 1, 15, 28, 31), 1, 3) }),
  record({ kind: fc.constant('weekday' as const), nth: fc.constantFrom(-1, 1, 2, 3, 4, 5), weekday }),
);
const repeat = fc.oneof(
  fc.constant({ unit: 'hour' as const }),
  fc.constant({ unit: 'day' as const }),
  record({ unit: fc.constant('week' as const), weekdays: list(weekday, 1, 5) }),
  record({ unit: fc.constant('month' as const), on: monthDays }),
  record({ unit: fc.constant('year' as const), month: fc.integer({ min: 1, max: 12 }), on: monthDays }),
);
const end = fc.oneof(
  fc.constant({ kind: 'never' as const }),
  record({ kind: fc.constant('onDate' as const), date }),
  record({ kind: fc.constant('afterRuns' as const), count: fc.integer({ min: 1, max: 500 }) }),
);
const repeating: fc.Arbitrary<RepeatingSchedule> = record({
  kind: fc.constant('repeating' as const),
  zone,
  start: date,
  times: list(time, 1, 4),
  repeat,
  interval: fc.integer({ min: 1, max: 9 }),
  end,
  exceptionDates: list(date, 0, 3),
  extraDates: list(dateTime, 0, 3),
})
  .map(schedule => alignStart(schedule))
  .filter(schedule => builderIssues(schedule).length === 0);
const anySchedule: fc.Arbitrary<BuilderSchedule> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'none' as const }) },
  {
    weight: 2,
    arbitrary: record({
      kind: fc.constant('once' as const),
      zone,
      at: dateTime,
      extraDates: list(dateTime, 0, 3),
    }),
  },
  { weight: 20, arbitrary: repeating },
);

const options = { dialect: 'rfc', zone: 'Europe/Moscow' } as const;
const instants = (text: string) =>
  predictSet(parseRecurrenceSet(text), { fromMs: 0, limit: 40 }, options).occurrences.map(
    ({ instantMs }) => instantMs,
  );

const daily: RepeatingSchedule = {
  kind: 'repeating',
  zone: { kind: 'utc' },
  start: '2027-01-04',
  times: ['03:00'],
  repeat: { unit: 'day' },
  interval: 1,
  end: { kind: 'never' },
  exceptionDates: [],
  extraDates: [],
};

describe('the schedule builder', () => {
  it('gets back what it wrote', () => {
    fc.assert(
      fc.property(anySchedule, schedule => {
        const text = fromBuilder(schedule);
        const set = parseRecurrenceSet(text);
        assert.deepEqual(set.problems, [], text);
        assert.deepEqual(toBuilder(set), schedule, text);
      }),
      { numRuns: 2000 },
    );
  });

  it('never lets the start date add a run', () => {
    fc.assert(
      fc.property(repeating, schedule => {
        const set = parseRecurrenceSet(fromBuilder({ ...schedule, exceptionDates: [], extraDates: [] }));
        const [first] = predictSet(set, { fromMs: 0, limit: 1 }, options).occurrences;
        assert.equal(first?.source, 'rule');
      }),
    );
  });

  it('only shows texts whose dates it keeps', () => {
    const texts = vectors.map(({ text }) => text);
    const shown = texts.flatMap(text => {
      const schedule = toBuilder(parseRecurrenceSet(text));
      return schedule && builderIssues(schedule).length === 0 ? [{ text, schedule }] : [];
    });
    assert.ok(shown.length > 20, String(shown.length));
    for (const { text, schedule } of shown) {
      assert.deepEqual(instants(fromBuilder(schedule)), instants(text), text);
    }
  });

  it('writes several times a day with as few rules as they need', () => {
    const regular = fromBuilder({ ...daily, times: ['03:00', '03:30', '15:00', '15:30'] });
    assert.equal(regular, 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,15;BYMINUTE=0,30');
    const irregular = fromBuilder({ ...daily, times: ['03:00', '15:30'] });
    assert.equal(
      irregular,
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=15;BYMINUTE=30',
    );
  });

  it('writes the end of a day in a zone as UTC', () => {
    const schedule = {
      ...daily,
      zone: { kind: 'named', tzid: 'Europe/Moscow' },
      end: { kind: 'onDate', date: '2027-03-31' },
    } as const;
    assert.equal(
      fromBuilder(schedule),
      'DTSTART;TZID=Europe/Moscow:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331T205959Z',
    );
  });

  it('leaves out whole days and adds single dates', () => {
    const text = fromBuilder({
      ...daily,
      times: ['03:00', '15:00'],
      exceptionDates: ['2027-01-06'],
      extraDates: ['2027-01-05T10:00'],
    });
    assert.equal(
      text,
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,15\nRDATE:20270105T100000Z\n' +
        'EXDATE:20270106T030000Z\nEXDATE:20270106T150000Z',
    );
  });

  it('shows a start between runs as an extra date', () => {
    const schedule = toBuilder(parseRecurrenceSet('DTSTART:20270101T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO'));
    assert.equal(schedule?.kind, 'repeating');
    assert.deepEqual(schedule?.kind === 'repeating' && schedule.extraDates, ['2027-01-01T09:00']);
  });

  for (const [reason, text] of [
    ['rule parts it does not have', 'DTSTART:20270104T030000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2'],
    ['an EXRULE', 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU'],
    ['a DTEND', 'DTSTART:20270104T030000Z\nDTEND:20270105T030000Z\nRRULE:FREQ=DAILY'],
    ['no start', 'FREQ=DAILY;BYHOUR=3'],
    ['another property', 'DTSTART:20270104T030000Z\nSUMMARY:Night\nRRULE:FREQ=DAILY'],
    [
      'part of a day left out',
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,15\nEXDATE:20270106T150000Z',
    ],
    ['an error', 'DTSTART:20270104T030000Z\nRRULE:FREQ=DALY'],
    [
      'a start between runs that others count from',
      'DTSTART:20270101T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3',
    ],
    ['a date without a time', 'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY'],
    ['dates in another zone', 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nEXDATE:20270106T030000'],
  ] as const) {
    it(`calls a text custom that has ${reason}`, () => {
      assert.equal(toBuilder(parseRecurrenceSet(text)), undefined);
    });
  }

  it('refuses what can not be written', () => {
    const issues = (change: Partial<RepeatingSchedule>) => builderIssues({ ...daily, ...change });
    assert.deepEqual(issues({ times: [] }), ['timeInvalid']);
    assert.deepEqual(issues({ repeat: { unit: 'week', weekdays: [] } }), ['weekdayMissing']);
    assert.deepEqual(issues({ interval: 0 }), ['intervalInvalid']);
    assert.deepEqual(issues({ start: '2027-02-30' }), ['dateInvalid']);
    assert.deepEqual(issues({ end: { kind: 'onDate', date: '2027-01-03' } }), ['endBeforeStart']);
    assert.deepEqual(issues({ end: { kind: 'afterRuns', count: 3 }, times: ['03:00', '15:30'] }), [
      'countNeedsEvenTimes',
    ]);
    const thirtiethOfFebruary = { unit: 'year', month: 2, on: { kind: 'days', days: [30] } } as const;
    assert.deepEqual(issues({ repeat: thirtiethOfFebruary }), ['neverRuns']);
    assert.throws(() => fromBuilder({ ...daily, times: [] }), RangeError);
  });
});
