import { digits } from '../dateTimeValue.ts';
import { hourRange, type ManyTimes, type RuleView, type TimesView } from '../ruleView.ts';
import { everyUnit, pluralForm, ruFormats } from './ruNouns.ts';

export function timePhrase({ times, zoneLabel }: RuleView): string {
  switch (times.kind) {
    case 'open':
      return '';
    case 'list':
      return ` в ${ruFormats.and(times.times)}${zoneLabel}`;
    case 'many':
      return `, ${manyPhrase(times)} с ${times.first} до ${times.last}${zoneLabel}`;
    case 'steps':
      return stepPhrase(times, zoneLabel);
  }
}

export function manyPhrase({ count, everyMinutes }: ManyTimes): string {
  if (everyMinutes === undefined) {
    return `${count} ${pluralForm(count, ['раз', 'раза', 'раз'])} в день`;
  }
  const isHours = everyMinutes % 60 === 0;
  return everyUnit(isHours ? 'HOURLY' : 'MINUTELY', isHours ? everyMinutes / 60 : everyMinutes);
}

export function minutesPhrase(minutes: readonly number[]): string {
  if (minutes.length === 1 && minutes[0] === 0) {
    return ' в начале часа';
  }
  const numbers = ruFormats.and(minutes.map(minute => `${minute}-й`));
  return minutes.length > 0 ? ` на ${numbers} минуте часа` : '';
}

export function stepPhrase(times: TimesView & { kind: 'steps' }, zoneLabel: string): string {
  const at = minutesPhrase(times.minutes);
  const from = times.from === undefined ? '' : ` начиная с ${times.from}`;
  const range = hourRange(times.hours);
  const inHours = range
    ? ` с ${digits(range[0])}:00 до ${digits(range[1])}:59`
    : times.hours.length > 0
      ? ` в часы ${ruFormats.and(times.hours.map(String))}`
      : '';
  return `${at}${from}${inHours}${from !== '' || inHours !== '' ? zoneLabel : ''}`;
}

export function briefTimes(view: RuleView): string {
  const { times, zoneLabel } = view;
  if (times.kind === 'many') {
    return ` ${times.count}× ${times.first}–${times.last}${zoneLabel}`;
  }
  return times.kind === 'list' ? ` ${times.times.join(', ')}${zoneLabel}` : timePhrase(view);
}
