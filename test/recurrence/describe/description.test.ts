import assert from 'node:assert/strict';
import { createLocalizer, englishLocalizer } from '../../../src/base/localizer.ts';
import type { DescribeOptions } from '../../../src/recurrence/describe/describedSet.ts';
import {
  describeRecurrenceSet,
  describeRecurrenceSetBriefly,
} from '../../../src/recurrence/describe/description.ts';
import { describeNextRun, runTimes } from '../../../src/recurrence/describe/runTimes.ts';
import { asSentence, zoneNote } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { hostileTexts, vectors } from '../../support/recurrenceFixtures.ts';

const russianLocalizer = createLocalizer('ru', message => message);
const inMoscow: DescribeOptions = { dialect: 'rfc', zone: 'Europe/Moscow' };

function describeBoth(text: string, options: DescribeOptions = inMoscow): [string, string] {
  const set = parseRecurrenceSet(text, options.dialect);
  return [
    describeRecurrenceSet(set, englishLocalizer, options),
    describeRecurrenceSet(set, russianLocalizer, options),
  ];
}

describe('the description of a paused schedule', () => {
  const daily = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';
  const now = { dialect: 'django', zone: 'Europe/Moscow', nowMs: Date.UTC(2026, 10, 29) } as const;

  it('says until when', () => {
    assert.deepEqual(describeBoth(`${daily}\nEXRULE:FREQ=DAILY;UNTIL=20270108T235959Z`, now), [
      'every day at 03:00 UTC, paused until January 9, 2027',
      'каждый день в 03:00 UTC, на паузе до 9 января 2027 г.',
    ]);
    assert.equal(
      describeBoth(`${daily};COUNT=500\nEXRULE:FREQ=DAILY;UNTIL=20261201T165959Z`, now)[0],
      'every day at 03:00 UTC, 500 times, paused until December 1, 2026 at 17:00 UTC',
    );
  });

  it('no longer does when the pause is over', () => {
    assert.equal(
      describeBoth(`${daily}\nEXRULE:FREQ=DAILY;UNTIL=20261008T235959Z`, now)[0],
      'every day at 03:00 UTC',
    );
  });

  for (const [what, lines] of [
    ['another rule', `${daily}\nEXRULE:FREQ=WEEKLY;UNTIL=20270108T235959Z`],
    ['one of two rules', `${daily}\nRRULE:FREQ=YEARLY\nEXRULE:FREQ=DAILY;UNTIL=20270108T235959Z`],
    ['an end within a minute', `${daily}\nEXRULE:FREQ=DAILY;UNTIL=20270108T030000Z`],
  ] as const)
    it(`names the exceptions of ${what}`, () => {
      assert.match(describeBoth(lines, now)[0], /\. Exceptions: /);
    });

  it('differs if it is paused until another time', () => {
    const untils = ['20270107T235959Z', '20270108T235959Z', '20270108T055959Z', '20270108T060059Z'];
    for (const rule of [
      'FREQ=DAILY',
      'FREQ=HOURLY',
      'FREQ=MINUTELY;INTERVAL=10',
      'FREQ=DAILY;BYHOUR=3,5,23',
    ]) {
      const sentences = untils.map(
        until =>
          describeBoth(`DTSTART:20260105T030000Z\nRRULE:${rule}\nEXRULE:${rule};UNTIL=${until}`, now)[0],
      );
      assert.equal(new Set(sentences).size, untils.length, sentences.join('\n'));
    }
  });
});

/** Rules that start with a run on Monday, January 4, 2027 at 03:00. */
const rulesOnly: readonly (readonly [rule: string, english: string, russian: string])[] = [
  ['FREQ=DAILY', 'every day at 03:00', 'каждый день в 03:00'],
  ['FREQ=DAILY;INTERVAL=2', 'every 2 days at 03:00', 'каждые 2 дня в 03:00'],
  ['FREQ=DAILY;INTERVAL=21', 'every 21 days at 03:00', 'раз в 21 день в 03:00'],
  ['FREQ=DAILY;COUNT=1', 'once on January 4, 2027 at 03:00', 'один раз 4 января 2027 г. в 03:00'],
  ['FREQ=DAILY;COUNT=22', 'every day at 03:00, 22 times', 'каждый день в 03:00, всего 22 раза'],
  ['FREQ=DAILY;BYHOUR=3,15', 'every day at 03:00 and 15:00', 'каждый день в 03:00 и 15:00'],
  [
    'FREQ=DAILY;BYHOUR=0,3,6,9,12,15,18,21',
    'every day, every 3 hours from 00:00 to 21:00',
    'каждый день, каждые 3 часа с 00:00 до 21:00',
  ],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday at 03:00', 'по будням в 03:00'],
  ['FREQ=WEEKLY;BYDAY=MO,WE', 'every Monday and Wednesday at 03:00', 'по понедельникам и средам в 03:00'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
    'every 2 weeks on Monday and Sunday at 03:00',
    'каждые 2 недели по понедельникам и воскресеньям в 03:00',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=4,15',
    'on the 4th and 15th of every month at 03:00',
    '4 и 15 числа каждого месяца в 03:00',
  ],
  [
    'FREQ=MONTHLY;BYDAY=1MO,-1MO',
    'on the first and last Monday of every month at 03:00',
    'в первый и последний понедельник каждого месяца в 03:00',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2',
    'on the second weekday of every month at 03:00',
    'во второй будний день каждого месяца в 03:00',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=4',
    'on the 4th of every month at 03:00, if it is a Monday',
    '4 числа каждого месяца в 03:00, если это понедельник',
  ],
  ['FREQ=YEARLY', 'every year on January 4 at 03:00', 'каждый год 4 января в 03:00'],
  [
    'FREQ=YEARLY;BYDAY=1MO',
    'on the first Monday of every year at 03:00',
    'в первый понедельник каждого года в 03:00',
  ],
  ['FREQ=YEARLY;BYYEARDAY=4', 'on day 4 of every year at 03:00', 'в 4-й день каждого года в 03:00'],
  [
    'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO',
    'every Monday in week 1 of the year at 03:00',
    'каждый понедельник на 1-й неделе года в 03:00',
  ],
  [
    'FREQ=YEARLY;BYMONTH=1,6;BYDAY=MO',
    'every Monday in January and June at 03:00',
    'каждый понедельник в январе и июне в 03:00',
  ],
  ['FREQ=HOURLY', 'every hour on the hour', 'каждый час в начале часа'],
  ['FREQ=HOURLY;INTERVAL=4', 'every 4 hours from 03:00', 'каждые 4 часа начиная с 03:00'],
  ['FREQ=MINUTELY;INTERVAL=15', 'every 15 minutes', 'каждые 15 минут'],
  [
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=3,4,5',
    'every 20 minutes between 03:00 and 05:59',
    'каждые 20 минут с 03:00 до 05:59',
  ],
];

describe('the description of a schedule', () => {
  for (const [rule, english, russian] of rulesOnly) {
    it(`${rule}: ${english}`, () => {
      assert.deepEqual(describeBoth(`DTSTART:20270104T030000\nRRULE:${rule}`), [english, russian]);
    });
  }

  it('names exceptions and the end', () => {
    const text =
      'DTSTART:20261123T030000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270331T235959\nEXDATE:20270107T030000';
    assert.deepEqual(describeBoth(text), [
      'every Monday and Thursday at 03:00, except January 7, 2027, until March 31, 2027',
      'каждый понедельник и четверг в 03:00, кроме 7 января 2027 г., по 31 марта 2027 г.',
    ]);
  });

  it('combines start and end, and mentions a separate start only once', () => {
    const options = { ...inMoscow, nowMs: Date.UTC(2026, 10, 20) };
    assert.deepEqual(
      describeBoth('DTSTART:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331T235959', options),
      [
        'every day at 03:00, from January 4, 2027 until March 31, 2027',
        'каждый день в 03:00, с 4 января 2027 г. по 31 марта 2027 г.',
      ],
    );
    assert.deepEqual(describeBoth('DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;BYDAY=-1FR', options), [
      'on the last Friday of every month at 03:00, and also on the start date January 4, 2027 at 03:00',
      'в последнюю пятницу каждого месяца в 03:00, а также в день начала 4 января 2027 г. в 03:00',
    ]);
  });

  for (const [text, english, russian] of [
    [
      'RRULE:FREQ=MONTHLY;BYMONTH=3,6,9,12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'on the last weekday of March, June, September and December at 03:00 UTC, and also on the start date January 5, 2026 at 03:00 UTC',
      'в последний будний день марта, июня, сентября и декабря в 03:00 UTC, а также в день начала 5 января 2026 г. в 03:00 UTC',
    ],
    [
      'RRULE:FREQ=WEEKLY;BYMONTHDAY=28;BYDAY=WE\nEXRULE:FREQ=MONTHLY;BYSETPOS=2\nEXDATE:20260105T030000Z,20260121T030000Z',
      'on the 28th of every month at 03:00 UTC, if it is a Wednesday, except on the 5th of every month, only the second run of each month',
      '28 числа каждого месяца в 03:00 UTC, если это среда, кроме 5 числа каждого месяца, только второй запуск за месяц',
    ],
    [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
      'every 2 weeks on Monday and Sunday at 03:00 UTC, with weeks starting on Sunday',
      'каждые 2 недели по понедельникам и воскресеньям в 03:00 UTC, если считать недели с воскресенья',
    ],
    [
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=5,6;BYDAY=1MO,-1FR',
      'on the first Monday and the last Friday of every month at 03:00 UTC, only on the 5th and 6th of the month',
      'в первый понедельник и в последнюю пятницу каждого месяца в 03:00 UTC, только 5 и 6 числа месяца',
    ],
    [
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=14,-1,-3\nRDATE:20260110T030000Z',
      'on the 14th, third-to-last and last day of every month at 03:00 UTC, and also on the start date January 5, 2026 at 03:00 UTC and January 10, 2026 at 03:00 UTC',
      '14 числа и в 3-й с конца и последний день каждого месяца в 03:00 UTC, а также в день начала 5 января 2026 г. в 03:00 UTC и 10 января 2026 г. в 03:00 UTC',
    ],
    [
      'RRULE:FREQ=HOURLY;BYSECOND=0,30',
      'every hour on the hour, at 0 and 30 seconds past the minute',
      'каждый час в начале часа, на 0-й и 30-й секунде минуты',
    ],
    [
      'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29\nEXDATE:20260105T030000Z',
      'on February 29 of every leap year at 03:00 UTC',
      '29 февраля каждого високосного года в 03:00 UTC',
    ],
    [
      'RRULE:FREQ=MINUTELY;INTERVAL=10;BYHOUR=8,20\nEXDATE:20260105T030000Z',
      'every 10 minutes between 08:00 and 08:59 and between 20:00 and 20:59 UTC',
      'каждые 10 минут с 08:00 до 08:59 и с 20:00 до 20:59 UTC',
    ],
    [
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1\nEXDATE:20260105T030000Z',
      'on the last of all Mondays and Tuesdays of every month at 03:00 UTC',
      'в последний из всех понедельников и вторников каждого месяца в 03:00 UTC',
    ],
    [
      'RRULE:FREQ=DAILY\nEXRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
      'every day at 03:00 UTC, except on the last day of every month',
      'каждый день в 03:00 UTC, кроме последнего дня каждого месяца',
    ],
    [
      'RRULE:FREQ=DAILY;BYHOUR=3,15;UNTIL=20260301T100000Z',
      'every day at 03:00 and 15:00 UTC, until March 1, 2026 at 10:00 UTC',
      'каждый день в 03:00 и 15:00 UTC, по 1 марта 2026 г. в 10:00 UTC',
    ],
    [
      'RRULE:FREQ=DAILY\nEXDATE:20260106T030000Z,20260107T030000Z,20260108T030000Z,20260109T030000Z,20260110T030000Z',
      'every day at 03:00 UTC. Excluded runs: January 6, 2026, January 7, 2026, January 8, 2026, January 9, 2026 and January 10, 2026',
      'каждый день в 03:00 UTC. Исключённые запуски: 6 января 2026 г., 7 января 2026 г., 8 января 2026 г., 9 января 2026 г. и 10 января 2026 г.',
    ],
    ['EXDATE:20260105T030000Z', 'no runs', 'ни одного запуска'],
  ] as const) {
    it(`${text.replaceAll('\n', ' ')}: ${english}`, () => {
      assert.deepEqual(describeBoth(`DTSTART:20260105T030000Z\n${text}`), [english, russian]);
    });
  }

  it('is a sentence with one full stop', () => {
    assert.equal(asSentence('every day'), 'Every day.');
    assert.equal(asSentence('ежедневно с 4 января 2027 г.'), 'Ежедневно с 4 января 2027 г.');
    assert.equal(asSentence(''), '');
  });

  it('combines rules that differ only in their times', () => {
    const text = 'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=15;BYMINUTE=30';
    assert.deepEqual(describeBoth(text), ['every day at 03:00 and 15:30', 'каждый день в 03:00 и 15:30']);
  });

  it('joins independent rules, and adds single dates', () => {
    const text =
      'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1\nRDATE:20270505T100000';
    assert.deepEqual(describeBoth(text), [
      'every Monday at 03:00; and on the 1st of every month at 03:00, and also on May 5, 2027 at 10:00',
      'каждый понедельник в 03:00; а также 1 числа каждого месяца в 03:00, а также 5 мая 2027 г. в 10:00',
    ]);
  });

  it('names UTC, and any zone other than the reader’s', () => {
    assert.equal(describeBoth('DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY')[0], 'every day at 03:00 UTC');
    const inNewYork = 'DTSTART;TZID=America/New_York:20270104T030000\nRRULE:FREQ=DAILY';
    assert.equal(describeBoth(inNewYork)[0], 'every day at 03:00 (America/New_York)');
    const django = { dialect: 'django', zone: 'Europe/Moscow' } as const;
    assert.equal(describeBoth(inNewYork, django)[0], 'every day at 03:00');
  });

  it('ends on the day before if UNTIL is earlier than the first run of its day', () => {
    const text = 'DTSTART;TZID=America/New_York:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270401T000000Z';
    assert.match(describeBoth(text)[0], /until March 31, 2027$/);
  });

  it('omits what is over, and names a start in the future', () => {
    const text = 'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:20270105T030000';
    const at = (now: string) => describeBoth(text, { ...inMoscow, nowMs: Date.parse(now) })[0];
    assert.equal(
      at('2026-12-01T00:00:00Z'),
      'every day at 03:00, except January 5, 2027, from January 4, 2027',
    );
    assert.equal(at('2028-12-01T00:00:00Z'), 'every day at 03:00');
  });

  it('describes single dates, an empty schedule, and an unreadable one', () => {
    assert.deepEqual(describeBoth('DTSTART:20270104T030000'), [
      'once on January 4, 2027 at 03:00',
      'один раз 4 января 2027 г. в 03:00',
    ]);
    assert.deepEqual(describeBoth(' \n'), ['no schedule', 'без расписания']);
    assert.equal(describeBoth('every Monday')[0], 'a schedule that cannot be read');
  });

  it('always mentions the months and days that limit the rule', () => {
    for (const vector of vectors) {
      const options = { dialect: vector.dialect, zone: vector.zone };
      const set = parseRecurrenceSet(vector.text, vector.dialect);
      const sentence = describeRecurrenceSet(set, englishLocalizer, options);
      for (const rule of set.rules.filter(({ count }) => count !== 1)) {
        for (const number of [...rule.byMonthDay, ...rule.byYearDay, ...rule.byWeekNo]) {
          assert.match(sentence, new RegExp(`${numberWords[number] ?? Math.abs(number)}`), vector.id);
        }
        for (const month of rule.byMonth) {
          assert.ok(sentence.includes(months[month - 1] ?? ''), vector.id);
        }
      }
    }
  });

  describe('lists of many dates, grouped by time and month', () => {
    const line = (dates: readonly number[], time: string) =>
      dates.map(at => `${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}T${time}`).join();
    const every = (step: number, count: number) =>
      Array.from({ length: count }, (_, index) => Date.UTC(2027, 1, 1 + index * step));

    it('name every date in addition to rules', () => {
      const text = `DTSTART:20270104T030000\nRRULE:FREQ=YEARLY\nRDATE:${line(every(3, 40), '030000')}`;
      const [english, russian] = describeBoth(text);
      assert.equal(
        english,
        'every year on January 4 at 03:00. 40 additional runs at 03:00: February 1, 4, 7, 10, 13, 16, 19, 22, 25 ' +
          'and 28, 2027; March 3, 6, 9, 12, 15, 18, 21, 24, 27 and 30, 2027; April 2, 5, 8, 11, 14, 17, 20, 23, 26 and ' +
          '29, 2027; May 2, 5, 8, 11, 14, 17, 20, 23, 26 and 29, 2027',
      );
      assert.ok(russian.includes('. 40 дополнительных запусков в 03:00: 1, 4, 7, 10, '), russian);
      assert.ok(russian.endsWith('2, 5, 8, 11, 14, 17, 20, 23, 26 и 29 мая 2027 г.'), russian);
    });

    it('name excluded dates and spans of days', () => {
      const dates = `${line(every(1, 34), '030000')},20270401T030000`;
      assert.deepEqual(describeBoth(`DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:${dates}`), [
        'every day at 03:00. 35 excluded days: February 1–28, 2027; March 1–6, 2027; April 1, 2027',
        'каждый день в 03:00. 35 исключённых дней: 1–28 февраля 2027 г.; 1–6 марта 2027 г.; 1 апреля 2027 г.',
      ]);
    });

    it('name dates without rules, at several times of the same days', () => {
      const dates = [line(every(1, 24), '040000Z'), line(every(1, 24), '160000Z'), '20270301T170000Z'];
      assert.deepEqual(describeBoth(`DTSTART:20270201T040000Z\nRDATE:${dates.join()}`), [
        '48 runs at 04:00 and 16:00 UTC: February 1–24, 2027. 1 run at 17:00 UTC: March 1, 2027',
        '48 запусков в 04:00 и 16:00 UTC: 1–24 февраля 2027 г. 1 запуск в 17:00 UTC: 1 марта 2027 г.',
      ]);
    });
  });

  it('ends with “…” if there are too many rules to describe', () => {
    const rules = (count: number) =>
      ['DTSTART:20270104T030000', ...Array.from({ length: count }, () => 'RRULE:FREQ=DAILY')].join('\n');
    assert.equal(describeBoth(rules(100))[0], 'every day at 03:00');
    assert.equal(describeBoth(`${rules(100)}\nRRULE:FREQ=HOURLY`)[0], 'every day at 03:00…');
  });

  it('returns a result for any text', () => {
    for (const { text } of hostileTexts) {
      for (const localizer of [englishLocalizer, russianLocalizer]) {
        const set = parseRecurrenceSet(text);
        assert.ok(describeRecurrenceSet(set, localizer, inMoscow).length <= 4001);
        assert.ok(describeRecurrenceSetBriefly(set, localizer, inMoscow).length <= 151);
      }
    }
  });
});

const numberWords: Readonly<Record<number, string>> = {
  [-1]: 'last',
  [-2]: 'second-to-last',
  [-3]: 'third-to-last',
  [-4]: 'fourth-to-last',
  [-5]: 'fifth-to-last',
};
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

describe('the short description of a schedule', () => {
  for (const [rule, english, russian] of [
    ['FREQ=DAILY', 'daily 03:00', 'ежедневно 03:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TH', 'Mon, Thu 03:00', 'пн, чт 03:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Mon–Fri 03:00', 'пн–пт 03:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=4,15', 'monthly 4th, 15th 03:00', '4, 15 числа 03:00'],
    ['FREQ=DAILY;BYHOUR=0,3,6,9,12,15,18,21', 'daily 8× 00:00–21:00', 'ежедневно 8× 00:00–21:00'],
    [
      'FREQ=DAILY;BYHOUR=8,9,10,11,13,14,15,16,17',
      'daily 9× 08:00–11:00, 13:00–17:00',
      'ежедневно 9× 08:00–11:00, 13:00–17:00',
    ],
    ['FREQ=HOURLY;INTERVAL=4', 'every 4 hours from 03:00', 'каждые 4 часа начиная с 03:00'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYSETPOS=-1',
      'on the 1st, 2nd and 3rd of every month 03:00, only the last run of each month',
      '1, 2 и 3 числа каждого месяца 03:00, только последний запуск за месяц',
    ],
    [
      'FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SA,SU',
      'daily 03:00, except on Saturdays and Sundays',
      'ежедневно 03:00, кроме суббот и воскресений',
    ],
    ['FREQ=DAILY\nRDATE:20270505T100000', 'daily 03:00…', 'ежедневно 03:00…'],
  ] as const) {
    it(`${rule}: ${english}`, () => {
      const set = parseRecurrenceSet(`DTSTART:20270104T030000\nRRULE:${rule}`);
      assert.equal(describeRecurrenceSetBriefly(set, englishLocalizer, inMoscow), english);
      assert.equal(describeRecurrenceSetBriefly(set, russianLocalizer, inMoscow), russian);
    });
  }

  it('names at most two rules', () => {
    const set = parseRecurrenceSet(
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=4;COUNT=2\nRRULE:FREQ=WEEKLY;BYHOUR=5\nRDATE:20270505T100000',
    );
    assert.equal(
      describeRecurrenceSetBriefly(set, englishLocalizer, inMoscow),
      'daily 03:00; daily 04:00, 2 times; …',
    );
  });

  it('describes a monthly rule whose day is open', () => {
    const set = parseRecurrenceSet('FREQ=MONTHLY;BYHOUR=3,15');
    const brief = describeRecurrenceSetBriefly(set, englishLocalizer, inMoscow);
    assert.equal(brief, 'every month 03:xx, 15:xx');
    assert.match(describeRecurrenceSetBriefly(set, russianLocalizer, inMoscow), /^каждый месяц /);
  });

  it('shows the first of single dates', () => {
    const set = parseRecurrenceSet('DTSTART:20270104T030000\nRDATE:20270505T100000');
    assert.equal(describeRecurrenceSetBriefly(set, englishLocalizer, inMoscow), 'Jan 4, 2027 03:00…');
  });
});

describe('the sentence and the short description of a schedule', () => {
  for (const [text, sentence, brief] of [
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6;BYMINUTE=0,7,9,11',
      'every day at 0, 7, 9 and 11 minutes past 00:00, 01:00, 02:00, 03:00, 04:00, 05:00 and 06:00',
      'daily 28× 00:00–06:11',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;BYMINUTE=0,30',
      'every hour at 0 and 30 minutes past the hour',
      'every hour at 0 and 30 minutes past the hour',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=2;BYHOUR=3,5',
      'every 2 hours from 01:00, only between 03:00 and 03:59 and between 05:00 and 05:59',
      'every 2 hours from 01:00, only between 03:00 and 03:59 and between 05:00 and 05:59',
    ],
    ['DTSTART:20270104T030000\nRRULE:FREQ=SECONDLY;INTERVAL=10', 'every 10 seconds', 'every 10 seconds'],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;BYHOUR=3,4;BYSETPOS=1',
      'every hour on the hour between 03:00 and 04:59, only the first run of each hour',
      'every hour on the hour between 03:00 and 04:59, only the first run of each hour',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;INTERVAL=12;BYMONTH=1',
      'every 12 months on the 4th at 03:00, only in January',
      'every 12 months on the 4th 03:00, only in January',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYMONTH=1',
      'every day in January at 03:00',
      'every day in January 03:00',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=1MO',
      'on the first Monday of January at 03:00',
      'on the first Monday of January 03:00',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,5\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
      'every day at 03:00 and 05:00, except on Sundays at 03:00',
      'daily 03:00, 05:00, except on Sundays at 03:00',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=3',
      'every day at 03:00. Exceptions: every Sunday at 03:00, 3 times',
      'daily 03:00…',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;COUNT=1\nRDATE:20270105T050000',
      'on January 4, 2027 at 03:00 and January 5, 2027 at 05:00',
      'Jan 4, 2027 03:00…',
    ],
    [
      'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRDATE:20270105T050000,20270106T050000,20270107T050000,20270108T050000,20270109T050000',
      'every day at 03:00. Additional runs: January 5, 2027 at 05:00, January 6, 2027 at 05:00, January 7, 2027 at 05:00, January 8, 2027 at 05:00 and January 9, 2027 at 05:00',
      'daily 03:00…',
    ],
    ['RRULE:FREQ=DAILY', 'every day', 'daily'],
    ['RRULE:FREQ=DAILY;BYHOUR=3', 'every day at 03:xx', 'daily 03:xx'],
    ['RRULE:FREQ=DAILY;BYMINUTE=0', 'every day at xx:00', 'daily xx:00'],
    ['RRULE:FREQ=WEEKLY', 'every week', 'every week'],
    ['RRULE:FREQ=DAILY;COUNT=1', 'every day, one run only', 'daily, one run only'],
    [
      'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
      'every day at 03:00, except on Sundays, at the time of day of the first run',
      'daily 03:00, except on Sundays, at the time of day of the first run',
    ],
    ['DTSTART;VALUE=DATE:20270104', 'once on January 4, 2027', 'Jan 4, 2027'],
    [
      'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20270105',
      'every day, except January 5, 2027',
      'daily…',
    ],
    [
      'DTSTART;VALUE=DATE:20270104\nRDATE:20270105T030000',
      'on January 4, 2027 at 00:00 and January 5, 2027 at 03:00',
      'Jan 4, 2027 00:00…',
    ],
    [
      'DTSTART;TZID=America/New_York:20270104T030000',
      'once on January 4, 2027 at 03:00 (America/New_York)',
      'Jan 4, 2027 03:00 (America/New_York)',
    ],
  ] as const)
    it(`${text.replaceAll('\n', ' ')}: ${brief}`, () => {
      const set = parseRecurrenceSet(text);
      assert.equal(describeRecurrenceSet(set, englishLocalizer, inMoscow), sentence);
      assert.equal(describeRecurrenceSetBriefly(set, englishLocalizer, inMoscow), brief);
    });

  it('are of the runs that are not over', () => {
    const nowMs = Date.UTC(2026, 10, 20);
    for (const [text, sentence, brief] of [
      ['DTSTART:20270104T030000', 'once on January 4, 2027 at 03:00', 'Jan 4 03:00'],
      ['DTSTART:20270601T030000', 'once on June 1, 2027 at 03:00', 'Jun 1, 2027 03:00'],
      ['DTSTART:20260104T030000', 'no runs', 'no runs'],
    ] as const) {
      const set = parseRecurrenceSet(text);
      assert.equal(describeRecurrenceSet(set, englishLocalizer, { ...inMoscow, nowMs }), sentence);
      assert.equal(describeRecurrenceSetBriefly(set, englishLocalizer, { ...inMoscow, nowMs }), brief);
    }
  });
});

describe('two runs in an hour that occurs twice', () => {
  const inBerlin: DescribeOptions = { dialect: 'rfc', zone: 'Europe/Berlin' };
  const start = 'DTSTART;TZID=Europe/Berlin:20261024T023000';

  it('are written with their offsets in a sentence', () =>
    assert.deepEqual(describeBoth(`${start}\nRDATE:20261025T003000Z,20261025T013000Z`, inBerlin), [
      'on October 24, 2026 at 02:30, October 25, 2026 at 02:30 UTC+2 and October 25, 2026 at 02:30 UTC+1',
      '24 октября 2026 г. в 02:30, 25 октября 2026 г. в 02:30 UTC+2 и 25 октября 2026 г. в 02:30 UTC+1',
    ]));

  it('are written with their offsets when one of them is excluded', () =>
    assert.deepEqual(
      ['003000', '013000'].map(
        time =>
          describeBoth(
            `${start}\nRRULE:FREQ=DAILY\nRDATE:20261025T013000Z\nEXDATE:20261025T${time}Z`,
            inBerlin,
          )[0],
      ),
      [
        'every day at 02:30, and also on October 25, 2026 at 02:30 UTC+1, except October 25, 2026 at 02:30 UTC+2',
        'every day at 02:30',
      ],
    ));

  it('are written with their offsets in a list of runs', () => {
    const times = runTimes(englishLocalizer, 'Europe/Berlin');
    const locals = ['00:30', '01:30'].map(time => times(Date.parse(`2026-10-25T${time}:00Z`)).local);
    assert.deepEqual(locals, ['Sun, Oct 25, 2026, 02:30 UTC+2', 'Sun, Oct 25, 2026, 02:30 UTC+1']);
    const set = parseRecurrenceSet('DTSTART:20261025T033000Z', 'rfc');
    assert.doesNotMatch(describeRecurrenceSetBriefly(set, englishLocalizer, inBerlin), /UTC\+/);
  });
});

describe('the short description of the next run', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z');
  for (const [next, english, russian] of [
    ['2026-11-20T12:00:20Z', 'now', 'сейчас'],
    ['2026-11-20T12:12:00Z', 'in 12 min', 'через 12 мин'],
    ['2026-11-20T14:10:00Z', 'in 2 h', 'через 2 ч'],
    ['2026-11-21T00:00:00Z', 'Sat 03:00', 'сб 03:00'],
    ['2026-11-23T00:00:00Z', 'Mon 03:00', 'пн 03:00'],
    ['2026-12-12T00:00:00Z', 'Dec 12 03:00', '12 дек. 03:00'],
    ['2028-12-12T00:00:00Z', 'Dec 12, 2028', '12 дек. 2028 г.'],
  ] as const) {
    it(`${next}: ${english}`, () => {
      const nextMs = Date.parse(next);
      assert.equal(describeNextRun(nextMs, nowMs, englishLocalizer, 'Europe/Moscow'), english);
      assert.equal(describeNextRun(nextMs, nowMs, russianLocalizer, 'Europe/Moscow'), russian);
    });
  }
});

describe('the note on the time zone', () => {
  const note = (text: string, dialect: 'rfc' | 'django' = 'rfc') =>
    zoneNote(parseRecurrenceSet(text, dialect), dialect, englishLocalizer);

  it('says that the time zone or the start is open', () => {
    assert.match(note('DTSTART:20270104T030000\nRRULE:FREQ=DAILY') ?? '', /has no time zone/);
    assert.match(note('DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY') ?? '', /midnight/);
    assert.match(note('FREQ=DAILY') ?? '', /no start/);
  });

  it('says that a Django server ignores TZID', () => {
    const text = 'DTSTART;TZID=Europe/Moscow:20270104T030000\nRRULE:FREQ=DAILY';
    assert.equal(note(text), undefined);
    assert.match(note(text, 'django') ?? '', /ignores the time zone Europe\/Moscow/);
  });

  it('is empty for UTC', () => {
    assert.equal(note('DTSTART:20270104T030000Z\nRRULE:FREQ=DAILY'), undefined);
  });
});
