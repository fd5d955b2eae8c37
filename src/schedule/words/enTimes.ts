import { digits } from '../dateTimeValue.ts';
import { hourRange, type ManyTimes, type RuleView, type TimesView } from '../ruleView.ts';
import { every, formats } from './enNouns.ts';

export function timePhrase({ times, zoneLabel }: RuleView): string {
  switch (times.kind) {
    case 'open':
      return '';
    case 'list':
      return ` at ${formats.and(times.times)}${zoneLabel}`;
    case 'many':
      return `, ${manyPhrase(times)} from ${times.first} to ${times.last}${zoneLabel}`;
    case 'steps':
      return stepPhrase(times, zoneLabel);
  }
}

export function manyPhrase({ count, everyMinutes }: ManyTimes): string {
  if (everyMinutes === undefined) {
    return `${count} times a day`;
  }
  const isHours = everyMinutes % 60 === 0;
  return every({
    freq: isHours ? 'HOURLY' : 'MINUTELY',
    interval: isHours ? everyMinutes / 60 : everyMinutes,
  });
}

export function minutesPhrase(minutes: readonly number[]): string {
  if (minutes.length === 1 && minutes[0] === 0) {
    return ' on the hour';
  }
  return minutes.length > 0
    ? ` at ${formats.and(minutes.map(String))} ${minutes.join() === '1' ? 'minute' : 'minutes'} past the hour`
    : '';
}

export function stepPhrase(times: TimesView & { kind: 'steps' }, zoneLabel: string): string {
  const at = minutesPhrase(times.minutes);
  const from = times.from === undefined ? '' : ` from ${times.from}`;
  const range = hourRange(times.hours);
  const inHours = range
    ? ` between ${digits(range[0])}:00 and ${digits(range[1])}:59`
    : times.hours.length > 0
      ? ` in the hours ${formats.and(times.hours.map(String))}`
      : '';
  const hasClock = from !== '' || inHours !== '';
  return `${at}${from}${inHours}${hasClock ? zoneLabel : ''}`;
}

export function briefTimes(view: RuleView): string {
  const { times, zoneLabel } = view;
  if (times.kind === 'many') {
    return ` ${times.count}× ${times.first}–${times.last}${zoneLabel}`;
  }
  return times.kind === 'list' ? ` ${times.times.join(', ')}${zoneLabel}` : timePhrase(view);
}
