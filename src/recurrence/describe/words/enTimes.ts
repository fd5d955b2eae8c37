import { digits } from '../../text/dateTimeValue.ts';
import type { RuleView } from '../ruleView.ts';
import { consecutiveSpans, type EvenTimes, type ManyTimes, type StepTimes } from '../timesView.ts';
import { every, formats } from './enNouns.ts';

export function timePhrase({ times, zoneLabel }: RuleView): string {
  switch (times.kind) {
    case 'open':
      return '';
    case 'list':
      return ` at ${formats.and(times.times)}${zoneLabel}`;
    case 'even':
      return `, ${evenPhrase(times)}${zoneLabel}`;
    case 'many':
      return ` ${manyPhrase(times, zoneLabel)}`;
    case 'steps':
      return stepPhrase(times, zoneLabel);
  }
}

function evenPhrase({ everyMinutes, spans }: EvenTimes): string {
  const isHours = everyMinutes % 60 === 0;
  const unit = isHours ? 'HOURLY' : 'MINUTELY';
  const step = every({ freq: unit, interval: isHours ? everyMinutes / 60 : everyMinutes });
  return `${step} ${formats.and(spans.map(([first, last]) => `from ${first} to ${last}`))}`;
}

/** "at 7, 19 and 33 minutes past 08:00, 10:00 and 20:00". */
function manyPhrase({ hours, minutes, seconds }: ManyTimes, zoneLabel: string): string {
  const past = hours.length === 24 ? 'every hour' : formats.and(hours.map(hour => `${hour}:00`));
  return `at ${numberList(minutes)} ${units('minute', minutes)} past ${past}${zoneLabel}${secondsPhrase(seconds)}`;
}

function stepPhrase(times: StepTimes, zoneLabel: string): string {
  const from = times.from === undefined ? '' : ` from ${times.from}`;
  const spans = consecutiveSpans(times.hours).map(
    ([first, last]) => `between ${digits(first)}:00 and ${digits(last)}:59`,
  );
  const only = times.from === undefined ? ' ' : ', only ';
  const inHours = spans.length > 0 ? `${only}${formats.and(spans)}` : '';
  const zone = from !== '' || inHours !== '' ? zoneLabel : '';
  return `${minutesPhrase(times.minutes)}${from}${inHours}${zone}${secondsPhrase(times.seconds)}`;
}

function minutesPhrase(minutes: readonly number[]): string {
  if (minutes.length === 0) return '';
  return minutes.join() === '0'
    ? ' on the hour'
    : ` at ${numberList(minutes)} ${units('minute', minutes)} past the hour`;
}

function secondsPhrase(seconds: readonly number[]): string {
  return seconds.length > 0 ? `, at ${numberList(seconds)} ${units('second', seconds)} past the minute` : '';
}

function units(unit: string, numbers: readonly number[]): string {
  return numbers.join() === '1' ? unit : `${unit}s`;
}

function numberList(numbers: readonly number[]): string {
  return formats.and(numbers.map(String));
}
