import { splitContentLines } from './contentLine.ts';
import { type ContentProperty, readProperty } from './contentProperty.ts';
import { readDateTimes } from './dateTimeText.ts';
import type { DateTimeValue } from './dateTimeValue.ts';
import type { Dialect } from './dialect.ts';
import { ProblemList } from './problemList.ts';
import type { RecurrenceProblem } from './recurrenceProblem.ts';
import type { RecurrenceRule } from './recurrenceRule.ts';
import { checkRule } from './ruleChecks.ts';
import { type RuleText, readRuleText } from './ruleText.ts';

/** A line of the text as written, with its parsed property. */
interface SetLine {
  readonly raw: string;
  readonly lineBreak: string;
  readonly start: number;
  /** `undefined` for an empty line and for one that is not a property. */
  readonly property: ContentProperty | undefined;
}

/** A recurrence set: the text, byte for byte, and what it means. */
export interface RecurrenceSet {
  readonly lines: readonly SetLine[];
  readonly start: DateTimeValue | undefined;
  readonly end: DateTimeValue | undefined;
  readonly rules: readonly RecurrenceRule[];
  readonly exceptionRules: readonly RecurrenceRule[];
  readonly dates: readonly DateTimeValue[];
  readonly exceptionDates: readonly DateTimeValue[];
  readonly problems: readonly RecurrenceProblem[];
}

/** Real schedules have hundreds of characters; anything beyond this limit is preserved but not parsed. */
const maxReadLength = 65_536;

export function parseRecurrenceSet(text: string, dialect: Dialect = 'rfc'): RecurrenceSet {
  const read = text.slice(0, maxReadLength);
  const problems = new ProblemList();
  if (text.length > maxReadLength) {
    problems.error('textTooLong', 'line', { text: '', start: maxReadLength, end: text.length });
  }
  const builder = new SetBuilder(problems, dialect);
  const lines: SetLine[] = splitContentLines(read).map(line => {
    const { raw, lineBreak, start } = line;
    const property = raw.trim() === '' ? undefined : readProperty(line, problems);
    if (property) builder.add(property);
    return { raw, lineBreak, start, property };
  });
  if (text.length > read.length) {
    lines.push({ raw: text.slice(read.length), lineBreak: '', start: read.length, property: undefined });
  }
  return { lines, ...builder.finish() };
}

/** The text of a set; exactly the text it was parsed from. */
export function writeRecurrenceSet(set: RecurrenceSet): string {
  return set.lines.map(line => line.raw + line.lineBreak).join('');
}

export function hasErrors(set: RecurrenceSet): boolean {
  return set.problems.some(problem => problem.severity === 'error');
}

/** Whether the text is empty, which means no schedule. */
export function isEmptySet(set: RecurrenceSet): boolean {
  return set.lines.every(line => line.raw.trim() === '');
}

const knownElsewhere = new Set(
  (
    'ACTION ATTACH ATTENDEE BEGIN CALSCALE CATEGORIES CLASS COMMENT COMPLETED CONTACT CREATED DESCRIPTION ' +
    'DTSTAMP DUE DURATION END EXDURATION GEO LAST-MODIFIED LOCATION METHOD ORGANIZER PRIORITY PRODID ' +
    'RECURRENCE-ID RELATED-TO REQUEST-STATUS RESOURCES SEQUENCE STATUS SUMMARY TRANSP TZID TZNAME ' +
    'TZOFFSETFROM TZOFFSETTO TZURL UID URL VERSION'
  ).split(' '),
);

/** Interprets the properties one by one; conditions across several are checked at the end. */
class SetBuilder {
  readonly #single = new Map<string, DateTimeValue | undefined>();
  readonly #rules: Readonly<Record<'RRULE' | 'EXRULE', RuleText[]>> = { RRULE: [], EXRULE: [] };
  readonly #dates: Readonly<Record<'RDATE' | 'EXDATE', DateTimeValue[]>> = { RDATE: [], EXDATE: [] };
  readonly #dateExceptions: ContentProperty[] = [];
  readonly #problems: ProblemList;
  readonly #dialect: Dialect;

  constructor(problems: ProblemList, dialect: Dialect) {
    this.#problems = problems;
    this.#dialect = dialect;
  }

  add(property: ContentProperty): void {
    const { name } = property;
    switch (name) {
      case 'DTSTART':
      case 'DTEND':
        this.#addSingle(property);
        break;
      case 'RRULE':
      case 'EXRULE':
        this.#rules[name].push(readRuleText(property.value, name, this.#problems));
        break;
      case 'RDATE':
      case 'EXDATE':
        for (const value of this.#datesOf(property)) this.#dates[name].push(value);
        if (name === 'EXDATE') this.#dateExceptions.push(property);
        break;
      default:
        this.#reportName(property);
    }
  }

  finish(): Omit<RecurrenceSet, 'lines'> {
    const start = this.#single.get('DTSTART');
    const rules = this.#checked(this.#rules.RRULE, start);
    const exceptionRules = this.#checked(this.#rules.EXRULE, start);
    if (start && start.form !== 'date') this.#checkExceptionDates();
    return {
      start,
      end: this.#single.get('DTEND'),
      rules,
      exceptionRules,
      dates: this.#dates.RDATE,
      exceptionDates: this.#dates.EXDATE,
      problems: this.#problems.problems,
    };
  }

  #checked(texts: readonly RuleText[], start: DateTimeValue | undefined): RecurrenceRule[] {
    for (const text of texts) checkRule(text, start, this.#problems);
    return texts.flatMap(({ rule }) => rule ?? []);
  }

  #datesOf(property: ContentProperty): readonly DateTimeValue[] {
    return readDateTimes(property, this.#dialect, this.#problems);
  }

  #addSingle(property: ContentProperty): void {
    const { name, value } = property;
    if (this.#single.has(name)) {
      this.#problems.error('propertyTwice', name, value.range);
      return;
    }
    const isList = value.text.includes(',');
    if (isList) this.#problems.error('oneDateTimeOnly', name, value.range);
    this.#single.set(name, isList ? undefined : this.#datesOf(property)[0]);
  }

  #reportName({ name, nameText }: ContentProperty): void {
    if (knownElsewhere.has(name) || name.startsWith('X-')) {
      this.#problems.warning('nameIgnored', 'name', nameText.range);
    } else {
      this.#problems.error('nameUnknown', 'name', nameText.range);
    }
  }

  /** A bare date as an exception looks like the whole day but only matches midnight. */
  #checkExceptionDates(): void {
    for (const { name, value } of this.#dateExceptions) {
      if (/^\d{8}(?:,\d{8})*$/.test(value.text)) this.#problems.warning('dateBesideTime', name, value.range);
    }
  }
}
