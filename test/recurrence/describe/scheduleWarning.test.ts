import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { scheduleWarnings, scheduleWarningText } from '../../../src/recurrence/describe/scheduleWarning.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { hostileTexts } from '../../support/recurrenceFixtures.ts';

const options = {
  dialect: 'rfc',
  zone: 'America/New_York',
  readerZone: 'America/New_York',
  nowMs: Date.parse('2026-11-20T00:00:00Z'),
} as const;

function kinds(text: string, change: Partial<Parameters<typeof scheduleWarnings>[1]> = {}): string[] {
  return scheduleWarnings(parseRecurrenceSet(text), { ...options, ...change }).map(({ kind }) => kind);
}

describe('warnings about a schedule', () => {
  it('are empty for an ordinary one, and for no schedule', () => {
    assert.deepEqual(kinds('DTSTART:20270104T040000\nRRULE:FREQ=WEEKLY;BYDAY=MO'), []);
    assert.deepEqual(kinds(''), []);
  });

  it('report one that never runs', () => {
    assert.deepEqual(kinds('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), ['neverRuns']);
    assert.deepEqual(kinds('DTSTART:20270104T040000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), [
      'ruleNeverRuns',
    ]);
  });

  it('report one that has ended', () => {
    assert.deepEqual(kinds('DTSTART:20250104T040000\nRRULE:FREQ=DAILY;COUNT=3'), ['ended']);
    assert.deepEqual(kinds('DTSTART:20250104T040000'), ['ended']);
  });

  it('ignore that the next run is far in the future', () => {
    assert.deepEqual(kinds('DTSTART:20400104T040000\nRRULE:FREQ=DAILY;COUNT=3'), []);
  });

  it('report that the weekday is different in the reader’s zone', () => {
    const text = 'DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO';
    assert.deepEqual(kinds(text), ['weekdayShifts']);
    assert.deepEqual(kinds(text, { readerZone: 'Europe/Moscow' }), []);
    assert.deepEqual(kinds('DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY'), []);
  });

  it('report an excluded date that matches no run', () => {
    const weekly = 'DTSTART:20270104T040000\nRRULE:FREQ=WEEKLY;BYDAY=MO\nEXDATE:';
    assert.deepEqual(kinds(`${weekly}20270112T040000`), ['exceptionMissesRuns']);
    assert.deepEqual(kinds(`${weekly}20270111T040000`), []);
    assert.deepEqual(kinds(`${weekly}20260112T040000`), [], 'it is over');
  });

  it('report that daylight saving skips or doubles a time', () => {
    assert.deepEqual(kinds('DTSTART:20270104T023000\nRRULE:FREQ=DAILY'), ['skipped']);
    assert.deepEqual(kinds('DTSTART:20270104T013000\nRRULE:FREQ=DAILY'), ['doubled']);
  });

  it('show the example in the reader’s time zone', () => {
    const set = parseRecurrenceSet('DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO');
    const [warning] = scheduleWarnings(set, options);
    assert.ok(warning);
    assert.match(
      scheduleWarningText(warning, englishLocalizer, options.readerZone),
      /Sunday, January 3, 2027/,
    );
  });

  it('are computed in finite time for any text', () => {
    for (const { text } of hostileTexts) {
      assert.ok(kinds(text).length <= 4);
    }
  });
});
