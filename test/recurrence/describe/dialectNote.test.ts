import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { dialectDifference } from '../../../src/recurrence/describe/dialectNote.ts';
import { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

function differenceOf(text: string): string | undefined {
  const difference = dialectDifference(parseRecurrenceSet(text, 'django'), 'Europe/Moscow', nowMs);
  return difference && `${difference.onlyIn} ${new Date(difference.instantMs).toISOString().slice(0, 16)}`;
}

describe('a schedule that Django’s recurrence field reads differently', () => {
  for (const [text, expected] of [
    ['DTSTART:20260105T030000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO,1MO', 'rfc 2026-01-12T03:00'],
    ['DTSTART:20260105T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,1TU', undefined],
    ['DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY;COUNT=3', undefined],
    ['DTSTART:20260105T030000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=20', 'django 2026-05-12T03:00'],
    ['DTSTART:20260105T030000Z\nRDATE:20260106T030000Z,20260107T030000Z', 'rfc 2026-01-07T03:00'],
    ['DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY;COUNT=3;UNTIL=20260106T030000Z', 'django 2026-01-07T03:00'],
    ['DTSTART:20260105T030000Z\nDTEND:20260107T040000Z\nRRULE:FREQ=DAILY', 'django 2026-01-07T04:00'],
    ['DTSTART;TZID=America/New_York:20260105T030000\nRRULE:FREQ=DAILY', undefined],
    ['DTSTART:20260105T030000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', undefined],
    ['every Monday', undefined],
  ] as const) {
    it(`${text.replaceAll('\n', ' ')}: ${expected ?? 'alike'}`, () => {
      assert.equal(differenceOf(text), expected);
    });
  }

  it('is noted with its runs', () => {
    const outlook = new ScheduleOutlook({
      serverZone: 'UTC',
      readerZone: 'UTC',
      localizer: englishLocalizer,
    });
    const { notes } = outlook.details('DTSTART:20260105T030000Z\nRRULE:FREQ=MONTHLY;BYDAY=TH,1FR', nowMs, 5);
    assert.match(notes.join('\n'), /By RFC 5545 it runs on Thursday, January 8, 2026.* skips this run/);
    assert.deepEqual(outlook.details('DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY', nowMs, 5).notes, []);
  });
});
