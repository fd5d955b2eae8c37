import assert from 'node:assert/strict';
import { moveToDays } from '../../../src/recurrence/move/movedDays.ts';
import {
  moveBySpan,
  moveToTime,
  moveToZone,
  type ZoneChoice,
} from '../../../src/recurrence/move/movedSet.ts';
import type { MovedSchedule } from '../../../src/recurrence/move/rewriting.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';

const hourMs = 3_600_000;
const reading = { dialect: 'rfc', zone: utc } as const;
const result = (moved: MovedSchedule) => (moved.kind === 'moved' ? moved.text : moved.obstacle);
const by = (hours: number, text: string) => result(moveBySpan(text, hours * hourMs, reading));
const shown = (text: string) => text.replaceAll('\n', ' ');

/** A Monday. */
const start = 'DTSTART:20270104T230000Z';
const night = 'DTSTART:20270105T010000Z';

describe('a rule that moves by two hours over midnight', () => {
  for (const [rule, obstacle = 'days'] of [
    // These would move differently in a month with 28 days.
    ['FREQ=DAILY;BYMONTHDAY=28'],
    // Another month.
    ['FREQ=DAILY;BYMONTH=1'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=MO'],
    // This would select the first of other days.
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1'],
    ['FREQ=YEARLY;BYYEARDAY=4'],
    ['FREQ=YEARLY;BYWEEKNO=2'],
    // Part of a day.
    ['FREQ=HOURLY;BYHOUR=8,23;BYDAY=MO'],
    ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=8,23;BYSETPOS=1', 'count'],
  ] as const)
    it(`${rule} cannot be expressed: ${obstacle}`, () => {
      assert.equal(by(2, `${start}\nRRULE:${rule}`), obstacle);
    });
});

describe('a rule that moves by other spans', () => {
  for (const [hours, rule, moved] of [
    [0.5, 'FREQ=DAILY', 'DTSTART:20270104T233000Z\nRRULE:FREQ=DAILY'],
    [
      0.5,
      'FREQ=DAILY;BYHOUR=22,23;BYMINUTE=0,30',
      'DTSTART:20270104T233000Z\nRRULE:FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0\nRRULE:FREQ=DAILY;BYHOUR=22,23;BYMINUTE=30',
    ],
    [-1, 'FREQ=YEARLY;BYWEEKNO=2', 'DTSTART:20270104T220000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=2'],
  ] as const)
    it(`has its times ${hours} hours later, or a reason: ${rule}`, () => {
      assert.equal(by(hours, `${start}\nRRULE:${rule}`), moved);
    });

  for (const [day, days, moved] of [
    ['20270210', 1, '20270211'],
    ['20280228', -1, '20280227'],
    ['20280229', -1, undefined],
    ['20270228', 1, undefined],
    ['20280228', 1, undefined],
  ] as const)
    it(`has a day of the year that is ${days} days later, unless leap years shift it: ${day}`, () => {
      const text = (date: string) => `DTSTART:${date}T230000Z\nRRULE:FREQ=YEARLY`;
      assert.equal(by(24 * days, text(day)), moved === undefined ? 'days' : text(moved));
    });

  for (const [hours, rule, moved] of [
    [2, 'FREQ=DAILY;BYHOUR=23', 'FREQ=DAILY;BYHOUR=1'],
    [2, 'FREQ=DAILY;INTERVAL=2;BYHOUR=23', undefined],
    [2, 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=23', 'FREQ=WEEKLY;BYDAY=TU;BYHOUR=1'],
    [2, 'FREQ=WEEKLY;BYHOUR=23', undefined],
    [
      2,
      'FREQ=WEEKLY;BYDAY=MO,SU;BYHOUR=23;BYSETPOS=1',
      'FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=1;BYSETPOS=1;WKST=TU',
    ],
    [2, 'FREQ=DAILY', undefined],
    [24, 'FREQ=WEEKLY;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=TU'],
    [0.5, 'FREQ=DAILY;BYHOUR=3', undefined],
    [0.5, 'FREQ=DAILY;BYHOUR=3;BYMINUTE=0', 'FREQ=DAILY;BYHOUR=3;BYMINUTE=30'],
    [2, 'FREQ=DAILY;BYHOUR=3;UNTIL=20270331T120000', 'FREQ=DAILY;BYHOUR=5;UNTIL=20270331T140000'],
  ] as const)
    it(`leaves the same parts open as before, without a start: ${rule}, ${hours} hours`, () => {
      assert.equal(by(hours, `RRULE:${rule}`), moved === undefined ? 'open' : `RRULE:${moved}`);
    });
});

describe('dates that move', () => {
  for (const [hours, text, moved] of [
    [2, 'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY;UNTIL=20270331', 'dates'],
    [
      24,
      'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY;UNTIL=20270331',
      'DTSTART;VALUE=DATE:20270105\nRRULE:FREQ=DAILY;UNTIL=20270401',
    ],
    [
      2,
      'DTSTART;TZID=Europe/Berlin:20270104T230000\nRRULE:FREQ=DAILY;UNTIL=20270331',
      'DTSTART;TZID=Europe/Berlin:20270105T010000\nRRULE:FREQ=DAILY;UNTIL=20270331T235959Z',
    ],
    [
      2,
      `${start}\nRDATE;TZID=Europe/Berlin:20270328T013000\nEXDATE:20270106T100000`,
      `${night}\nRDATE;TZID=Europe/Berlin:20270328T043000\nEXDATE:20270106T120000`,
    ],
    [2, `${start}\nDTEND:20270105T000000Z`, `${night}\nDTEND:20270105T020000Z`],
    [2, `${start}\nSUMMARY:x\n\nRDATE:20270105T230000Z\n`, `${night}\nSUMMARY:x\n\nRDATE:20270106T010000Z\n`],
    [-2, 'DTSTART:00010102T010000Z', 'range'],
    [2, 'DTSTART:99991230T230000Z', 'range'],
    [2, `${start}\nRRULE:FREQ=DAILY;UNTIL=99991230T230000Z`, 'range'],
  ] as const)
    it(`keep their form and zone, ${hours} hours: ${shown(text).trim()}`, () => {
      assert.equal(by(hours, text), moved);
    });
});

describe('a schedule that moves to three o’clock', () => {
  const early = 'DTSTART:20270104T030000Z';
  for (const [text, moved] of [
    [
      `${start}\nRRULE:FREQ=DAILY;BYHOUR=22\nRDATE:20270105T220000Z`,
      `${early}\nRRULE:FREQ=DAILY;BYHOUR=3\nRDATE:20270105T030000Z`,
    ],
    [`${start}\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY`, `${early}\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY`],
    ['RRULE:FREQ=DAILY;BYHOUR=5;BYMINUTE=0', 'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0'],
    ['RRULE:FREQ=DAILY;BYHOUR=5', 'open'],
    // The start has another time, and a COUNT or an exception depends on it.
    [`${start}\nRRULE:FREQ=DAILY;BYHOUR=22;COUNT=3`, 'times'],
    [`${start}\nRRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=22;BYSETPOS=1`, 'times'],
    [`${start}\nRRULE:FREQ=DAILY;BYHOUR=22\nEXDATE:20270105T220000Z`, 'times'],
    [`${start}\nRRULE:FREQ=DAILY\nEXDATE:20270105T220000Z`, 'times'],
    // Dates in another form may have another time.
    [`${start}\nRRULE:FREQ=DAILY\nRDATE:20270105T230000`, 'times'],
    [`${start}\nRRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20270105T230000`, 'times'],
  ] as const)
    it(`has all of its times there, or a reason: ${shown(text)}`, () => {
      assert.equal(result(moveToTime(text, 3 * hourMs, reading)), moved);
    });
});

describe('a schedule that moves to another zone', () => {
  const berlin = { kind: 'named', tzid: 'Europe/Berlin' } as const;
  for (const [text, to, moved] of [
    [
      `${start}\nRDATE;TZID=Europe/Berlin:20270105T100000`,
      { kind: 'utc' },
      `${start}\nRDATE:20270105T090000Z`,
    ],
    [
      `${start}\nRDATE;VALUE=DATE-TIME:20270105T100000Z`,
      berlin,
      'DTSTART;TZID=Europe/Berlin:20270104T230000\nRDATE;VALUE=DATE-TIME;TZID=Europe/Berlin:20270105T100000',
    ],
    [
      'DTSTART;X-A="a:b";X-B=c;X-C="a,b";X-D="a;b":20270104T230000Z',
      { kind: 'server' },
      'DTSTART;X-A="a:b";X-B=c;X-C="a,b";X-D="a;b":20270104T230000',
    ],
    [`${start}\nRDATE;VALUE=PERIOD:20270105T230000Z/PT1H`, { kind: 'utc' }, 'dates'],
    [
      `${start}\nRRULE:FREQ=DAILY;UNTIL=20270331`,
      berlin,
      'DTSTART;TZID=Europe/Berlin:20270104T230000\nRRULE:FREQ=DAILY;UNTIL=20270331',
    ],
    [
      'DTSTART:20270104T230000\nRRULE:FREQ=DAILY;UNTIL=20270331T120000',
      berlin,
      'DTSTART;TZID=Europe/Berlin:20270104T230000\nRRULE:FREQ=DAILY;UNTIL=20270331T100000Z',
    ],
    [
      `${start}\r\nX-N:1\r\nRRULE:FREQ=DAILY;UNTIL=20270331T120000Z\r\n`,
      { kind: 'server' },
      'DTSTART:20270104T230000\r\nX-N:1\r\nRRULE:FREQ=DAILY;UNTIL=20270331T120000\r\n',
    ],
    ['x', { kind: 'utc' }, 'unreadable'],
  ] as const satisfies readonly (readonly [string, ZoneChoice, string])[])
    it(`has the same local times there, or a reason: ${shown(text)} ${to.kind}`, () => {
      assert.equal(result(moveToZone(text, to, reading)), moved);
    });
});

describe('a schedule that moves to days of the week', () => {
  const newYork = 'DTSTART;TZID=America/New_York:20270104T230000\nRRULE:FREQ=DAILY\nRDATE:20270106T030000Z';
  for (const [text, days, moved] of [
    ['RRULE:FREQ=DAILY;BYHOUR=3', [0], 'RRULE:FREQ=WEEKLY;BYHOUR=3;BYDAY=MO'],
    [`${start}\nRRULE:FREQ=WEEKLY;BYDAY=MO`, [1], 'DTSTART:20270105T230000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU'],
    [
      `${start}\nRRULE:FREQ=DAILY;BYMONTH=2`,
      [1],
      'DTSTART:20270202T230000Z\nRRULE:FREQ=WEEKLY;BYMONTH=2;BYDAY=TU',
    ],
    [
      `${start}\nRRULE:FREQ=DAILY;UNTIL=20270105T230000Z`,
      [1],
      'DTSTART:20270105T230000Z\nRRULE:FREQ=WEEKLY;UNTIL=20270105T230000Z;BYDAY=TU',
    ],
    [
      `${start}\nRRULE:FREQ=DAILY\nRDATE;VALUE=DATE:20270111`,
      [0],
      `${start}\nRRULE:FREQ=WEEKLY;BYDAY=MO\nRDATE;VALUE=DATE:20270111`,
    ],
    [`${start}\nRRULE:FREQ=DAILY\nRDATE;VALUE=DATE:20270112`, [0], 'single'],
    // 22:00 on Tuesday in New York.
    [newYork, [1], newYork.replace('0104T', '0105T').replace('FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=TU')],
    [newYork, [2], 'single'],
  ] as const)
    it(`runs only on ${days.join()}, or has a reason: ${shown(text)}`, () => {
      assert.equal(result(moveToDays(text, new Set<number>(days), reading)), moved);
    });
});
