import assert from 'node:assert/strict';
import { moveToDays } from '../../../src/recurrence/move/movedDays.ts';
import { moveBySpan, moveToTime, moveToZone } from '../../../src/recurrence/move/movedSet.ts';
import type { MovedSchedule } from '../../../src/recurrence/move/rewriting.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';

const hourMs = 3_600_000;
const reading = { dialect: 'rfc', zone: utc } as const;
const result = (moved: MovedSchedule) => (moved.kind === 'moved' ? moved.text : moved.obstacle);
const later = (text: string, hours = 2) => result(moveBySpan(text, hours * hourMs, reading));
const at = (text: string, hour: number, minute = 0) =>
  result(moveToTime(text, (hour + minute / 60) * hourMs, reading));

describe('moving a schedule by a span', () => {
  it('changes only the times, and leaves the rest of the text unchanged', () => {
    const text =
      'DTSTART:20270104T030000Z\r\nrrule:freq=weekly;wkst=SU;byday=MO,TH;byhour=3;byminute=0\r\nX-NOTE:kept\r\nEXDATE:20270111T030000Z';
    assert.equal(later(text), text.replaceAll('T030000Z', 'T050000Z').replace('byhour=3', 'BYHOUR=5'));
  });

  it('moves weekdays, month days and the last day of the month over midnight', () => {
    assert.equal(
      later('DTSTART:20270104T230000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,SU'),
      'DTSTART:20270105T010000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU',
    );
    assert.equal(
      later('DTSTART:20270115T230000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1,15'),
      'DTSTART:20270116T010000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,16',
    );
    assert.equal(
      later('DTSTART:20270115T230000Z\nRRULE:FREQ=MONTHLY'),
      'DTSTART:20270116T010000Z\nRRULE:FREQ=MONTHLY',
    );
  });

  it('keeps every second week in step when a day moves into the next week', () => {
    assert.equal(
      later('DTSTART:20270104T230000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU'),
      'DTSTART:20270105T010000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=TU',
    );
    assert.equal(
      later('DTSTART:20270104T230000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU'),
      'DTSTART:20270105T010000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,WE',
    );
  });

  it('creates two rules if only some of the times pass midnight', () => {
    assert.equal(
      later('DTSTART:20270104T080000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=8,23\n'),
      [
        'DTSTART:20270104T100000Z',
        'RRULE:FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=10',
        'RRULE:FREQ=WEEKLY;BYDAY=TU,SA;BYHOUR=1',
        '',
      ].join('\n'),
    );
  });

  it('moves UNTIL with the rule, and turns a date in UNTIL into a time', () => {
    assert.equal(
      later('DTSTART:20270104T230000Z\nRRULE:FREQ=DAILY;UNTIL=20270331'),
      'DTSTART:20270105T010000Z\nRRULE:FREQ=DAILY;UNTIL=20270401T015959Z',
    );
    assert.equal(
      later('DTSTART;TZID=Europe/Berlin:20270301T010000\nRRULE:FREQ=DAILY;UNTIL=20270328T000000Z'),
      'DTSTART;TZID=Europe/Berlin:20270301T030000\nRRULE:FREQ=DAILY;UNTIL=20270328T010000Z',
    );
  });

  it('moves the ends of periods, and handles folded lines', () => {
    assert.equal(
      later(
        'DTSTART:20270104T030000Z\nRDATE;VALUE=PERIOD:20270105T030000Z/20270105T040000Z,202701\n 06T030000Z/PT1H',
      ),
      'DTSTART:20270104T050000Z\nRDATE;VALUE=PERIOD:20270105T050000Z/20270105T060000Z,20270106T050000Z/PT1H',
    );
  });

  it('reports why other schedules cannot be moved', () => {
    const start = 'DTSTART:20270104T230000Z\n';
    const obstacles = {
      '': 'none',
      '???': 'unreadable',
      'RRULE:FREQ=DAILY': 'open',
      'RRULE:FREQ=WEEKLY;BYHOUR=23;BYMINUTE=0': 'open',
      'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY': 'dates',
      [`${start}RRULE:FREQ=MONTHLY;BYDAY=2MO`]: 'days',
      [`${start}RRULE:FREQ=MONTHLY;BYMONTHDAY=31`]: 'days',
      [`${start}RRULE:FREQ=WEEKLY;BYMONTH=1;BYDAY=MO`]: 'days',
      [`${start}RRULE:FREQ=HOURLY;BYDAY=MO`]: 'days',
      [`${start}RRULE:FREQ=WEEKLY;BYHOUR=8,23;COUNT=5`]: 'count',
      'DTSTART:99991230T230000Z': 'range',
    };
    for (const [text, obstacle] of Object.entries(obstacles)) assert.equal(later(text), obstacle, text);
  });
});

describe('moving a schedule to a time of day', () => {
  it('keeps its days', () => {
    assert.equal(
      at('DTSTART:20270104T220000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\nEXDATE:20270106T220000Z', 3),
      'DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\nEXDATE:20270106T030000Z',
    );
    assert.equal(
      at('RRULE:FREQ=MONTHLY;BYDAY=2TU;BYHOUR=23;BYMINUTE=30', 3, 15),
      'RRULE:FREQ=MONTHLY;BYDAY=2TU;BYHOUR=3;BYMINUTE=15',
    );
  });

  it('moves a start whose time differs from that of its rule', () => {
    assert.equal(
      at('DTSTART:20270104T000000Z\nRRULE:FREQ=DAILY;BYHOUR=22', 3),
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3',
    );
  });

  it('rejects schedules that run several times a day', () => {
    assert.equal(at('DTSTART:20270104T080000Z\nRRULE:FREQ=DAILY;BYHOUR=8,20', 3), 'times');
    assert.equal(at('DTSTART:20270104T080000Z\nRRULE:FREQ=HOURLY', 3), 'times');
    assert.equal(at('DTSTART:20270104T080000Z\nRDATE:20270105T090000Z', 3), 'times');
  });
});

describe('moving a schedule to another zone', () => {
  const text = 'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;UNTIL=20270601T030000Z\nEXDATE:20270105T030000Z';

  it('keeps its local times, and UNTIL in UTC', () => {
    const berlin =
      'DTSTART;TZID=Europe/Berlin:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270601T010000Z\nEXDATE;TZID=Europe/Berlin:20270105T030000';
    assert.equal(result(moveToZone(text, { kind: 'named', tzid: 'Europe/Berlin' }, reading)), berlin);
    assert.equal(result(moveToZone(berlin, { kind: 'utc' }, reading)), text);
    assert.equal(result(moveToZone(berlin, { kind: 'server' }, reading)), text.replaceAll('Z', ''));
  });

  it('reports why other schedules cannot be moved', () => {
    const obstacle = (other: string) => result(moveToZone(other, { kind: 'utc' }, reading));
    assert.equal(obstacle('RRULE:FREQ=DAILY;BYHOUR=3'), 'open');
    assert.equal(obstacle('DTSTART;VALUE=DATE:20270104'), 'dates');
  });
});

describe('moving a schedule to other days of the week', () => {
  const workdays = [0, 1, 2, 3, 4];
  const on = (text: string, days: readonly number[] = workdays) =>
    result(moveToDays(text, new Set(days), reading));

  it('keeps the times, months, end, notes and formatting', () => {
    assert.equal(
      on('DTSTART:20270104T030000Z\r\nrrule:freq=daily;bymonth=1,2;until=20280101T000000Z\r\nX-NOTE:kept'),
      'DTSTART:20270104T030000Z\r\nrrule:FREQ=WEEKLY;bymonth=1,2;until=20280101T000000Z;BYDAY=MO,TU,WE,TH,FR\r\nX-NOTE:kept',
    );
    assert.equal(
      on('DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=3,5', [0, 1, 2, 3, 4, 5, 6]),
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYHOUR=3,5',
    );
  });

  it('starts on the first of the days, in a week of the rule', () => {
    // January 2, 2027 is a Saturday.
    assert.equal(
      on('DTSTART;TZID=Europe/Berlin:20270102T233000\nRRULE:FREQ=WEEKLY'),
      'DTSTART;TZID=Europe/Berlin:20270104T233000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    );
    assert.equal(
      on('DTSTART:20270102T030000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'),
      'DTSTART:20270111T030000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR',
    );
    assert.equal(
      on('DTSTART;VALUE=DATE:20270102\nRRULE:FREQ=DAILY;BYMONTH=3', [6]),
      'DTSTART;VALUE=DATE:20270307\nRRULE:FREQ=WEEKLY;BYMONTH=3;BYDAY=SU',
    );
  });

  it('changes nothing if it already runs on these days', () => {
    for (const text of [
      'DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY;BYDAY=FR,TH,WE,TU,MO',
      'DTSTART:20270102T030000Z\nRRULE:FREQ=WEEKLY',
    ])
      assert.equal(on(text, text.includes('BYDAY') ? workdays : [5]), text);
  });

  it('reports why other schedules cannot be moved', () => {
    const start = 'DTSTART:20270104T030000Z';
    const texts = {
      '': 'none',
      [start]: 'rules',
      [`${start}\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY`]: 'rules',
      [`${start}\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY`]: 'rules',
      [`${start}\nRRULE:FREQ=MONTHLY;BYDAY=2TU`]: 'period',
      [`${start}\nRRULE:FREQ=DAILY;INTERVAL=3`]: 'period',
      [`${start}\nRRULE:FREQ=HOURLY`]: 'period',
      [`${start}\nRRULE:FREQ=DAILY;COUNT=5`]: 'counted',
      [`${start}\nRRULE:FREQ=DAILY\nRDATE:20270110T030000Z`]: 'single',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=3': 'open',
      'DTSTART:20270102T030000Z\nRRULE:FREQ=WEEKLY;UNTIL=20270103T000000Z': 'ended',
    };
    for (const [text, obstacle] of Object.entries(texts)) assert.equal(on(text), obstacle, text);
    assert.equal(on(`${start}\nRRULE:FREQ=WEEKLY;INTERVAL=2`, [0, 1, 2, 3, 4, 5, 6]), 'period');
  });
});
