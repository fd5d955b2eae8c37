import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { findRepeatedOffset } from '../../../src/recurrence/describe/runTimes.ts';
import { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';

/** A Monday. */
const nowMs = Date.UTC(2027, 0, 4);
const minuteMs = 60_000;
const outlookOf = (serverZone: string | undefined) =>
  new ScheduleOutlook({ serverZone, readerZone: 'Europe/Berlin', localizer: englishLocalizer });
const inMoscow = outlookOf('Europe/Moscow');
const unknown = outlookOf(undefined);
const start = 'DTSTART:20270104T030000Z';

/** The text of a row, the minutes for which it stays valid, and the next run. */
function rowOf(outlook: ScheduleOutlook, text: string) {
  const { text: shown, freshUntilMs } = outlook.row(text, nowMs);
  const next = outlook.nextRunMs(text, nowMs);
  const nextText = next === undefined ? undefined : new Date(next).toISOString().slice(0, 16);
  return [shown, (freshUntilMs - nowMs) / minuteMs, nextText];
}

describe('the row of a schedule', () => {
  for (const [text, known, open = known] of [
    ['', ['No schedule', 60, undefined]],
    ['x  y\n z', ['cannot be read: x y z', 60, undefined]],
    [start, ['in 3 h', 30, '2027-01-04T03:00']],
    ['DTSTART:20260104T030000Z', ['no more runs', 60, undefined]],
    ['RRULE:FREQ=DAILY', ['daily', 60, undefined]],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY',
      ['now', 0, '2027-01-04T00:00'],
      ['daily 03:00', 60, undefined],
    ],
    [
      'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY',
      ['Mon 22:00', 60, '2027-01-04T21:00'],
      ['daily', 60, undefined],
    ],
    [
      'DTSTART;TZID=America/New_York:20270104T030000\nRRULE:FREQ=DAILY',
      ['now', 0, '2027-01-04T00:00'],
      ['daily 03:00', 60, undefined],
    ],
  ] as const)
    it(`has the next run, or what is certain: ${text.replace(/\s+/g, ' ')}`, () => {
      assert.deepEqual(rowOf(inMoscow, text), known);
      assert.deepEqual(rowOf(unknown, text), open);
      assert.deepEqual(rowOf(outlookOf('Mars/Olympus'), text), open);
    });

  for (const [minutes, text, fresh] of [
    [0.5, 'in 1 min', 0.5],
    [1.5, 'in 2 min', 0.5],
    [59.4, 'in 59 min', 0.9],
    [90, 'in 2 h', 0.5],
    [720, 'Mon 13:00', 0.5],
    [6 * 1440, 'Sun 01:00', 60],
    [400 * 1440, 'Feb 8, 2028', 60],
  ] as const)
    it(`is “${text}” ${minutes} minutes before a run, and stays valid until that changes`, () => {
      const at = new Date(nowMs + minutes * minuteMs).toISOString().replace(/[-:]|\.000/g, '');
      assert.deepEqual(rowOf(inMoscow, `DTSTART:${at}`).slice(0, 2), [text, fresh]);
    });
});

describe('the details of a schedule', () => {
  const detailsOf = (outlook: ScheduleOutlook, text: string, runs = 3) => outlook.details(text, nowMs, runs);

  it('have the next runs in the reader’s zone and in UTC, with the day repeated only if it differs', () => {
    const { sentence, next, runs, warnings } = detailsOf(
      inMoscow,
      'DTSTART:20270104T230000Z\nRRULE:FREQ=WEEKLY',
      2,
    );
    assert.equal(sentence, 'Every Monday at 23:00 UTC, from January 4, 2027.');
    assert.equal(next, 'Tue 00:00');
    assert.deepEqual(runs, [
      {
        local: 'Tue, Jan 5, 2027, 00:00',
        utc: 'Mon, Jan 4, 2027, 23:00 UTC',
        isInUtc: false,
        source: undefined,
      },
      {
        local: 'Tue, Jan 12, 2027, 00:00',
        utc: 'Mon, Jan 11, 2027, 23:00 UTC',
        isInUtc: false,
        source: undefined,
      },
    ]);
    assert.deepEqual(warnings, [
      'In your time zone it runs on another weekday, for example Tuesday, January 5, 2027 at 00:00.',
    ]);
    assert.deepEqual(detailsOf(inMoscow, start).runs, [
      { local: 'Mon, Jan 4, 2027, 04:00', utc: '03:00 UTC', isInUtc: false, source: undefined },
    ]);
  });

  it('mark the runs that are only the start or the end, and note where the two dialects differ', () => {
    const text = `${start}\nDTEND:20270105T040000Z\nRRULE:FREQ=DAILY;BYDAY=TU`;
    const { runs, notes } = detailsOf(inMoscow, text);
    assert.deepEqual(
      runs.map(({ source }) => source),
      ['start', undefined, 'end'],
    );
    assert.deepEqual(notes, [
      'RFC 5545 and Django’s recurrence field read this schedule differently. A server that uses that field runs it on ' +
        'Tuesday, January 5, 2027 at 05:00; by RFC 5545 there is no such run.',
    ]);
  });

  it('note what is open, and which zone is assumed', () => {
    const floating = 'DTSTART:20270104T030000\nRRULE:FREQ=DAILY';
    const open = 'The schedule has no time zone: the server interprets these times in its own.';
    const known = detailsOf(inMoscow, floating);
    assert.deepEqual(
      [known.next, known.notes],
      ['now', [open, "The server's time zone is set to Europe/Moscow."]],
    );
    assert.deepEqual(known.runs[0]?.utc, '00:00 UTC');
    const assumed = detailsOf(unknown, floating);
    assert.deepEqual(assumed.notes, [
      open,
      "The server's time zone is unknown; these dates assume yours, Europe/Berlin.",
    ]);
    assert.deepEqual([assumed.next, assumed.runs[0]?.utc], ['', '02:00 UTC']);
    assert.deepEqual(detailsOf(inMoscow, 'RRULE:FREQ=DAILY').notes, [
      'The schedule has no start, so its days and times may count from the moment the server reads it.',
    ]);
    assert.equal(detailsOf(inMoscow, 'RRULE:FREQ=DAILY').next, '');
    assert.deepEqual(detailsOf(inMoscow, start).notes, []);
  });

  it('have the problems of the text with their positions, and nothing else if it cannot be read', () => {
    assert.deepEqual(detailsOf(inMoscow, 'x'), {
      ...{ sentence: 'A schedule that cannot be read.', next: '', runs: [], notes: [], warnings: [] },
      problems: [
        {
          severity: 'error',
          text: 'This line is not a schedule: it should look like RRULE:FREQ=DAILY.',
          ...{ start: 0, end: 1 },
        },
      ],
    });
    const ended = detailsOf(inMoscow, 'DTSTART:20260104T030000Z');
    assert.deepEqual(ended.warnings, ['This schedule has ended: it will not run again.']);
    assert.deepEqual([ended.sentence, ended.next, ended.runs], ['No runs.', '', []]);
  });
});

describe('the offset in an hour that occurs twice', () => {
  for (const [zone, instantMs, expected] of [
    ['Europe/Berlin', Date.UTC(2027, 9, 31, 0, 30), ' UTC+2'],
    ['Europe/Berlin', Date.UTC(2027, 9, 31, 1, 30), ' UTC+1'],
    ['Europe/Berlin', Date.UTC(2027, 9, 31, 2, 30), ''],
    ['America/St_Johns', Date.UTC(2027, 10, 7, 3, 30), ' UTC−2:30'],
    ['Europe/London', Date.UTC(2027, 9, 31, 1, 30), ' UTC'],
  ] as const)
    it(`is “${expected}” in ${zone} at ${new Date(instantMs).toISOString().slice(0, 16)}`, () => {
      assert.equal(findRepeatedOffset(instantMs, findTimeZone(zone) ?? utc), expected);
    });
});
