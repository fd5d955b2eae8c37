import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toBuilder } from '../../../src/recurrence/builder/builderReading.ts';
import { firstRunWall } from '../../../src/recurrence/builder/builderRules.ts';
import type { BuilderSchedule, RepeatingSchedule } from '../../../src/recurrence/builder/builderSchedule.ts';
import { builderIssues, fromBuilder } from '../../../src/recurrence/builder/builderText.ts';
import { type PredictorOptions, predictSet } from '../../../src/recurrence/expand/predictor.ts';
import { localDate } from '../../../src/recurrence/text/dateTimeValue.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { vectors } from '../../support/recurrenceFixtures.ts';
import { randomSet, textOf } from '../support/randomSets.ts';

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

/** Records with an ordinary prototype, as `deepEqual` requires. */
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
  .map(schedule => {
    // Servers treat DTSTART itself as a run, so a start between runs would add an unwanted one.
    const firstRun = firstRunWall(schedule);
    return firstRun === undefined ? schedule : { ...schedule, start: localDate(firstRun) };
  })
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
/** Servers treat DTSTART itself as a run. */
const django = { dialect: 'django', zone: 'UTC' } as const;
const runsOf = (text: string, reading: PredictorOptions = options) =>
  predictSet(parseRecurrenceSet(text), { fromMs: 0, limit: 40 }, reading).occurrences.map(
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
  it('reads back exactly what it wrote', () => {
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

  it('shows only texts whose dates it preserves', () => {
    const texts = vectors.map(({ text }) => text);
    const shown = texts.flatMap(text => {
      const schedule = toBuilder(parseRecurrenceSet(text));
      return schedule && builderIssues(schedule).length === 0 ? [{ text, schedule }] : [];
    });
    assert.ok(shown.length > 20, String(shown.length));
    for (const { text, schedule } of shown) {
      assert.deepEqual(runsOf(fromBuilder(schedule)), runsOf(text), text);
    }
  });

  it('writes several times a day with as few rules as possible', () => {
    const regular = fromBuilder({ ...daily, times: ['03:00', '03:30', '15:00', '15:30'] });
    assert.equal(regular, 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,15;BYMINUTE=0,30');
    const irregular = fromBuilder({ ...daily, times: ['03:00', '15:30'] });
    assert.equal(
      irregular,
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=15;BYMINUTE=30',
    );
  });

  it('excludes whole days and adds single dates', () => {
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

  for (const [text, start] of [
    ['DTSTART:20270106T033000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2027-01-18'],
    ['DTSTART:20270104T033000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', '2027-01-07'],
    ['DTSTART:20270120T033000Z\nRRULE:FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15', '2027-03-15'],
  ] as const) {
    it(`counts the interval from the first run of the rule: ${text.replace('\n', ' ')}`, () => {
      const schedule = toBuilder(parseRecurrenceSet(text));
      assert.ok(schedule?.kind === 'repeating');
      assert.equal(schedule.start, start);
      assert.deepEqual(runsOf(fromBuilder(schedule), django), runsOf(text, django));
    });
  }

  it('preserves the runs of any text that it shows', () => {
    let shown = 0;
    for (const set of fc.sample(randomSet, { seed: 7, numRuns: 3_000 })) {
      const text = textOf(set, 'DTSTART:20270106T030000Z');
      const schedule = toBuilder(parseRecurrenceSet(text));
      if (schedule === undefined || builderIssues(schedule).length > 0) continue;
      shown++;
      assert.deepEqual(runsOf(fromBuilder(schedule), django), runsOf(text, django), text);
    }
    assert.ok(shown > 100, `${shown}`);
  });

  for (const [reason, text] of [
    ['an EXRULE', 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU'],
    ['a DTEND', 'DTSTART:20270104T030000Z\nDTEND:20270105T030000Z\nRRULE:FREQ=DAILY'],
    ['another property', 'DTSTART:20270104T030000Z\nSUMMARY:Night\nRRULE:FREQ=DAILY'],
    ['an error', 'DTSTART:20270104T030000Z\nRRULE:FREQ=DALY'],
    ['a date without a time', 'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY'],
    [
      'part of a day left out',
      `DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,15\nEXDATE:20270106T150000Z`,
    ],
  ] as const) {
    it(`calls a text custom that has ${reason}`, () => {
      assert.equal(toBuilder(parseRecurrenceSet(text)), undefined);
    });
  }

  it('rejects what cannot be written', () => {
    const thirtiethOfFebruary = { unit: 'year', month: 2, on: { kind: 'days', days: [30] } } as const;
    assert.deepEqual(builderIssues({ ...daily, repeat: thirtiethOfFebruary }), ['neverRuns']);
    assert.throws(() => fromBuilder({ ...daily, times: [] }), RangeError);
  });
});
