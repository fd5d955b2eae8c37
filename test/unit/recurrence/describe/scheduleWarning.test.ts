import assert from 'node:assert/strict';
import {
  scheduleWarnings,
  scheduleWarningText,
} from '../../../../src/recurrence/describe/scheduleWarning.ts';
import { parseRecurrenceSet } from '../../../../src/recurrence/text/recurrenceSet.ts';
import { englishLocalizer } from '../../../../src/util/localizer.ts';
import { hostileTexts } from '../../../support/recurrenceFixtures.ts';

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

  it('report that the rule never runs only if none of the rules does', () => {
    const never = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30';
    const start = 'DTSTART:20270104T040000';
    assert.deepEqual(kinds(`${start}\n${never}\nRDATE:20270105T050000,20270106T050000`), ['ruleNeverRuns']);
    assert.deepEqual(kinds(`${start}\n${never}\nRRULE:FREQ=DAILY`), []);
    assert.deepEqual(kinds(`${start}\nRDATE:20270105T050000`), []);
    assert.deepEqual(kinds(`${start}\nRRULE:FREQ=YEARLY;COUNT=1`), []);
  });

  it('report a different weekday for any kind of rule with days', () => {
    const start = 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY';
    for (const rule of [';BYMONTHDAY=4', ';BYDAY=MO', '\nRRULE:FREQ=WEEKLY'])
      assert.deepEqual(kinds(`${start}${rule}`), ['weekdayShifts'], rule);
    const atNoon = 'DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;BYHOUR=12';
    assert.deepEqual(kinds(atNoon), [], 'a single date is not of the rule');
    assert.deepEqual(kinds(`${start};BYDAY=MO`, { readerZone: 'Mars/Olympus' }), []);
  });

  it('report at most three excluded dates that match no run', () => {
    const weekly = 'RRULE:FREQ=WEEKLY;BYDAY=MO';
    const start = 'DTSTART:20270104T040000';
    const dates = ['12', '13', '14', '15', '11'].map(day => `202701${day}T040000`).join();
    const missed = (text: string) =>
      scheduleWarnings(parseRecurrenceSet(text), options).map(warning =>
        'instantMs' in warning ? new Date(warning.instantMs).toISOString().slice(0, 16) : warning.kind,
      );
    assert.deepEqual(missed(`${start}\n${weekly}\nEXDATE:${dates}`), [
      '2027-01-12T09:00',
      '2027-01-13T09:00',
      '2027-01-14T09:00',
    ]);
    assert.deepEqual(missed(`${start}\n${weekly}\nRDATE:20270112T040000\nEXDATE:20270112T040000`), []);
    assert.deepEqual(missed(`${start}\n${weekly}\nEXDATE;VALUE=DATE:20270112`), [], 'this is a problem');
    assert.deepEqual(missed(`${weekly}\nEXDATE:20270112T040000`), [], 'the start is unknown');
    const days = `DTSTART;VALUE=DATE:20270104\n${weekly}\nEXDATE;VALUE=DATE:20270112`;
    assert.deepEqual(missed(days), ['2027-01-12T05:00']);
  });

  it('report both if daylight saving skips one time and doubles another', () => {
    const text = 'DTSTART:20270104T023000\nRRULE:FREQ=DAILY;BYHOUR=1,2;BYMINUTE=30';
    assert.deepEqual(kinds(text), ['skipped', 'doubled']);
    assert.deepEqual(kinds('x'), []);
    assert.deepEqual(kinds('DTSTART:20290104T040000\nRRULE:FREQ=DAILY'), []);
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
