import assert from 'node:assert/strict';
import {
  hasErrors,
  isEmptySet,
  parseRecurrenceSet,
  writeRecurrenceSet,
} from '../../../src/recurrence/text/recurrenceSet.ts';
import { problemsOf } from '../support/problemsOf.ts';

const start = 'DTSTART:20260105T090000Z';
const dayMs = Date.UTC(2027, 0, 1);

describe('the dates of a recurrence set', () => {
  for (const [line, ...expected] of [
    ['EXDATE;VALUE=PERIOD:20270101T000000Z/PT1H', 'error valueTypeUnknown VALUE “PERIOD”'],
    ['RDATE;VALUE=DATE:20270101T000000Z', 'error dateTimeInvalid RDATE “20270101T000000Z”'],
    ['RDATE;VALUE=DATE-TIME:20270101', 'error dateTimeInvalid RDATE “20270101”'],
    ['RDATE;VALUE=date:20270101'],
    ['RDATE:20270101,20270102T000000Z', 'warning dateNeedsValue RDATE “20270101,20270102T000000Z”'],
    [
      'RDATE:20270101T000000Z,,x,20270102T000000',
      'error dateTimeMissing RDATE “”',
      'error dateTimeInvalid RDATE “x”',
    ],
    [
      'RDATE;TZID=Europe/Moscow:20270101T000000,20270101T000000Z',
      'warning zoneBesideUtc TZID “Europe/Moscow”',
    ],
    ['EXDATE;VALUE=DATE:20270101,20270102', 'warning dateBesideTime EXDATE “20270101,20270102”'],
    ['RDATE;VALUE=DATE:20270101,20270102'],
    ['DTSTART:20260105T090000Z', 'error propertyTwice DTSTART “20260105T090000Z”'],
    [
      'DTEND:20260105T090000Z,20260106T090000Z',
      'error oneDateTimeOnly DTEND “20260105T090000Z,20260106T090000Z”',
    ],
    ['X-FOO:1', 'warning nameIgnored name “X-FOO”'],
    [':1', 'error nameMissing name “”'],
    ['1', 'error notAProperty line “1”'],
    ['RDATE', 'error notAProperty line “RDATE”'],
  ] as const)
    it(`${expected.length === 0 ? 'have no problem in' : 'name the problems of'} ${line}`, () => {
      assert.deepEqual(problemsOf(`${start}\n${line}`), expected);
    });

  it('are the starts of periods', () => {
    const periods = '20270101T000000Z/PT1H,20270102T000000Z/20270103T000000Z';
    const set = parseRecurrenceSet(`${start}\nRDATE;VALUE=PERIOD:${periods}`);
    assert.deepEqual(set.problems, []);
    assert.deepEqual(set.dates, [
      { form: 'utc', wallMs: dayMs },
      { form: 'utc', wallMs: dayMs + 86_400_000 },
    ]);
  });

  it('have the zone of their line, unless they are in UTC', () => {
    const { dates } = parseRecurrenceSet('RDATE;TZID=Europe/Moscow:20270101T000000,20270101T000000Z');
    assert.deepEqual(dates, [
      { form: 'floating', wallMs: dayMs, tzid: 'Europe/Moscow' },
      { form: 'utc', wallMs: dayMs },
    ]);
    assert.deepEqual(parseRecurrenceSet('RDATE:20270101T000000').dates, [
      { form: 'floating', wallMs: dayMs },
    ]);
  });

  it('may be dates without times among the exceptions if the start is a date or missing', () => {
    for (const before of ['DTSTART;VALUE=DATE:20260105\n', ''])
      assert.deepEqual(problemsOf(`${before}EXDATE;VALUE=DATE:20270101`), []);
  });

  it('cause an error for an unknown zone, or a warning in a dialect that ignores it', () => {
    const line = 'RDATE;TZID=Mars/Olympus:20270101T000000';
    assert.deepEqual(problemsOf(line), ['error zoneUnknown TZID “Mars/Olympus”']);
    assert.deepEqual(problemsOf(line, 'django'), ['warning zoneUnknown TZID “Mars/Olympus”']);
    assert.equal(hasErrors(parseRecurrenceSet(line)), true, 'it counts unless the dialect is named');
  });
});

describe('the parameters of a line', () => {
  for (const [line, ...expected] of [
    ['RDATE;TZID="Europe/Moscow":20270101T000000'],
    ['RDATE;X-A="b;c:d,e":20270101T000000Z'],
    ['RDATE;tzid=Europe/Moscow:20270101T000000'],
    ['RDATE;TZID="Europe/Moscow:20270101T000000', 'parameterMalformed TZID “"Europe/Moscow”'],
    ['RDATE;TZID=Europe/Moscow":20270101T000000', 'parameterMalformed TZID “Europe/Moscow"”'],
    ['RDATE;TZID:20270101T000000', 'parameterMalformed TZID “”'],
    ['RDATE;=a:20270101T000000', 'parameterMalformed  “a”'],
    ['RDATE;TZID=:20270101T000000', 'zoneUnknown TZID “”'],
    ['RDATE;X-A=1', 'notAProperty line “RDATE;X-A=1”'],
  ] as const)
    it(`${expected.length === 0 ? 'are read' : 'have their problems named'} in ${line}`, () => {
      assert.deepEqual(
        problemsOf(line),
        expected.map(problem => `error ${problem}`),
      );
    });
});

describe('the lines of a recurrence set', () => {
  it('may have spaces at their ends, as servers ignore them', () => {
    const text = `${start} \nRRULE:FREQ=DAILY;UNTIL=20270101T000000Z\t \nEXDATE:20260106T090000Z  `;
    const set = parseRecurrenceSet(text, 'rfc');
    assert.deepEqual([set.problems, writeRecurrenceSet(set)], [[], text]);
    assert.deepEqual([set.rules.length, set.exceptionDates.length], [1, 1]);
  });

  it('cause a warning if they start with a space and there is nothing to continue', () => {
    assert.deepEqual(problemsOf(` ${start}`), [`warning leadingSpace line “ ${start}”`]);
    assert.deepEqual(problemsOf(`${start}\n\n ${start.replace('START', 'END')}`), [
      'warning leadingSpace line “ DTEND:20260105T090000Z”',
    ]);
    assert.deepEqual(problemsOf(' FREQ=DAILY'), []);
    // Only the line directly above can be continued, even after a line break of two characters.
    assert.deepEqual(problemsOf(`DTSTART:2026\r\n 0105T090000Z`), []);
  });

  it('may be a rule without a property name', () => {
    const [line] = parseRecurrenceSet(' freq=DAILY').lines;
    assert.deepEqual(
      [line?.property?.name, line?.property?.nameText.text, line?.property?.parameters],
      ['RRULE', '', []],
    );
    assert.equal(line?.property?.value.text, 'freq=DAILY');
  });

  it('may be empty, and distinguish errors from warnings', () => {
    for (const text of ['', ' \n\t\r\n', '\n']) {
      const set = parseRecurrenceSet(text);
      assert.deepEqual([isEmptySet(set), hasErrors(set), set.problems], [true, false, []]);
    }
    const warned = parseRecurrenceSet(`\n${start}\nX-FOO:1`);
    assert.deepEqual([isEmptySet(warned), hasErrors(warned)], [false, false]);
    assert.equal(hasErrors(parseRecurrenceSet(`${start}\nX-FOO:1\nFOO:1`)), true);
  });

  it('are read up to 65,536 characters, and preserved beyond that', () => {
    const full = `${start}\n`.padEnd(65_536, '\n');
    assert.deepEqual(parseRecurrenceSet(full).problems, []);
    const set = parseRecurrenceSet(`${full}FOO:1`);
    assert.deepEqual(
      set.problems.map(({ code, part, value, start: from, end }) => [code, part, value, from, end]),
      [['textTooLong', 'line', '', 65_536, 65_541]],
    );
    assert.deepEqual(
      set.lines.map(({ raw, start: from }) => [raw, from]),
      [
        [start, 0],
        ['FOO:1', 65_536],
      ],
    );
  });
});
