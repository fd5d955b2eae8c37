import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scheduleStates } from '../../../src/recurrence/expand/nextRuns.ts';
import { createPredictor, type PredictionWindow } from '../../../src/recurrence/expand/predictor.ts';
import { hostileTexts, isoInstant, vectors } from '../../support/recurrenceFixtures.ts';

const predictor = createPredictor({ dialect: 'rfc', zone: 'America/New_York' });
const django = createPredictor({ dialect: 'django', zone: 'Europe/Moscow' });

function window(from: string, limit: number): PredictionWindow {
  return { fromMs: Date.parse(from), limit };
}

function summary(text: string, from: string, limit = 3, using = predictor): string[] {
  return using
    .predict(text, window(from, limit))
    .occurrences.map(({ instantMs, source, clockChange }) =>
      [isoInstant(instantMs), source, ...(clockChange ? [clockChange] : [])].join(' '),
    );
}

describe('a prediction', () => {
  it('labels a start date that no rule produces', () => {
    assert.deepEqual(
      summary('DTSTART:20270101T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO', '2027-01-01T00:00:00Z', 2),
      ['2027-01-01T09:00:00Z start', '2027-01-04T09:00:00Z rule'],
    );
  });

  it('treats DTEND as a run and an end only in the Django dialect', () => {
    const text = 'DTSTART:20270101T090000Z\nDTEND:20270103T120000Z\nRRULE:FREQ=DAILY\nRDATE:20270104T090000Z';
    assert.deepEqual(summary(text, '2027-01-02T00:00:00Z', 9, django), [
      '2027-01-02T09:00:00Z rule',
      '2027-01-03T09:00:00Z rule',
      '2027-01-03T12:00:00Z end',
    ]);
  });

  it('reads a skipped time with the offset before the change, in order, and marks it', () => {
    const text = 'DTSTART:20270313T023000\nRRULE:FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,30';
    assert.deepEqual(summary(text, '2027-03-14T06:00:00Z', 3), [
      '2027-03-14T07:15:00Z rule',
      '2027-03-14T07:30:00Z rule',
      '2027-03-15T06:15:00Z rule',
    ]);
    const skippedOnly = 'DTSTART:20270313T023000\nRRULE:FREQ=DAILY';
    assert.deepEqual(summary(skippedOnly, '2027-03-14T07:10:00Z', 1), ['2027-03-14T07:30:00Z rule skipped']);
  });

  it('uses the first of two equal local times and marks it', () => {
    const text = 'DTSTART:20271106T013000\nRRULE:FREQ=DAILY';
    assert.deepEqual(summary(text, '2027-11-07T00:00:00Z', 2), [
      '2027-11-07T05:30:00Z rule doubled',
      '2027-11-08T06:30:00Z rule',
    ]);
  });

  it('subtracts dates and rules, whatever their zone', () => {
    const text = [
      'DTSTART;TZID=Europe/Moscow:20270104T030000',
      'RRULE:FREQ=DAILY',
      'EXRULE:FREQ=WEEKLY;BYDAY=WE',
      'EXDATE:20270105T000000Z',
    ].join('\n');
    assert.deepEqual(summary(text, '2027-01-01T00:00:00Z'), [
      '2027-01-04T00:00:00Z rule',
      '2027-01-07T00:00:00Z rule',
      '2027-01-08T00:00:00Z rule',
    ]);
  });

  it('subtracts a rule with COUNT, counting from its start', () => {
    const text = 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nEXRULE:FREQ=DAILY;BYMONTH=1;COUNT=3';
    assert.deepEqual(summary(text, '2027-01-06T00:00:00Z', 2), [
      '2027-01-07T03:00:00Z rule',
      '2027-01-08T03:00:00Z rule',
    ]);
  });

  it('subtracts a much more frequent rule without stepping through it', () => {
    const text = 'DTSTART:20270104T030000Z\nRRULE:FREQ=YEARLY\nEXRULE:FREQ=SECONDLY;BYMONTHDAY=5';
    const { kind, occurrences } = predictor.predict(text, window('2027-01-01T00:00:00Z', 5));
    assert.equal(kind, 'limited');
    assert.equal(occurrences.length, 5);
  });

  it('contains each instant once', () => {
    const text =
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;INTERVAL=2\nRDATE:20270105T030000Z';
    assert.deepEqual(summary(text, '2027-01-04T00:00:00Z', 2), [
      '2027-01-04T03:00:00Z rule',
      '2027-01-05T03:00:00Z rule',
    ]);
  });

  it('does not depend on where its window starts', () => {
    const texts = fc.constantFrom(...vectors.filter(({ anchor }) => anchor === undefined));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 8 }), (vector, skipped) => {
        const using = createPredictor({ dialect: vector.dialect, zone: vector.zone });
        const all = using.predict(vector.text, window(vector.from, 10)).occurrences;
        const middle = all[Math.min(skipped, all.length - 1)];
        if (middle) {
          const rest = using.predict(vector.text, { fromMs: middle.instantMs, limit: 5 }).occurrences;
          const expected = all.slice(all.indexOf(middle));
          assert.deepEqual(rest.slice(0, expected.length), expected.slice(0, 5), vector.id);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('next runs of many schedules', () => {
  const nowMs = Date.parse('2026-11-20T00:00:00Z');

  it('are unreadable if a text cannot be read, and never if it does not run again', () => {
    const stateOf = scheduleStates({ dialect: 'rfc', zone: 'UTC' });
    assert.deepEqual(stateOf('every Monday', nowMs).kind, 'unreadable');
    assert.deepEqual(stateOf('DTSTART:20250104T030000Z', nowMs).kind, 'never');
    for (const { text } of hostileTexts) {
      assert.ok(stateOf(text, nowMs).kind);
    }
  });
});
