import { digits } from '../../text/dateTimeValue.ts';
import type { RuleView } from '../ruleView.ts';
import { consecutiveSpans, type EvenTimes, type ManyTimes, type StepTimes } from '../timesView.ts';
import { everyUnit, ruFormats } from './ruNouns.ts';

export function timePhrase({ times, zoneLabel }: RuleView): string {
  switch (times.kind) {
    case 'open':
      return '';
    case 'list':
      return ` в ${ruFormats.and(times.times)}${zoneLabel}`;
    case 'even':
      return `, ${evenPhrase(times)}${zoneLabel}`;
    case 'many':
      return `, ${manyPhrase(times, zoneLabel)}`;
    case 'steps':
      return stepPhrase(times, zoneLabel);
  }
}

function evenPhrase({ everyMinutes, spans }: EvenTimes): string {
  const isHours = everyMinutes % 60 === 0;
  const step = everyUnit(isHours ? 'HOURLY' : 'MINUTELY', isHours ? everyMinutes / 60 : everyMinutes);
  return `${step} ${ruFormats.and(spans.map(([first, last]) => `с ${first} до ${last}`))}`;
}

/** «на 7-й, 19-й и 33-й минуте после 08:00, 10:00 и 20:00». */
function manyPhrase({ hours, minutes, seconds }: ManyTimes, zoneLabel: string): string {
  const after =
    hours.length === 24 ? 'каждого часа' : `после ${ruFormats.and(hours.map(hour => `${hour}:00`))}`;
  return `на ${numbered(minutes)} минуте ${after}${zoneLabel}${secondsPhrase(seconds)}`;
}

function stepPhrase(times: StepTimes, zoneLabel: string): string {
  const from = times.from === undefined ? '' : ` начиная с ${times.from}`;
  const spans = consecutiveSpans(times.hours).map(
    ([first, last]) => `с ${digits(first)}:00 до ${digits(last)}:59`,
  );
  const only = times.from === undefined ? ' ' : ', только ';
  const inHours = spans.length > 0 ? `${only}${ruFormats.and(spans)}` : '';
  const zone = from !== '' || inHours !== '' ? zoneLabel : '';
  return `${minutesPhrase(times.minutes)}${from}${inHours}${zone}${secondsPhrase(times.seconds)}`;
}

function minutesPhrase(minutes: readonly number[]): string {
  if (minutes.length === 0) return '';
  return minutes.join() === '0' ? ' в начале часа' : ` на ${numbered(minutes)} минуте часа`;
}

function secondsPhrase(seconds: readonly number[]): string {
  return seconds.length > 0 ? `, на ${numbered(seconds)} секунде минуты` : '';
}

function numbered(numbers: readonly number[]): string {
  return ruFormats.and(numbers.map(number => `${number}-й`));
}
