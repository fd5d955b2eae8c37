import assert from 'node:assert/strict';
import { createPredictor, predictSet } from '../../../src/recurrence/expand/predictor.ts';
import { parseRecurrenceSet, writeRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { hostileTexts } from '../../support/recurrenceFixtures.ts';

const options = { dialect: 'rfc', zone: 'Europe/Moscow' } as const;
const fromMs = Date.parse('2026-11-20T00:00:00Z');

describe('hostile texts', () => {
  for (const { id, kind, text } of hostileTexts) {
    it(`${id} (${kind}) produce a result and are preserved`, () => {
      const set = parseRecurrenceSet(text);
      assert.ok(writeRecurrenceSet(set) === text);
      const prediction = predictSet(set, { fromMs, limit: 10 }, options);
      assert.ok(prediction.occurrences.length <= 10);
      assert.ok(set.problems.length <= 101);
    });
  }

  it('are recognized as ended if they never run, instead of being abandoned', () => {
    for (const { id, text } of hostileTexts.filter(({ kind }) => kind === 'never')) {
      assert.deepEqual(
        predictSet(parseRecurrenceSet(text), { fromMs }, options),
        {
          kind: 'complete',
          occurrences: [],
        },
        id,
      );
    }
  });

  it('return the runs found so far if there are too many', () => {
    const everySecond = 'DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY';
    const prediction = predictSet(parseRecurrenceSet(everySecond), { fromMs, limit: 1e9 }, options);
    assert.equal(prediction.kind, 'tooMany');
    assert.ok(prediction.occurrences.length > 1000);
    assert.equal(prediction.occurrences[0]?.instantMs, fromMs);
  });

  it('count runs far in the future without stepping through evenly spaced rules', () => {
    const text = 'DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=2147483647';
    const prediction = createPredictor({ ...options, budgetSteps: 500 }).predict(text, { fromMs, limit: 3 });
    assert.equal(prediction.kind, 'limited');
  });

  it('are read only up to the maximum length of a schedule', () => {
    const set = parseRecurrenceSet(`RRULE:FREQ=DAILY\n${'RDATE:20270101T000000Z\n'.repeat(50_000)}`);
    assert.ok(set.lines.length < 3000);
    assert.ok(set.problems.some(problem => problem.code === 'textTooLong' && problem.severity === 'error'));
  });
});

describe('a work budget', () => {
  it('suffices by default to recognize a rule that never runs in any year', () => {
    const text = 'DTSTART:20260105T090000Z\nRRULE:FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1,2,3,4,5,6,7,8,9,10,11';
    const prediction = predictSet(parseRecurrenceSet(text), { fromMs }, options);
    assert.equal(prediction.kind, 'complete');
  });
});
