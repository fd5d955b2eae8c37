import assert from 'node:assert/strict';
import {
  describeRecurrenceSet,
  describeRecurrenceSetBriefly,
} from '../../../../src/recurrence/describe/description.ts';
import type { DescribeOptions } from '../../../../src/recurrence/describe/descriptionInput.ts';
import { parseRecurrenceSet } from '../../../../src/recurrence/text/recurrenceSet.ts';
import { englishLocalizer } from '../../../../src/util/localizer.ts';

const inMoscow: DescribeOptions = { dialect: 'rfc', zone: 'Europe/Moscow' };

function described(text: string, options: DescribeOptions = inMoscow): [string, string] {
  const set = parseRecurrenceSet(text, options.dialect);
  return [
    describeRecurrenceSet(set, englishLocalizer, options),
    describeRecurrenceSetBriefly(set, englishLocalizer, options),
  ];
}

/** A text, its description, and its short description. January 4, 2027 is a Monday. */
const always: readonly (readonly [text: string, sentence: string, brief: string])[] = [
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,4;BYMINUTE=0,30',
    'every day at 03:00, 03:30, 04:00 and 04:30',
    'daily 03:00, 03:30, 04:00, 04:30',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=8,9,10,11,13,14,15,16',
    'every day, every hour from 08:00 to 11:00 and from 13:00 to 16:00, and also on the start date January 4, 2027 at 03:00',
    'daily 8× 08:00–11:00, 13:00–16:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,8',
    'every day at 00:00, 01:00, 02:00, 03:00, 04:00, 05:00, 06:00 and 08:00',
    'daily 00:00, 01:00, 02:00, 03:00, 04:00, 05:00, 06:00, 08:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,2,4,6,8,10,13',
    'every day at 00:00, 02:00, 04:00, 06:00, 08:00, 10:00 and 13:00, and also on the start date January 4, 2027 at 03:00',
    'daily 00:00, 02:00, 04:00, 06:00, 08:00, 10:00, 13:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,20,40',
    'every day, every 20 minutes from 00:00 to 05:40',
    'daily 18× 00:00–05:40',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,4;BYSECOND=15',
    'every day at 03:00:15 and 04:00:15, and also on the start date January 4, 2027 at 03:00',
    'daily 03:00:15, 04:00:15',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYSECOND=0,15',
    'every day at 03:00 and 03:00:15',
    'daily 03:00, 03:00:15',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6;BYMINUTE=0,7,9,11',
    'every day at 0, 7, 9 and 11 minutes past 00:00, 01:00, 02:00, 03:00, 04:00, 05:00 and 06:00',
    'daily 28× 00:00–06:11',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2;BYMINUTE=1,2,3,4,5,6,7,8,9,10,11;BYSECOND=1,2,3',
    'every day at 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11 minutes past 00:00, 01:00 and 02:00, at 1, 2 and 3 seconds past the minute, and also on the start date January 4, 2027 at 03:00',
    'daily 99× 00:01:01–02:11:03',
  ],
  ['DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;BYHOUR=3', 'every day at 03:00', 'daily 03:00'],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;BYMINUTE=0,30',
    'every hour at 0 and 30 minutes past the hour',
    'every hour at 0 and 30 minutes past the hour',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=6',
    'every 6 hours from 03:00',
    'every 6 hours from 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=5',
    'every 5 hours on the hour',
    'every 5 hours on the hour',
  ],
  ['DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=24', 'every day at 03:00', 'daily 03:00'],
  ['DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=48', 'every 2 days at 03:00', 'every 2 days 03:00'],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=2;BYHOUR=3,5',
    'every 2 hours from 01:00, only between 03:00 and 03:59 and between 05:00 and 05:59',
    'every 2 hours from 01:00, only between 03:00 and 03:59 and between 05:00 and 05:59',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MINUTELY;INTERVAL=60',
    'every hour on the hour',
    'every hour on the hour',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MINUTELY;BYMINUTE=0,15',
    'every hour at 0 and 15 minutes past the hour',
    'every hour at 0 and 15 minutes past the hour',
  ],
  ['DTSTART:20270104T030000\nRRULE:FREQ=MINUTELY;INTERVAL=1440', 'every day at 03:00', 'daily 03:00'],
  ['DTSTART:20270104T030000\nRRULE:FREQ=MINUTELY;BYSECOND=0', 'every minute', 'every minute'],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MINUTELY;BYSECOND=0,30',
    'every minute, at 0 and 30 seconds past the minute',
    'every minute, at 0 and 30 seconds past the minute',
  ],
  ['DTSTART:20270104T030000\nRRULE:FREQ=SECONDLY;INTERVAL=60', 'every minute', 'every minute'],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=SECONDLY;BYSECOND=0,30',
    'every minute, at 0 and 30 seconds past the minute',
    'every minute, at 0 and 30 seconds past the minute',
  ],
  ['DTSTART:20270104T030000\nRRULE:FREQ=SECONDLY;INTERVAL=10', 'every 10 seconds', 'every 10 seconds'],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;INTERVAL=12',
    'every year on January 4 at 03:00',
    'every year on January 4 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;INTERVAL=24;BYMONTHDAY=4',
    'every 2 years on January 4 at 03:00',
    'every 2 years on January 4 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;INTERVAL=12;BYMONTH=1',
    'every 12 months on the 4th at 03:00, only in January',
    'every 12 months on the 4th 03:00, only in January',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;BYHOUR=3,4;BYSETPOS=1',
    'every hour on the hour between 03:00 and 04:59, only the first run of each hour',
    'every hour on the hour between 03:00 and 04:59, only the first run of each hour',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
    'every 2 weeks on Monday and Sunday at 03:00, with weeks starting on Sunday',
    'every 2 weeks: Mon, Sun 03:00, with weeks starting on Sunday',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU',
    'every 2 weeks on Monday at 03:00',
    'every 2 weeks: Mon 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU',
    'every Monday and Sunday at 03:00',
    'Mon, Sun 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;BYDAY=MO,SU;BYSETPOS=1;WKST=SU',
    'every Monday and Sunday at 03:00, only the first run of each week, with weeks starting on Sunday, and also on the start date January 4, 2027 at 03:00',
    'every Monday and Sunday 03:00, only the first run of each week, with weeks starting on Sunday',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=YEARLY;BYWEEKNO=2;WKST=SU',
    'every Monday in week 2 of the year at 03:00, with weeks starting on Sunday, and also on the start date January 4, 2027 at 03:00',
    'every Monday in week 2 of the year 03:00, with weeks starting on Sunday',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;INTERVAL=2;WKST=SU',
    'every 2 days at 03:00',
    'every 2 days 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'on February 29 of every leap year at 03:00, and also on the start date January 4, 2027 at 03:00',
    'on February 29 of every leap year 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=29',
    'every year on March 29 at 03:00, and also on the start date January 4, 2027 at 03:00',
    'every year on March 29 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYMONTH=1',
    'every day in January at 03:00',
    'every day in January 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;BYMONTH=1',
    'every year on January 4 at 03:00',
    'every year on January 4 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=1MO',
    'on the first Monday of January at 03:00',
    'on the first Monday of January 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;BYDAY=1MO,2TU',
    'on the first Monday and the second Tuesday of every month at 03:00',
    'on the first Monday and the second Tuesday of every month 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=YEARLY;BYDAY=1MO,-1MO,2TU',
    'on the first Monday, the second Tuesday and the last Monday of every year at 03:00',
    'on the first Monday, the second Tuesday and the last Monday of every year 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYDAY=SA,SU',
    'every Saturday and Sunday at 03:00, and also on the start date January 4, 2027 at 03:00',
    'Sat, Sun 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
    'every day at 03:00',
    'daily 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU',
    'every 2 weeks on every day at 03:00',
    'every 2 weeks: Mon, Tue, Wed, Thu, Fri, Sat, Sun 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYMONTHDAY=4',
    'on the 4th of every month at 03:00',
    'monthly 4th 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYYEARDAY=4',
    'on day 4 of every year at 03:00',
    'on day 4 of every year 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,-1',
    'on the first and last Monday of every month at 03:00',
    'on the first and last Monday of every month 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=5',
    'every day at 03:00 and 05:00',
    'daily 03:00, 05:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=5;COUNT=3',
    'every day at 03:00; and every day at 05:00, 3 times',
    'daily 03:00; daily 05:00, 3 times',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY;BYDAY=TU\nRRULE:FREQ=MONTHLY;BYMONTHDAY=9',
    'every day at 03:00; and every Tuesday at 03:00; and on the 9th of every month at 03:00',
    'daily 03:00; Tue 03:00; …',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331T235959\nRRULE:FREQ=WEEKLY;BYDAY=TU;BYHOUR=5',
    'every day at 03:00, until March 31, 2027; and every Tuesday at 05:00, with no end date',
    'daily 03:00, until March 31, 2027; Tue 05:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331T120000',
    'every day at 03:00, until March 31, 2027',
    'daily 03:00, until March 31, 2027',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331T020000',
    'every day at 03:00, until March 30, 2027',
    'daily 03:00, until March 30, 2027',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;UNTIL=20270331',
    'every day at 03:00, until March 31, 2027',
    'daily 03:00, until March 31, 2027',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
    'every day at 03:00, except on Sundays',
    'daily 03:00, except on Sundays',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=3',
    'every day at 03:00. Exceptions: every Sunday at 03:00, 3 times',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20270331T235959',
    'every day at 03:00. Exceptions: every Sunday at 03:00, until March 31, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,5\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
    'every day at 03:00 and 05:00, except on Sundays at 03:00',
    'daily 03:00, 05:00, except on Sundays at 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=HOURLY;INTERVAL=5',
    'every day at 03:00. Exceptions: every 5 hours on the hour',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:20270105T030000,20270106T030000',
    'every day at 03:00, except January 5, 2027 and January 6, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,5\nEXDATE:20270105T030000',
    'every day at 03:00 and 05:00, except January 5, 2027 at 03:00',
    'daily 03:00, 05:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:20270105T030000,20270106T030000,20270107T030000,20270108T030000,20270109T030000',
    'every day at 03:00. Excluded runs: January 5, 2027, January 6, 2027, January 7, 2027, January 8, 2027 and January 9, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRDATE:20270105T050000,20270106T050000,20270107T050000,20270108T050000,20270109T050000',
    'every day at 03:00. Additional runs: January 5, 2027 at 05:00, January 6, 2027 at 05:00, January 7, 2027 at 05:00, January 8, 2027 at 05:00 and January 9, 2027 at 05:00',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRDATE:20270105T050000',
    'every day at 03:00, and also on January 5, 2027 at 05:00',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;COUNT=1\nRDATE:20270105T050000',
    'on January 4, 2027 at 03:00 and January 5, 2027 at 05:00',
    'Jan 4, 2027 03:00…',
  ],
  ['', 'no schedule', 'no schedule'],
  ['x', 'a schedule that cannot be read', 'a schedule that cannot be read'],
  ['RRULE:FREQ=DAILY', 'every day', 'daily'],
  ['RRULE:FREQ=DAILY;BYHOUR=3', 'every day at 03:xx', 'daily 03:xx'],
  ['RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0', 'every day at 03:00', 'daily 03:00'],
  ['RRULE:FREQ=DAILY;BYMINUTE=0', 'every day at xx:00', 'daily xx:00'],
  ['RRULE:FREQ=DAILY;BYSECOND=0', 'every day at xx:xx:00', 'daily xx:xx:00'],
  ['RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0;BYSECOND=0', 'every day at 03:00:00', 'daily 03:00:00'],
  ['RRULE:FREQ=WEEKLY', 'every week', 'every week'],
  ['RRULE:FREQ=MONTHLY', 'every month', 'every month'],
  ['RRULE:FREQ=YEARLY', 'every year', 'every year'],
  ['RRULE:FREQ=MONTHLY;INTERVAL=12', 'every 12 months', 'every 12 months'],
  ['RRULE:FREQ=HOURLY', 'every hour', 'every hour'],
  ['RRULE:FREQ=HOURLY;INTERVAL=6', 'every 6 hours', 'every 6 hours'],
  ['RRULE:FREQ=DAILY;COUNT=1', 'every day, one run only', 'daily, one run only'],
  [
    'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU',
    'every 2 weeks on Monday, with weeks starting on Sunday',
    'every 2 weeks: Mon, with weeks starting on Sunday',
  ],
  ['DTSTART;VALUE=DATE:20270104', 'once on January 4, 2027', 'Jan 4, 2027'],
  ['DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY', 'every day', 'daily'],
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
  ['DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=HOURLY', 'every hour on the hour', 'every hour on the hour'],
  ['DTSTART:20270104T030000', 'once on January 4, 2027 at 03:00', 'Jan 4, 2027 03:00'],
  ['DTSTART:20270104T030000Z', 'once on January 4, 2027 at 03:00 UTC', 'Jan 4, 2027 03:00 UTC'],
  [
    'DTSTART;TZID=America/New_York:20270104T030000',
    'once on January 4, 2027 at 03:00 (America/New_York)',
    'Jan 4, 2027 03:00 (America/New_York)',
  ],
  [
    'DTSTART:20270104T030000\nRDATE:20270103T030000',
    'on January 3, 2027 at 03:00 and January 4, 2027 at 03:00',
    'Jan 3, 2027 03:00…',
  ],
  ['DTSTART:20270104T030000\nEXDATE:20270104T030000', 'no runs', 'no runs'],
  [
    'DTSTART;TZID=America/New_York:20271107T013000\nRDATE:20271107T063000Z',
    'on November 7, 2027 at 01:30 UTC−4 (America/New_York) and November 7, 2027 at 01:30 UTC−5 (America/New_York)',
    'Nov 7, 2027 01:30 UTC−4 (America/New_York)…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;COUNT=1',
    'every day at 03:00, except January 4, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=1',
    'every day at 03:00, except January 6, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY\nRRULE:FREQ=DAILY;COUNT=1;BYDAY=WE',
    'every Monday at 03:00, and also on January 6, 2027 at 03:00',
    'Mon 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY\nRDATE:20270111T030000,20270112T030000',
    'every Monday at 03:00, and also on January 12, 2027 at 03:00',
    'Mon 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:20270106T030000,20270105T030000',
    'every day at 03:00, except January 5, 2027 and January 6, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY\nEXDATE:20270105T030000,20270111T030000',
    'every Monday at 03:00, except January 11, 2027',
    'Mon 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRDATE:20270105T050000\nEXDATE:20270105T030000',
    'every day at 03:00, and also on January 5, 2027 at 05:00, except January 5, 2027 at 03:00',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0,30',
    'every day, every 30 minutes from 00:00 to 11:30',
    'daily 24× 00:00–11:30',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7;BYMINUTE=0,7,20',
    'every day at 00:00, 00:07, 00:20, 01:00, 01:07, 01:20, 02:00, 02:07, 02:20, 03:00, 03:07, 03:20, 04:00, 04:07, 04:20, 05:00, 05:07, 05:20, 06:00, 06:07, 06:20, 07:00, 07:07 and 07:20',
    'daily 00:00, 00:07, 00:20, 01:00, 01:07, 01:20, 02:00, 02:07, 02:20, 03:00, 03:07, 03:20, 04:00, 04:07, 04:20, 05:00, 05:07, 05:20, 06:00, 06:07,…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,4,5;BYMINUTE=0,1',
    'every day at 03:00, 03:01, 04:00, 04:01, 05:00 and 05:01',
    'daily 03:00, 03:01, 04:00, 04:01, 05:00, 05:01',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,6,7,8,12,13,14,18,19,20',
    'every day at 00:00, 01:00, 02:00, 06:00, 07:00, 08:00, 12:00, 13:00, 14:00, 18:00, 19:00 and 20:00, and also on the start date January 4, 2027 at 03:00',
    'daily 00:00, 01:00, 02:00, 06:00, 07:00, 08:00, 12:00, 13:00, 14:00, 18:00, 19:00, 20:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,6,7,12,13',
    'every day at 00:00, 01:00, 02:00, 03:00, 06:00, 07:00, 12:00 and 13:00',
    'daily 00:00, 01:00, 02:00, 03:00, 06:00, 07:00, 12:00, 13:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=0,30;BYSECOND=0,15',
    'every day at 00:00, 00:00:15, 00:30, 00:30:15, 01:00, 01:00:15, 01:30, 01:30:15, 02:00, 02:00:15, 02:30, 02:30:15, 03:00, 03:00:15, 03:30 and 03:30:15',
    'daily 00:00, 00:00:15, 00:30, 00:30:15, 01:00, 01:00:15, 01:30, 01:30:15, 02:00, 02:00:15, 02:30, 02:30:15, 03:00, 03:00:15, 03:30, 03:30:15',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=0,2,4,6,8,10,12',
    'every day, every 2 hours from 00:00 to 12:00, and also on the start date January 4, 2027 at 03:00',
    'daily 7× 00:00–12:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYHOUR=3,4,5,6,7,8,9;BYMINUTE=10',
    'every day, every hour from 03:10 to 09:10, and also on the start date January 4, 2027 at 03:00',
    'daily 7× 03:10–09:10',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=SECONDLY;INTERVAL=30;BYSECOND=0',
    'every 30 seconds, at 0 seconds past the minute',
    'every 30 seconds, at 0 seconds past the minute',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=6;BYMINUTE=15,45',
    'every 6 hours at 15 and 45 minutes past the hour, and also on the start date January 4, 2027 at 03:00',
    'every 6 hours at 15 and 45 minutes past the hour',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;INTERVAL=6;BYMINUTE=15',
    'every 6 hours from 03:15, and also on the start date January 4, 2027 at 03:00',
    'every 6 hours from 03:15',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;BYSETPOS=1;BYHOUR=3,5\nRRULE:FREQ=DAILY;BYSETPOS=1;BYHOUR=7,9',
    'every day at 03:00 and 05:00, only the first run of each day; and every day at 07:00 and 09:00, only the first run of each day',
    'every day 03:00, 05:00, only the first run of each day; every day 07:00, 09:00, only the first run of each day',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY;COUNT=3\nRRULE:FREQ=DAILY;COUNT=3;BYHOUR=5',
    'every day at 03:00, 3 times; and every day at 05:00, 3 times',
    'daily 03:00, 3 times; daily 05:00, 3 times',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=HOURLY;INTERVAL=5\nRRULE:FREQ=DAILY;BYHOUR=5',
    'every day at 03:00 and 05:00; and every 5 hours on the hour',
    'daily 03:00, 05:00; every 5 hours on the hour',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY\nEXRULE:FREQ=HOURLY;BYDAY=SU',
    'every hour on the hour. Exceptions: every hour on Sundays on the hour',
    'every hour on the hour…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;BYHOUR=5;INTERVAL=2\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
    'every day at 03:00; and every 2 days at 05:00, except on Sundays at 03:00',
    'daily 03:00; every 2 days 05:00, except on Sundays at 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRDATE:20270105T030000\nEXRULE:FREQ=WEEKLY;BYDAY=TU',
    'once on January 4, 2027 at 03:00',
    'Jan 4, 2027 03:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;UNTIL=20270331T120000',
    'every hour on the hour, until March 31, 2027 at 12:00',
    'every hour on the hour, until March 31, 2027 at 12:00',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=HOURLY;UNTIL=20270331T235959',
    'every hour on the hour, until March 31, 2027',
    'every hour on the hour, until March 31, 2027',
  ],
  [
    'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY;UNTIL=20270331',
    'every day, until March 31, 2027',
    'daily, until March 31, 2027',
  ],
  ['DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY;BYHOUR=3', 'every day at 00:00', 'daily 00:00'],
  [
    'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20270105,20270106',
    'every day, except January 5, 2027 and January 6, 2027',
    'daily…',
  ],
  ['RRULE:FREQ=DAILY\nEXDATE:20270105T030000', 'every day, except January 5, 2027 at 03:00', 'daily…'],
  ['RRULE:FREQ=DAILY\nRDATE:20270105T030000', 'every day, and also on January 5, 2027 at 03:00', 'daily…'],
  [
    'RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
    'every day, except on Sundays',
    'daily, except on Sundays',
  ],
  [
    'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0\nEXRULE:FREQ=WEEKLY;BYDAY=SU',
    'every day at 03:00, except on Sundays, at the time of day of the first run',
    'daily 03:00, except on Sundays, at the time of day of the first run',
  ],
  [
    'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0\nEXRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=2',
    'every day at 03:00. Exceptions: every Sunday, 2 times, at the time of day of the first run',
    'daily 03:00…',
  ],
  [
    'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0\nRRULE:FREQ=DAILY;BYHOUR=5;BYMINUTE=0',
    'every day at 03:00 and 05:00',
    'daily 03:00, 05:00',
  ],
  ['RRULE:FREQ=DAILY;BYMINUTE=0,30', 'every day at xx:00 and xx:30', 'daily xx:00, xx:30'],
  [
    'RRULE:FREQ=DAILY;UNTIL=20270331T120000',
    'every day, until March 31, 2027 at 12:00',
    'daily, until March 31, 2027 at 12:00',
  ],
  [
    'DTSTART:20270104T030000\nRDATE:20270309T070000,20270301T070000,20270302T070000,20270303T070000,20270304T070000,20270320T070000,20270322T070000,20270323T070000,20270109T070000,20270101T070000,20270102T070000,20270103T070000,20270104T070000,20270120T070000,20270122T070000,20270123T070000,20270209T070000,20270201T070000,20270202T070000,20270203T070000,20270204T070000,20270220T070000,20270222T070000,20270223T070000,20270109T050000,20270101T050000',
    '1 run at 03:00: January 4, 2027. 2 runs at 05:00: January 1 and 9, 2027. 24 runs at 07:00: January 1–4, 9, 20, 22 and 23, 2027; February 1–4, 9, 20, 22 and 23, 2027; March 1–4, 9, 20, 22 and 23, 2027',
    'Jan 1, 2027 05:00…',
  ],
  [
    'DTSTART:20270104T030000\nRDATE:20270101T050000,20270102T050000,20270103T050000,20270105T050000,20270107T050000,20270109T050000,20270201T050000,20270202T050000,20270203T050000,20270205T050000,20270207T050000,20270209T050000,20270301T050000,20270302T050000,20270303T050000,20270305T050000,20270307T050000,20270309T050000,20270101T030000,20270102T030000,20270103T030000,20270105T030000,20270107T030000,20270109T030000,20270201T030000,20270202T030000,20270203T030000,20270205T030000,20270207T030000,20270209T030000,20270301T030000,20270302T030000,20270303T030000,20270305T030000,20270307T030000,20270309T030000',
    '19 runs at 03:00: January 1–5, 7 and 9, 2027; February 1–3, 5, 7 and 9, 2027; March 1–3, 5, 7 and 9, 2027. 18 runs at 05:00: January 1–3, 5, 7 and 9, 2027; February 1–3, 5, 7 and 9, 2027; March 1–3, 5, 7 and 9, 2027',
    'Jan 1, 2027 03:00…',
  ],
  [
    'DTSTART:20270101T030000\nRRULE:FREQ=DAILY;BYHOUR=3,5\nEXDATE:20270101T030000,20270102T030000,20270103T030000,20270105T030000,20270107T030000,20270109T030000,20270111T030000,20270113T030000,20270201T030000,20270202T030000,20270203T030000,20270205T030000,20270207T030000,20270209T030000,20270211T030000,20270213T030000,20270101T050000,20270102T050000,20270103T050000,20270201T050000,20270202T050000,20270203T050000',
    'every day at 03:00 and 05:00. 6 excluded days: January 1–3, 2027; February 1–3, 2027. 10 excluded runs at 03:00: January 5, 7, 9, 11 and 13, 2027; February 5, 7, 9, 11 and 13, 2027',
    'daily 03:00, 05:00…',
  ],
];

/** As described on November 20, 2026. */
const before: typeof always = [
  ['DTSTART:20270104T030000\nRRULE:FREQ=DAILY', 'every day at 03:00, from January 4, 2027', 'daily 03:00'],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=DAILY\nEXDATE:20270105T030000',
    'every day at 03:00, except January 5, 2027, from January 4, 2027',
    'daily 03:00…',
  ],
  [
    'DTSTART:20270104T030000\nRRULE:FREQ=WEEKLY;BYDAY=TU',
    'every Tuesday at 03:00, and also on the start date January 4, 2027 at 03:00',
    'Tue 03:00',
  ],
  ['DTSTART:20261104T030000\nRRULE:FREQ=DAILY', 'every day at 03:00', 'daily 03:00'],
  ['DTSTART:20270104T030000', 'once on January 4, 2027 at 03:00', 'Jan 4 03:00'],
  ['DTSTART:20280104T030000', 'once on January 4, 2028 at 03:00', 'Jan 4, 2028 03:00'],
  ['DTSTART:20260104T030000', 'no runs', 'no runs'],
  ['DTSTART;VALUE=DATE:20270104', 'once on January 4, 2027', 'Jan 4'],
  [
    'DTSTART:20270104T030000\nRDATE:20270108T030000',
    'on January 4, 2027 at 03:00 and January 8, 2027 at 03:00',
    'Jan 4 03:00…',
  ],
  ['DTSTART:20261224T030000Z', 'once on December 24, 2026 at 03:00 UTC', 'Dec 24 03:00 UTC'],
  ['DTSTART:20270501T030000', 'once on May 1, 2027 at 03:00', 'May 1 03:00'],
  ['DTSTART:20270601T030000', 'once on June 1, 2027 at 03:00', 'Jun 1, 2027 03:00'],
  [
    'DTSTART:20261120T030000\nRDATE:20261121T030000',
    'on November 20, 2026 at 03:00 and November 21, 2026 at 03:00',
    'Nov 20 03:00…',
  ],
  ['DTSTART:20261120T000000Z', 'once on November 20, 2026 at 00:00 UTC', 'Nov 20 00:00 UTC'],
];

describe('the description and the short description of a schedule', () => {
  for (const [text, sentence, brief] of always)
    it(`${text.slice(0, 200).replaceAll('\n', ' ')}: ${brief}`, () => {
      assert.deepEqual(described(text), [sentence, brief]);
    });

  for (const [text, sentence, brief] of before)
    it(`${text.replaceAll('\n', ' ')} in November 2026: ${brief}`, () => {
      assert.deepEqual(described(text, { ...inMoscow, nowMs: Date.UTC(2026, 10, 20) }), [sentence, brief]);
    });
});
