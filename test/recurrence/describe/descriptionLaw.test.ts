import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLocalizer, englishLocalizer } from '../../../src/base/localizer.ts';
import type { DescribeOptions } from '../../../src/recurrence/describe/describedSet.ts';
import { describeRecurrenceSet } from '../../../src/recurrence/describe/description.ts';
import { predictSet } from '../../../src/recurrence/expand/predictor.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { neighbors, randomSet, textOf } from '../support/randomSets.ts';

/** The minimum for each kind; the environment can request more. */
const setsAtLeast = Number(process.env['DESCRIBED_SETS'] ?? 800);
const firstSeed = Number(process.env['DESCRIBED_SEED'] ?? 1);
const startMs = Date.UTC(2024, 0, 1);
const inBerlin: DescribeOptions = { dialect: 'rfc', zone: 'Europe/Berlin' };
const described = (text: string, localizer = englishLocalizer) =>
  describeRecurrenceSet(parseRecurrenceSet(text), localizer, inBerlin);

describe('a sentence describes only one schedule', () => {
  for (const [language, dialect, start] of [
    ['en', 'rfc', 'DTSTART:20260105T030000Z'],
    ['ru', 'rfc', 'DTSTART:20260105T030000Z'],
    ['en', 'django', 'DTSTART:20260105T030000Z'],
    ['ru', 'rfc', 'DTSTART;TZID=America/New_York:20260105T030000'],
    ['en', 'rfc', 'DTSTART;VALUE=DATE:20260105'],
    ['ru', 'rfc', 'DTSTART:20240229T093015Z'],
  ] as const) {
    it(`in ${language}, ${dialect}, from ${start}`, function () {
      this.timeout(120_000 + setsAtLeast * 50);
      const options: DescribeOptions = { dialect, zone: 'Europe/Berlin' };
      const localizer = createLocalizer(language, message => message);
      const textOfSentence = new Map<string, string>();
      let described = 0;
      const check = (text: string) => {
        described++;
        const sentence = describeRecurrenceSet(parseRecurrenceSet(text, dialect), localizer, options);
        const known = textOfSentence.get(sentence);
        if (known === undefined) textOfSentence.set(sentence, text);
        else if (known !== text) assertSameRuns(known, text, { options, sentence });
      };
      for (let seed = firstSeed; described < setsAtLeast; seed++)
        for (const set of fc.sample(randomSet, { seed, numRuns: 10 }))
          for (const each of [set, ...neighbors(set)]) check(textOf(each, start));
      assert.ok(textOfSentence.size > setsAtLeast / 5);
    });
  }

  for (const language of ['en', 'ru'])
    it(`in ${language}, in the night in which an hour occurs twice`, () => {
      const localizer = createLocalizer(language, message => message);
      const textOfSentence = new Map<string, string>();
      for (const text of fc.sample(nightSet, { seed: 1, numRuns: 1_500 })) {
        const sentence = described(text, localizer);
        const known = textOfSentence.get(sentence);
        if (known === undefined) textOfSentence.set(sentence, text);
        else if (known !== text) assertSameRuns(known, text, { options: inBerlin, sentence });
      }
    });

  it('even when computing the excluded dates would take too long', () => {
    const text =
      'DTSTART:20260105T030000Z\nEXRULE:FREQ=MONTHLY;BYMONTH=6;BYYEARDAY=-1,307;BYMONTHDAY=17,13;BYHOUR=8,20' +
      '\nEXRULE:FREQ=MINUTELY;BYDAY=MO,TU,WE,TH,FR,SA,SU';
    assert.equal(
      described(text),
      'once on January 5, 2026 at 03:00 UTC, except on day 307 and the last day of every year at 08:00 and 20:00 UTC, only on the 13th and 17th of the month, only in June. Exceptions: every minute',
    );
  });

  it('even with dates in addition to hourly rules', () => {
    const sentences = ['20260107', '20260107T120000'].map(excluded =>
      described(`DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=HOURLY\nEXDATE:${excluded}`),
    );
    assert.deepEqual(sentences, [
      'every hour on the hour, except January 7, 2026 at 00:00',
      'every hour on the hour, except January 7, 2026 at 12:00',
    ]);
  });

  it('even when the search for a rule’s only run takes too long', () => {
    const heavy = [
      'EXRULE:FREQ=MINUTELY;UNTIL=20270105T235959Z;BYHOUR=0,6,12,18;BYMINUTE=0,30',
      'EXRULE:FREQ=WEEKLY;INTERVAL=12;BYMONTH=11,12,1,3;BYYEARDAY=174;BYMONTHDAY=11;BYDAY=SA,SU;BYMINUTE=0',
    ];
    const rule = 'RRULE:FREQ=YEARLY;COUNT=1;BYMONTHDAY=11;BYMINUTE=49;BYSETPOS=2';
    const text = ['DTSTART:20260105T030000Z', rule, ...heavy].join('\n');
    assert.match(
      described(text),
      /^every year on the 11th of each month at 03:49 UTC, only the second run of each year, one run only/,
    );
  });

  for (const name of ['RDATE', 'EXDATE'])
    for (const language of ['en', 'ru'])
      it(`in ${language}, with so many ${name} dates that they are grouped`, () => {
        const rule = name === 'EXDATE' ? '\nRRULE:FREQ=HOURLY;INTERVAL=9' : '';
        const textWith = (hours: readonly number[]) =>
          `DTSTART:20260105T030000Z${rule}\n${name}:${hours.map(dateAfterHours).join()}`;
        const localizer = createLocalizer(language, message => message);
        fc.assert(
          fc.property(hoursWithOther, ([hours, index, other]) => {
            const [sentence, otherSentence] = [hours, hours.with(index, other)].map(each =>
              described(textWith(each), localizer),
            );
            assert.notEqual(sentence, otherSentence);
            assert.ok(!sentence?.endsWith('…'));
          }),
          { numRuns: 100, seed: 42 },
        );
      });
});

/** Half hours of the night in which clocks in Berlin go back, at 01:00 UTC. */
const nightDates = fc.uniqueArray(
  fc.integer({ min: -6, max: 8 }).map(step => compact(Date.UTC(2026, 9, 25, 0, 0) + step * 1_800_000)),
  { maxLength: 4 },
);

const nightSet = fc
  .record({
    start: fc.constantFrom('DTSTART;TZID=Europe/Berlin:20261023T023000', 'DTSTART:20261024T003000Z'),
    rules: fc.subarray([
      'RRULE:FREQ=DAILY',
      'RRULE:FREQ=DAILY;COUNT=1',
      'RRULE:FREQ=HOURLY;UNTIL=20261025T013000Z',
    ]),
    dates: nightDates,
    exceptionDates: nightDates,
  })
  .map(({ start, rules, dates, exceptionDates }) =>
    [
      start,
      ...rules,
      ...(dates.length > 0 ? [`RDATE:${dates.join()}`] : []),
      ...(exceptionDates.length > 0 ? [`EXDATE:${exceptionDates.join()}`] : []),
    ].join('\n'),
  );

function compact(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.000/g, '');
}

/** Steps of nine hours produce eight times of day. */
const hoursWithOther = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 60, maxLength: 90 })
  .map(steps => steps.map(step => step * 9))
  .chain(([other = 0, ...hours]) =>
    fc.tuple(fc.constant(hours), fc.nat({ max: hours.length - 1 }), fc.constant(other)),
  );

function dateAfterHours(hours: number): string {
  return compact(Date.UTC(2026, 0, 5, 3 + hours));
}

/** Compares the runs as far as both are known. */
function assertSameRuns(
  a: string,
  b: string,
  { options, sentence }: { options: DescribeOptions; sentence: string },
): void {
  const [left, right] = [runsOf(a, options), runsOf(b, options)];
  const length = Math.min(left.instants.length, right.instants.length);
  const isSame =
    left.instants.slice(0, length).join() === right.instants.slice(0, length).join() &&
    (!left.isComplete || left.instants.length >= right.instants.length) &&
    (!right.isComplete || right.instants.length >= left.instants.length);
  assert.ok(isSame, `“${sentence}” stands for both\n${a}\nand\n${b}`);
}

function runsOf(text: string, options: DescribeOptions) {
  const set = parseRecurrenceSet(text, options.dialect);
  const prediction = predictSet(set, { fromMs: startMs, limit: 100 }, { ...options, budgetSteps: 100_000 });
  return {
    instants: prediction.occurrences.map(({ instantMs }) => instantMs),
    isComplete: prediction.kind === 'complete',
  };
}
