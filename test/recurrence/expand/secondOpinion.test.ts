import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { dateutilRules, isoInstant } from '../../support/recurrenceFixtures.ts';

const predictor = createPredictor({ dialect: 'rfc', zone: 'UTC' });

function ruleDates(start: string, rule: string, fromMs: number, limit: number): string[] {
  const { occurrences } = predictor.predict(`DTSTART:${start}\nRRULE:${rule}`, { fromMs, limit });
  return occurrences.filter(({ source }) => source === 'rule').map(({ instantMs }) => isoInstant(instantMs));
}

describe('random rules', () => {
  it('expand to the same dates as with python-dateutil', () => {
    for (const { id, start, rule, from, occurrences } of dateutilRules) {
      const dates = ruleDates(start, rule, Date.parse(from), 9).filter(date => date < '2121');
      assert.deepEqual(dates.slice(0, occurrences.length), occurrences, `${id} ${start} ${rule}`);
      // A start date that no rule produces takes one of the nine places.
      assert.ok(dates.length === occurrences.length || occurrences.length === 8, id);
    }
  });

  it('expand to the same dates as with a second library, apart from its known errors', () => {
    fc.assert(
      fc.property(randomRule(), fc.integer({ min: 0, max: 800 }), (rule, days) => {
        const start = '20260131T093000Z';
        const fromMs = Date.parse('2026-01-31T09:30:00Z') + days * 86_400_000;
        assert.deepEqual(
          ruleDates(start, rule, fromMs, 4).slice(0, 3),
          libraryDates(start, rule, fromMs),
          rule,
        );
      }),
      { numRuns: 300 },
    );
  });
});

function libraryDates(start: string, rule: string, fromMs: number): string[] {
  const library = new RRuleTemporal({ rruleString: `DTSTART:${start}\nRRULE:${rule}`, maxIterations: 2000 });
  const dates: string[] = [];
  let next = library.next(new Date(fromMs), true);
  while (next && dates.length < 3) {
    dates.push(isoInstant(next.epochMilliseconds));
    next = library.next(new Date(next.epochMilliseconds));
  }
  return dates;
}

/**
 * Each rule has one kind of day, because rrule-temporal 2.2.7 ignores all but one if a yearly rule combines BYDAY,
 * BYMONTHDAY, BYYEARDAY or BYWEEKNO, and it fails for rules that never run.
 */
function randomRule(): fc.Arbitrary<string> {
  const numbers = (min: number, max: number) =>
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 }).map(list => list.join(','));
  const weekdays = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 });
  const days = fc.oneof(
    fc.constant(''),
    weekdays.map(list => `;BYDAY=${list.join(',')}`),
    numbers(1, 28).map(list => `;BYMONTHDAY=${list}`),
  );
  const dayRule = fc.tuple(fc.constantFrom('DAILY', 'MONTHLY', 'YEARLY'), days);
  const weekRule = fc.tuple(
    fc.constant('WEEKLY'),
    weekdays.map(list => `;BYDAY=${list.join(',')}`),
  );
  const hourRule = fc.tuple(fc.constantFrom('HOURLY', 'MINUTELY'), fc.constant(''));
  const minutes = fc.oneof(
    fc.constant(''),
    numbers(0, 59).map(list => `;BYMINUTE=${list}`),
  );
  const end = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 60 }).map(count => `;COUNT=${count}`),
  );
  return fc
    .tuple(fc.oneof(dayRule, weekRule, hourRule), fc.integer({ min: 1, max: 5 }), minutes, end)
    .filter(([[freq], interval, minute]) => !(freq === 'MINUTELY' && interval > 1 && minute !== ''))
    .map(
      ([[freq, day], interval, minute, ending]) =>
        `FREQ=${freq};INTERVAL=${interval}${day}${minute}${ending}`,
    );
}
