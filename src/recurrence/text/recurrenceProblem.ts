import type { Localizer } from '../../base/localizer.ts';

export type ProblemCode = keyof typeof messages;

/** A problem in the text of a recurrence set; `start` and `end` are offsets into that text. */
export interface RecurrenceProblem {
  /** An error makes the meaning unknown; a warning violates RFC 5545 but has one likely reading. */
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** The rule part, property or parameter at fault; `name` or `line` if there is none to name. */
  readonly part: string;
  /** The text at fault, shortened. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const messages = {
  textTooLong: 'This schedule is too long.',
  tooManyProblems: 'There are more problems than are listed here.',
  notAProperty: 'This line is not a schedule: it should look like RRULE:FREQ=DAILY.',
  leadingSpace: 'The first line should not begin with a space.',
  ownLine: '{part} needs a line of its own.',
  nameMissing: 'The property name before the colon is missing.',
  nameUnknown: 'Unknown property "{value}".',
  nameIgnored: 'The property {value} does not belong in a schedule and is ignored.',
  ruleEmpty: 'The rule is empty.',
  rulePartEmpty: 'There is an extra semicolon.',
  rulePartMalformed: '"{value}" should have the form NAME=VALUE.',
  rulePartUnknown: 'Unknown rule part "{value}".',
  rulePartTwice: '{part} is given twice.',
  freqMissing: 'The rule has no frequency: FREQ is missing.',
  freqUnknown: 'FREQ must be YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY or SECONDLY.',
  wholeNumber: '{part} must be a whole number of at least 1.',
  weekdayInvalid: '{part} accepts the weekdays MO, TU, WE, TH, FR, SA and SU.',
  weekdayNumberInvalid:
    '{part} accepts weekdays such as MO, 1MO (the first Monday) or -1FR (the last Friday).',
  weekdayNumberForbidden:
    'A numbered weekday such as {value} needs FREQ=MONTHLY or FREQ=YEARLY without BYWEEKNO.',
  outOfRangeMonth: '{part} accepts the months 1 to 12.',
  outOfRangeMonthDay:
    '{part} accepts days from 1 to 31, or from -31 to -1 counted from the end of the month.',
  outOfRangeYearDay:
    '{part} accepts days from 1 to 366, or from -366 to -1 counted from the end of the year.',
  outOfRangeWeek: '{part} accepts weeks from 1 to 53, or from -53 to -1 counted from the end of the year.',
  outOfRangeHour: '{part} accepts hours from 0 to 23.',
  outOfRangeMinute: '{part} accepts minutes from 0 to 59.',
  outOfRangeSecond: '{part} accepts seconds from 0 to 60.',
  outOfRangePosition: '{part} accepts positions from 1 to 366, or from -366 to -1.',
  partForbidden: '{part} is not allowed with this FREQ.',
  setPosAlone: 'BYSETPOS needs another BY part to choose from.',
  timeBesideDate: '{part} has no meaning for a start date without a time.',
  countAndUntil: 'A rule may have COUNT or UNTIL, but not both.',
  untilForm:
    'UNTIL should be written like the start: a date for a date, UTC for a start in UTC or with TZID.',
  dateTimeInvalid: '"{value}" is not a date or time such as 20270131T093000Z or 20270131.',
  dateTimeMissing: '{part} needs a date or time.',
  dateNeedsValue: 'A date without a time should be marked with VALUE=DATE.',
  dateBesideTime: 'A date without a time means only 00:00 of that day.',
  oneDateTimeOnly: '{part} accepts a single date or time.',
  propertyTwice: '{part} is given twice.',
  parameterMalformed: 'The parameter {part} is not closed or has no value.',
  valueTypeUnknown: 'VALUE must be DATE or DATE-TIME here.',
  zoneUnknown: 'Unknown time zone "{value}".',
  zoneBesideDate: 'A date (VALUE=DATE) cannot have a time zone.',
  zoneBesideUtc: 'A time in UTC (with Z) should not have a time zone.',
} as const;

export function problemText(problem: RecurrenceProblem, localizer: Localizer): string {
  return localizer.t(messages[problem.code], { part: problem.part, value: problem.value });
}

const maxProblems = 100;
const maxShownValue = 60;

/** A range in the text of a set, with offsets into the whole text. */
export interface TextRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Collects problems, up to a limit: hostile text may have a million. The counts include those beyond the limit. */
export class ProblemList {
  readonly problems: RecurrenceProblem[] = [];
  count = 0;
  errorCount = 0;

  error(code: ProblemCode, part: string, range: TextRange): void {
    this.errorCount += 1;
    this.#add('error', code, part, range);
  }

  /** For violations of RFC 5545 that can still be read. */
  warning(code: ProblemCode, part: string, range: TextRange): void {
    this.#add('warning', code, part, range);
  }

  #add(
    severity: 'error' | 'warning',
    code: ProblemCode,
    part: string,
    { text, start, end }: TextRange,
  ): void {
    this.count += 1;
    if (this.problems.length > maxProblems) return;
    const value = text.length > maxShownValue ? `${text.slice(0, maxShownValue - 1)}…` : text;
    // The omitted problems may include errors.
    const isLast = this.problems.length === maxProblems;
    const shown = isLast ? ({ severity: 'error', code: 'tooManyProblems' } as const) : { severity, code };
    this.problems.push({ ...shown, part, value, start, end });
  }
}
