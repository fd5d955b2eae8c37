import fc from 'fast-check';

/** The parts of a rule as text; `undefined` omits a part. */
type RuleParts = Readonly<Record<string, string | undefined>>;

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

function numbers(min: number, max: number, maxLength = 3): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength })
    .map(values => values.filter(value => value !== 0).join(',') || '1');
}

const weekdays = fc.oneof(
  fc.constantFrom('MO,TU,WE,TH,FR', 'SA,SU', 'MO,TU,WE,TH,FR,SA,SU', 'MO', 'TH'),
  fc.subarray([...weekdayNames], { minLength: 1 }).map(days => days.join(',')),
);
const numberedWeekdays = fc
  .uniqueArray(fc.tuple(fc.constantFrom('', '1', '2', '5', '-1', '-2'), fc.constantFrom(...weekdayNames)), {
    minLength: 1,
    maxLength: 3,
    selector: ([nth, day]) => nth + day,
  })
  .map(days => days.map(([nth, day]) => nth + day).join(','));

/** The value in one of `odds` cases. */
const rarely = (value: fc.Arbitrary<string>, odds = 5) =>
  fc.oneof({ weight: odds - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const hours = fc.oneof(numbers(0, 23, 4), fc.constantFrom('8,9,10,11,13,14,15,16,17', '8,20', '0,6,12,18'));
const minutes = fc.oneof(numbers(0, 59), fc.constantFrom('0,15,30,45', '0,30', '0'));

const ruleParts: fc.Arbitrary<RuleParts> = fc.record({
  FREQ: fc.constantFrom('YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'),
  INTERVAL: rarely(fc.constantFrom('1', '2', '3', '7', '12', '24', '31', '60', '1440'), 2),
  COUNT: rarely(fc.constantFrom('1', '2', '3', '10')),
  UNTIL: rarely(
    fc.constantFrom('20260301T000000Z', '20260301T030000Z', '20260301T120000Z', '20270105T235959Z'),
  ),
  BYMONTH: rarely(numbers(1, 12, 4), 3),
  BYWEEKNO: rarely(numbers(-2, 53, 2), 12),
  BYYEARDAY: rarely(numbers(-2, 366, 2), 12),
  BYMONTHDAY: rarely(numbers(-3, 31), 3),
  BYDAY: rarely(fc.oneof(weekdays, numberedWeekdays), 2),
  BYHOUR: rarely(hours, 3),
  BYMINUTE: rarely(minutes, 4),
  BYSECOND: rarely(fc.constantFrom('0', '30', '0,30'), 10),
  BYSETPOS: rarely(numbers(-2, 3, 2), 5),
  WKST: rarely(fc.constantFrom('MO', 'SU', 'SA'), 5),
});

const instants = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom('030000', '030000', '030000', '120000'))
  .map(
    ([day, time]) =>
      `${new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10).replaceAll('-', '')}T${time}Z`,
  );
const dates = fc.array(instants, { maxLength: 6 });
const rarelyDates = fc.oneof(fc.constant([]), fc.constant([]), dates);

interface RandomSet {
  readonly rules: readonly RuleParts[];
  readonly exceptionRules: readonly RuleParts[];
  readonly dates: readonly string[];
  readonly exceptionDates: readonly string[];
}

const few = (max: number) => fc.oneof(fc.constant(1), fc.constant(1), fc.integer({ min: 0, max }));

const rulesOf = (max: number) =>
  few(max).chain(length => fc.array(ruleParts, { minLength: length, maxLength: length }));

export const randomSet: fc.Arbitrary<RandomSet> = fc.record({
  rules: rulesOf(3),
  exceptionRules: fc.oneof(fc.constant([]), fc.constant([]), rulesOf(2)),
  dates: rarelyDates,
  exceptionDates: rarelyDates,
});

const startLine = 'DTSTART:20260105T030000Z';

export function textOf(set: RandomSet, start = startLine): string {
  return [
    start,
    ...set.rules.map(parts => `RRULE:${ruleText(parts)}`),
    ...set.exceptionRules.map(parts => `EXRULE:${ruleText(parts)}`),
    ...set.dates.map(date => `RDATE:${date}`),
    ...set.exceptionDates.map(date => `EXDATE:${date}`),
  ].join('\n');
}

function ruleText(parts: RuleParts): string {
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(';');
}

/**
 * Sets that differ from this one in a single part, line or date, which are the likeliest to have the same description.
 */
export function neighbors(set: RandomSet): readonly RandomSet[] {
  const without = <Value>(values: readonly Value[]) => values.map((_, index) => values.toSpliced(index, 1));
  const changed = (rules: readonly RuleParts[]) =>
    rules.flatMap((rule, index) =>
      Object.entries(rule)
        .filter(([name, value]) => name !== 'FREQ' && value !== undefined)
        .map(([name]) => rules.with(index, { ...rule, [name]: undefined })),
    );
  return [
    ...[...changed(set.rules), ...without(set.rules)].map(rules => ({ ...set, rules })),
    ...[...changed(set.exceptionRules), ...without(set.exceptionRules)].map(exceptionRules => ({
      ...set,
      exceptionRules,
    })),
    ...without(set.dates).map(left => ({ ...set, dates: left })),
    ...without(set.exceptionDates).map(left => ({ ...set, exceptionDates: left })),
  ];
}
