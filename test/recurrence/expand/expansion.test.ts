import assert from 'node:assert/strict';
import { openTimes, scheduleStates } from '../../../src/recurrence/expand/nextRuns.ts';
import {
  createPredictor,
  type PredictionWindow,
  type PredictorOptions,
  predictSet,
} from '../../../src/recurrence/expand/predictor.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { isoInstant } from '../../support/recurrenceFixtures.ts';

const rfc = { dialect: 'rfc', zone: 'UTC' } as const;
const django = { dialect: 'django', zone: 'Europe/Moscow' } as const;
const fromMs = Date.parse('2027-01-01T00:00:00Z');
const start = 'DTSTART:20270104T030000Z';

/** The kind of a prediction and its occurrences: day, time, and the source if it is not a rule. */
function predicted(text: string, options: PredictorOptions = rfc, window: Partial<PredictionWindow> = {}) {
  const { kind, occurrences } = createPredictor(options).predict(text, { fromMs, limit: 5, ...window });
  const shown = occurrences.map(({ instantMs, source }) =>
    [isoInstant(instantMs).slice(5, 16), ...(source === 'rule' ? [] : [source])].join(' '),
  );
  return [kind, ...shown];
}

describe('exceptions', () => {
  it('of a rule include its end', () => {
    assert.deepEqual(
      predicted(`${start}\nRRULE:FREQ=DAILY;COUNT=4\nEXRULE:FREQ=DAILY;UNTIL=20270106T030000Z`),
      ['complete', '01-07T03:00'],
    );
  });

  it('of a rule include single dates in any zone, but not the second of two equal times', () => {
    const text = [
      'DTSTART;TZID=America/New_York:20271106T013000',
      'RDATE:20271107T053000Z,20271107T063000Z,20271108T063000Z,20271108T070000Z',
      'EXRULE:FREQ=DAILY',
    ].join('\n');
    assert.deepEqual(predicted(text), ['complete', '11-07T06:30 date', '11-08T07:00 date']);
  });

  it('of a rule that is also a recurrence rule leave nothing, without a search', () => {
    const text = `${start}\nRRULE:FREQ=SECONDLY\nEXRULE:FREQ=SECONDLY`;
    assert.deepEqual(predicted(text, { ...rfc, budgetSteps: 1_000 }), ['complete']);
  });

  for (const [exception, rule, budgetSteps, limit] of [
    ['a much more frequent rule', 'FREQ=YEARLY\nEXRULE:FREQ=SECONDLY;BYMONTHDAY=5', 4_000, 20],
    ['every second run', 'FREQ=HOURLY\nEXRULE:FREQ=HOURLY;INTERVAL=2', 9_000, 500],
    ['a rule that is counted', 'FREQ=MONTHLY\nEXRULE:FREQ=DAILY;BYMONTH=1,2,3;COUNT=300', 3_500, 20],
  ] as const)
    it(`of ${exception} are found in few steps`, () => {
      const found = predicted(`${start}\nRRULE:${rule}`, { ...rfc, budgetSteps }, { limit });
      assert.deepEqual([found[0], found.length], ['limited', limit + 1]);
    });

  it('of a rule are found even if a skipped time moves past a later one', () => {
    const rules = [
      'DTSTART;TZID=America/New_York:20270313T030000',
      'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0,40',
      'RRULE:FREQ=DAILY;BYHOUR=2;BYMINUTE=20',
    ].join('\n');
    const window = { fromMs: Date.UTC(2027, 2, 14, 6), limit: 3 };
    // 02:20 is read with the offset before the change, as 03:20.
    const found = ['limited', '03-14T07:00', '03-14T07:20', '03-14T07:40'];
    assert.deepEqual(predicted(rules, rfc, window), found);
    const exception = 'EXRULE:FREQ=DAILY;BYHOUR=2;BYMINUTE=20,21';
    assert.deepEqual(
      predicted(`${rules}\n${exception}`, rfc, { ...window, limit: 2 }),
      found.filter(run => run !== '03-14T07:20'),
    );
  });

  it('of a rule are its local times, even if another local time is the same instant', () => {
    const text = [
      'DTSTART;TZID=America/New_York:20270313T023000',
      'RRULE:FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30;COUNT=8',
      'EXRULE:FREQ=DAILY;BYHOUR=2;BYMINUTE=30',
    ].join('\n');
    // 02:30 on March 14 is skipped and read as 03:30, which is a run.
    const found = predicted(text, rfc, { fromMs: Date.UTC(2027, 2, 13), limit: 9 });
    assert.deepEqual(found, ['complete', '03-13T08:30', '03-14T07:30', '03-15T07:30', '03-16T07:30']);
  });
});

describe('the end of a rule', () => {
  const berlin = 'DTSTART;TZID=Europe/Berlin:20270104T233000\nRRULE:FREQ=DAILY;UNTIL=';

  it('is the end of the day if it is a date', () => {
    assert.deepEqual(predicted(`${berlin}20270105`), ['complete', '01-04T22:30', '01-05T22:30']);
    assert.deepEqual(predicted('DTSTART:20270104T235959Z\nRRULE:FREQ=DAILY;UNTIL=20270105'), [
      'complete',
      '01-04T23:59',
      '01-05T23:59',
    ]);
  });

  it('is in the zone of the start if it has none', () => {
    assert.deepEqual(predicted(`${berlin}20270105T233000`), ['complete', '01-04T22:30', '01-05T22:30']);
    assert.deepEqual(predicted(`${berlin}20270105T232959`), ['complete', '01-04T22:30']);
  });

  it('is in the zone of a Django server, where a date means midnight', () => {
    const text = 'DTSTART:20270104T203000Z\nRRULE:FREQ=DAILY;UNTIL=';
    assert.deepEqual(predicted(`${text}20270105T233000`, django), ['complete', '01-04T20:30', '01-05T20:30']);
    assert.deepEqual(predicted(`${text}20270105T232959`, django), ['complete', '01-04T20:30']);
    assert.deepEqual(predicted(`${text}20270106`, django), ['complete', '01-04T20:30', '01-05T20:30']);
  });
});

describe('an instant that several lines produce', () => {
  it('is attributed to a rule, or else to a date, the start or the end, in this order', () => {
    assert.deepEqual(predicted(`${start}\nRDATE:20270104T030000Z`), ['complete', '01-04T03:00 date']);
    assert.deepEqual(predicted(`${start}\nRDATE:20270104T030000Z\nRRULE:FREQ=DAILY;COUNT=1`), [
      'complete',
      '01-04T03:00',
    ]);
    const withEnd = `${start}\nDTEND:20270104T030000Z`;
    assert.deepEqual(predicted(withEnd, django), ['complete', '01-04T03:00 start']);
    assert.deepEqual(predicted(`${withEnd}\nRDATE:20270104T030000Z`, django), [
      'complete',
      '01-04T03:00 date',
    ]);
  });
});

describe('rules that end', () => {
  for (const [rule, count] of [
    ['FREQ=YEARLY', 1],
    ['FREQ=HOURLY;INTERVAL=720', 3],
  ] as const)
    it(`end with the year 9999: ${rule}`, () => {
      const found = predicted(`DTSTART:99991031T030000Z\nRRULE:${rule}`, rfc, { limit: 20 });
      assert.equal(found[0], 'complete');
      assert.equal(found.length - 1, count);
    });

  for (const rule of [
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=10',
    'FREQ=SECONDLY;INTERVAL=60;BYSECOND=30',
    'FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=3',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=999999999999',
    'FREQ=SECONDLY;INTERVAL=999999999999',
  ])
    it(`are known to have no run except their start, after a short search: ${rule}`, () => {
      const options = { ...rfc, budgetSteps: rule.includes('BYMONTH=2') ? 25_000 : 500 };
      const [kind, first, ...others] = predicted(`${start}\nRRULE:${rule}`, options);
      assert.deepEqual([kind, first?.slice(0, 11), others], ['complete', '01-04T03:00', []]);
    });

  for (const rule of [
    'FREQ=WEEKLY',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=1000000',
    'FREQ=HOURLY;BYMINUTE=0,30;COUNT=100000000',
  ])
    it(`are expanded far in the future without stepping there: ${rule}`, () => {
      const window = { fromMs: Date.UTC(2900, 0, 1) };
      const found = predicted(`${start}\nRRULE:${rule}`, { ...rfc, budgetSteps: 600 }, window);
      assert.deepEqual([found[0], found.length], ['limited', 6]);
    });

  it('use only positions that exist, counted from both ends', () => {
    assert.deepEqual(predicted(`${start}\nRRULE:FREQ=DAILY;BYHOUR=3,5,7;BYSETPOS=-3,2,4,-4`), [
      'limited',
      '01-04T03:00',
      '01-04T05:00',
      '01-05T03:00',
      '01-05T05:00',
      '01-06T03:00',
    ]);
  });

  it('count their runs from the start, wherever the window starts', () => {
    const weekly = `${start}\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5`;
    assert.deepEqual(predicted(weekly, rfc, { fromMs: Date.UTC(2027, 0, 12) }), [
      'complete',
      '01-13T03:00',
      '01-18T03:00',
    ]);
    const inMonths = `${start}\nRRULE:FREQ=WEEKLY;BYMONTH=1,3;COUNT=6`;
    assert.deepEqual(predicted(inMonths, rfc, { fromMs: Date.UTC(2027, 1, 1) }), [
      'complete',
      '03-01T03:00',
      '03-08T03:00',
    ]);
    const hourly = `${start}\nRRULE:FREQ=HOURLY;BYMINUTE=0,30;COUNT=5`;
    assert.deepEqual(predicted(hourly, rfc, { fromMs: Date.UTC(2027, 0, 4, 4, 10) }), [
      'complete',
      '01-04T04:30',
      '01-04T05:00',
    ]);
  });
});

describe('a prediction in a window', () => {
  const daily = `${start}\nRRULE:FREQ=DAILY`;

  it('includes its start but not its end', () => {
    const window = { fromMs: Date.UTC(2027, 0, 5, 3), toMs: Date.UTC(2027, 0, 7, 3) };
    assert.deepEqual(predicted(daily, rfc, window), ['complete', '01-05T03:00', '01-06T03:00']);
    assert.deepEqual(predicted(`${start}\nRDATE:20270105T030000Z`, rfc, window), [
      'complete',
      '01-05T03:00 date',
    ]);
  });

  it('has a reason if it has no occurrences', () => {
    const reasonOf = (text: string, options: PredictorOptions) => {
      const prediction = createPredictor(options).predict(text, { fromMs });
      return [
        prediction.kind,
        'reason' in prediction ? prediction.reason : undefined,
        prediction.occurrences,
      ];
    };
    assert.deepEqual(reasonOf('RRULE:FREQ=DALY', rfc), ['cannotPredict', 'invalidText', []]);
    assert.deepEqual(reasonOf(daily, { ...rfc, zone: 'Mars/Olympus' }), ['cannotPredict', 'unknownZone', []]);
    assert.deepEqual(reasonOf(daily, { ...rfc, budgetSteps: 10 }), ['cannotPredict', 'searchTooLong', []]);
    assert.equal(reasonOf(daily, { ...rfc, budgetSteps: 500 })[0], 'tooMany');
  });

  it('can be limited to the next occurrence', () => {
    const next = (text: string, options: PredictorOptions = rfc) => {
      const { kind, occurrences } = predictSet(
        parseRecurrenceSet(text),
        { fromMs, limit: 1, stopsAtLimit: true },
        options,
      );
      return [kind, ...occurrences.map(({ instantMs }) => isoInstant(instantMs))];
    };
    assert.deepEqual(next(daily), ['limited', '2027-01-04T03:00:00Z']);
    assert.deepEqual(next('DTSTART:20260104T030000Z'), ['complete']);
    assert.deepEqual(next(daily, { ...rfc, budgetSteps: 10 }), ['cannotPredict']);
  });
});

describe('the state of a schedule in a list', () => {
  const nowMs = Date.UTC(2027, 0, 4);

  it('reports whether its text is empty or unreadable, and what it leaves open', () => {
    const stateOf = scheduleStates(rfc);
    assert.deepEqual(stateOf(' \n', nowMs), { kind: 'empty', open: 'none' });
    assert.deepEqual(stateOf('x', nowMs), { kind: 'unreadable', open: 'none' });
    assert.deepEqual(stateOf(start, nowMs), { kind: 'at', instantMs: Date.UTC(2027, 0, 4, 3), open: 'none' });
    assert.deepEqual(stateOf('RRULE:FREQ=DAILY', nowMs).open, 'start');
  });

  it('is valid until the next run, and is computed again if the clock goes back', () => {
    const stateOf = scheduleStates(rfc);
    const text = `${start}\nRRULE:FREQ=DAILY`;
    const first = stateOf(text, nowMs);
    assert.equal(stateOf(text, Date.UTC(2027, 0, 4, 3)), first);
    const second = stateOf(text, Date.UTC(2027, 0, 4, 3) + 1);
    assert.notEqual(second, first);
    assert.notEqual(stateOf(text, nowMs), second, 'the clock was set back');
    const ended = stateOf('DTSTART:20260104T030000Z', nowMs);
    assert.equal(
      stateOf('DTSTART:20260104T030000Z', nowMs + 1e12),
      ended,
      'what has ended does not begin again',
    );
  });
});

describe('the parts that a text leaves open', () => {
  for (const [text, expected, inDjango = expected] of [
    [`${start}\nRRULE:FREQ=DAILY`, 'none'],
    ['RRULE:FREQ=DAILY', 'start'],
    ['RDATE:20270104T030000Z,20270105T030000', 'zone'],
    ['DTSTART:20270104T030000', 'zone'],
    ['DTSTART;TZID=Europe/Berlin:20270104T030000', 'none', 'zone'],
    [`${start}\nRDATE;TZID=Europe/Berlin:20270105T030000`, 'none', 'zone'],
  ] as const)
    it(`are ${expected}, of Django’s ${inDjango}: ${text.replaceAll('\n', ' ')}`, () => {
      const set = parseRecurrenceSet(text);
      assert.deepEqual([openTimes(set, 'rfc'), openTimes(set, 'django')], [expected, inDjango]);
    });
});
