import { ascending } from '../../base/collections.ts';
import type { Localizer } from '../../base/localizer.ts';
import { predictSet } from '../expand/predictor.ts';
import { dayMs } from '../text/calendarDay.ts';
import type { DateTimeValue, Dialect } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';
import { exampleTime } from './runTimes.ts';

/** A run that only one of the two readings produces. */
export interface DialectDifference {
  readonly instantMs: number;
  readonly onlyIn: Dialect;
}

const lookAheadMs = 2 * 366 * dayMs;
const comparedRuns = 200;
const budgetSteps = 20_000;

/**
 * The first run in one zone on which RFC 5545 and a Django server's recurrence field disagree; `undefined` when they
 * agree as far as was checked. That such a server ignores TZID is reported elsewhere.
 */
export function dialectDifference(
  set: RecurrenceSet,
  zone: string,
  nowMs: number,
): DialectDifference | undefined {
  const predict = (reading: RecurrenceSet, dialect: Dialect) => {
    const window = { fromMs: nowMs, toMs: nowMs + lookAheadMs, limit: comparedRuns };
    const { kind, occurrences } = predictSet(reading, window, { dialect, zone, budgetSteps });
    // Nothing is known about runs after the expanded ones.
    const endMs = kind === 'complete' ? Number.POSITIVE_INFINITY : (occurrences.at(-1)?.instantMs ?? 0);
    return { endMs, instants: new Set(occurrences.map(({ instantMs }) => instantMs)) };
  };
  const plain = ({ form, wallMs }: DateTimeValue): DateTimeValue => ({ form, wallMs });
  const { start, dates, exceptionDates } = set;
  const withoutZones = {
    ...set,
    start: start && plain(start),
    dates: dates.map(plain),
    exceptionDates: exceptionDates.map(plain),
  };
  const rfc = predict(withoutZones, 'rfc');
  const django = predict(asDjangoReads(set), 'django');
  const [instantMs] = ascending([...rfc.instants, ...django.instants]).filter(
    each => rfc.instants.has(each) !== django.instants.has(each),
  );
  if (instantMs === undefined || instantMs > Math.min(rfc.endMs, django.endMs)) return undefined;
  return { instantMs, onlyIn: rfc.instants.has(instantMs) ? 'rfc' : 'django' };
}

/** The set as such a field passes it to python-dateutil. */
function asDjangoReads(set: RecurrenceSet): RecurrenceSet {
  return {
    ...set,
    rules: set.rules.flatMap(djangoRule),
    exceptionRules: set.exceptionRules.flatMap(djangoRule),
    dates: firstOfEachLine(set),
  };
}

/** COUNT takes precedence over UNTIL; numbered and plain weekdays in one rule must both match. */
function djangoRule(rule: RecurrenceRule): RecurrenceRule[] {
  const { until, ...endless } = rule;
  const counted: RecurrenceRule = rule.count === undefined || until === undefined ? rule : endless;
  const countsDays = rule.freq === 'MONTHLY' || rule.freq === 'YEARLY';
  const numbered = rule.byDay.filter(({ nth }) => nth !== undefined);
  const plain = rule.byDay.filter(({ nth }) => nth === undefined);
  if (!countsDays || numbered.length === 0 || plain.length === 0) return [counted];
  const both = numbered.filter(({ weekday }) => plain.some(day => day.weekday === weekday));
  return both.length > 0 ? [{ ...counted, byDay: both }] : [];
}

/** The first date of each RDATE line: the server ignores the others. */
function firstOfEachLine({ lines, dates }: RecurrenceSet): readonly DateTimeValue[] {
  let next = 0;
  const first: DateTimeValue[] = [];
  for (const { property } of lines) {
    if (property?.name !== 'RDATE') continue;
    const date = dates[next];
    if (date) first.push(date);
    next += property.value.text.split(',').length;
  }
  return first;
}

const messages = {
  rfc: 'RFC 5545 and Django’s recurrence field read this schedule differently. By RFC 5545 it runs on {when}; a server that uses that field skips this run.',
  django:
    'RFC 5545 and Django’s recurrence field read this schedule differently. A server that uses that field runs it on {when}; by RFC 5545 there is no such run.',
} as const;

/** A note that the two readings differ, with the first difference as an example in `readerZone`. */
export function dialectNote(
  { instantMs, onlyIn }: DialectDifference,
  localizer: Localizer,
  readerZone: string,
): string {
  return localizer.t(messages[onlyIn], { when: exampleTime(instantMs, localizer, readerZone) });
}
