import assert from 'node:assert/strict';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { problemsOf } from '../support/problemsOf.ts';

const start = 'DTSTART:20260105T090000Z';

describe('combinations that RFC 5545 forbids in a rule', () => {
  for (const [rule, ...expected] of [
    ['FREQ=WEEKLY;BYMONTHDAY=3', 'partForbidden BYMONTHDAY “3”'],
    ['FREQ=MONTHLY;BYMONTHDAY=3'],
    ['FREQ=WEEKLY;BYYEARDAY=3', 'partForbidden BYYEARDAY “3”'],
    ['FREQ=YEARLY;BYYEARDAY=3'],
    ['FREQ=WEEKLY;BYWEEKNO=3', 'partForbidden BYWEEKNO “3”'],
    ['FREQ=YEARLY;BYWEEKNO=3'],
    ['FREQ=DAILY;BYSETPOS=1', 'setPosAlone BYSETPOS “1”'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101T000000Z', 'countAndUntil UNTIL “20270101T000000Z”'],
    ['FREQ=WEEKLY;BYDAY=MO,1TU,2WE', 'weekdayNumberForbidden BYDAY “1TU”'],
    ['FREQ=MONTHLY;BYDAY=MO,1TU'],
    ['FREQ=YEARLY;BYDAY=1TU'],
    ['FREQ=YEARLY;BYDAY=1TU;BYWEEKNO=2', 'weekdayNumberForbidden BYDAY “1TU”'],
  ] as const)
    it(`${rule}: ${expected.length === 0 ? 'allowed' : 'a warning'}, and readable`, () => {
      const text = `${start}\nRRULE:${rule}`;
      assert.deepEqual(
        problemsOf(text),
        expected.map(problem => `warning ${problem}`),
      );
      assert.equal(parseRecurrenceSet(text).rules.length, 1);
    });

  it('include times in a rule whose start is a date', () => {
    assert.deepEqual(
      problemsOf('DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY;BYHOUR=1;BYMINUTE=2;BYSECOND=3;BYDAY=MO'),
      [
        'warning timeBesideDate BYHOUR “1”',
        'warning timeBesideDate BYMINUTE “2”',
        'warning timeBesideDate BYSECOND “3”',
      ],
    );
  });

  for (const [what, line, fitting] of [
    ['a date', 'DTSTART;VALUE=DATE:20260105', '20270101'],
    ['a time on any clock', 'DTSTART:20260105T090000', '20270101T000000'],
    ['a time in a zone', 'DTSTART;TZID=Europe/Moscow:20260105T090000', '20270101T000000Z'],
    ['a time in UTC', start, '20270101T000000Z'],
  ] as const)
    it(`include an UNTIL in a form other than ${fitting} with ${what}`, () => {
      for (const until of ['20270101', '20270101T000000', '20270101T000000Z'])
        assert.deepEqual(
          problemsOf(`${line}\nRRULE:FREQ=DAILY;UNTIL=${until}`),
          until === fitting ? [] : [`warning untilForm UNTIL “${until}”`],
        );
    });

  it('cause warnings in exception rules too', () => {
    assert.deepEqual(problemsOf(`${start}\nEXRULE:FREQ=WEEKLY;BYMONTHDAY=3`), [
      'warning partForbidden BYMONTHDAY “3”',
    ]);
  });
});

describe('a rule that cannot be read', () => {
  it('names each invalid part and list entry, and is not among the rules', () => {
    const text = `${start}\nRRULE:FREQ=MONTHLY;BYDAY=XX,MO,0MO,54MO;BYHOUR=24,23,1x;BYMONTHDAY=0,31,-32`;
    assert.deepEqual(problemsOf(text), [
      'error weekdayInvalid BYDAY “XX”',
      'error weekdayNumberInvalid BYDAY “0MO”',
      'error weekdayNumberInvalid BYDAY “54MO”',
      'error outOfRangeHour BYHOUR “24”',
      'error outOfRangeHour BYHOUR “1x”',
      'error outOfRangeMonthDay BYMONTHDAY “0”',
      'error outOfRangeMonthDay BYMONTHDAY “-32”',
    ]);
    assert.deepEqual(parseRecurrenceSet(text).rules, []);
  });

  it('does not include one with extra semicolons, which cause a warning', () => {
    for (const [rule, semicolons] of [
      ['FREQ=DAILY;', ';'],
      ['FREQ=DAILY;;COUNT=1', ';;'],
      [';FREQ=DAILY', ';'],
    ]) {
      const text = `${start}\nRRULE:${rule}`;
      assert.deepEqual(problemsOf(text), [`warning rulePartEmpty RRULE “${semicolons}”`]);
      assert.equal(parseRecurrenceSet(text).rules.length, 1);
    }
  });
});

describe('the parts of a rule', () => {
  const rule = (text: string) => parseRecurrenceSet(`${start}\nRRULE:${text}`).rules[0];

  it('are sorted and deduplicated, whatever their order and case in the text', () => {
    const read = rule(
      'freq=yearly;byhour=23,0,7,0;BYMONTHDAY=-31,31,+5,5;byyearday=366;bysecond=60,59;bysetpos=-366,1',
    );
    assert.deepEqual(read?.byHour, [0, 7, 23]);
    assert.deepEqual(read?.byMonthDay, [-31, 5, 31]);
    assert.deepEqual([read?.bySetPos, read?.byYearDay], [[-366, 1], [366]]);
    assert.deepEqual(read?.bySecond, [59], 'a clock without leap seconds reads 60 as 59');
    assert.deepEqual([read?.freq, read?.interval, read?.count], ['YEARLY', 1, undefined]);
  });

  it('have weekdays sorted by number and then from Monday on, without duplicates', () => {
    assert.deepEqual(rule('FREQ=MONTHLY;BYDAY=SU,mo,+2WE,2WE,-1FR,2TU,MO')?.byDay, [
      { weekday: 4, nth: -1 },
      { weekday: 0 },
      { weekday: 6 },
      { weekday: 1, nth: 2 },
      { weekday: 2, nth: 2 },
    ]);
    assert.equal(rule('FREQ=WEEKLY;WKST=su')?.weekStart, 6);
  });

  it('cap numbers that would lose precision', () => {
    const read = rule(`FREQ=DAILY;INTERVAL=${'9'.repeat(30)};COUNT=999`);
    assert.deepEqual([read?.interval, read?.count], [1e12, 999]);
  });
});
