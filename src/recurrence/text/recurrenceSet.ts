import {
  type ContentLine,
  type ContentProperty,
  hasNoLineBreak,
  parameterOf,
  readProperty,
  splitContentLines,
} from './contentLine.ts';
import { type DateTimeValue, type Dialect, parseDateTime } from './dateTimeValue.ts';
import { ProblemList, type RecurrenceProblem } from './recurrenceProblem.ts';
import type { RecurrenceRule } from './recurrenceRule.ts';
import { checkRule, type RuleText, readRuleText } from './ruleText.ts';
import { findTimeZone } from './timeZone.ts';

/** A line of the text as written, with its parsed property. */
interface SetLine extends ContentLine {
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
  const reader = new PropertyReader(problems, dialect);
  const lines: SetLine[] = splitContentLines(read).map((line, index, all) => {
    const property = line.raw.trim() === '' ? undefined : readProperty(line, problems);
    const previous = all[index - 1];
    if (property && previous && hasNoLineBreak(previous))
      problems.warning('ownLine', property.name, property.nameText.range);
    if (property) reader.read(property);
    return { ...line, property };
  });
  if (text.length > read.length) {
    lines.push({ raw: text.slice(read.length), lineBreak: '', start: read.length, property: undefined });
  }
  const { dates, rules, single } = reader;
  const start = single.get('DTSTART');
  const checked = (texts: readonly RuleText[]) => {
    for (const each of texts) checkRule(each, start, problems);
    return texts.flatMap(({ rule }) => rule ?? []);
  };
  const set = {
    start,
    end: single.get('DTEND'),
    rules: checked(rules.RRULE),
    exceptionRules: checked(rules.EXRULE),
    dates: dates.RDATE,
    exceptionDates: dates.EXDATE,
  };
  // A bare date as an exception looks like the whole day but only matches midnight.
  for (const { property } of start && start.form !== 'date' ? lines : []) {
    if (property?.name === 'EXDATE' && /^\d{8}(?:,\d{8})*$/.test(property.value.text))
      problems.warning('dateBesideTime', 'EXDATE', property.value.range);
  }
  return { lines, ...set, problems: problems.problems };
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

/** Interprets the properties one by one; conditions across several are checked afterwards. */
class PropertyReader {
  readonly single = new Map<string, DateTimeValue | undefined>();
  readonly rules: Readonly<Record<'RRULE' | 'EXRULE', RuleText[]>> = { RRULE: [], EXRULE: [] };
  readonly dates: Readonly<Record<'RDATE' | 'EXDATE', DateTimeValue[]>> = { RDATE: [], EXDATE: [] };
  readonly #problems: ProblemList;
  readonly #dialect: Dialect;

  constructor(problems: ProblemList, dialect: Dialect) {
    this.#problems = problems;
    this.#dialect = dialect;
  }

  read(property: ContentProperty): void {
    const { name, nameText, value } = property;
    switch (name) {
      case 'DTSTART':
      case 'DTEND':
        this.#readSingle(property);
        break;
      case 'RRULE':
      case 'EXRULE':
        this.rules[name].push(readRuleText(value, name, this.#problems));
        break;
      case 'RDATE':
      case 'EXDATE':
        this.dates[name].push(...readDateTimes(property, this.#dialect, this.#problems));
        break;
      default:
        if (knownElsewhere.has(name) || name.startsWith('X-'))
          this.#problems.warning('nameIgnored', 'name', nameText.range);
        else this.#problems.error('nameUnknown', 'name', nameText.range);
    }
  }

  #readSingle(property: ContentProperty): void {
    const { name, value } = property;
    if (this.single.has(name)) {
      this.#problems.error('propertyTwice', name, value.range);
      return;
    }
    const isList = value.text.includes(',');
    if (isList) this.#problems.error('oneDateTimeOnly', name, value.range);
    const values = isList ? [] : readDateTimes(property, this.#dialect, this.#problems);
    this.single.set(name, values[0]);
  }
}

/** The dates or times of DTSTART, DTEND, RDATE and EXDATE; invalid ones are reported and left out. */
function readDateTimes(property: ContentProperty, dialect: Dialect, problems: ProblemList): DateTimeValue[] {
  const type = readValueType(property, problems);
  if (!type) return [];
  const zone = parameterOf(property, 'TZID');
  if (zone && !findTimeZone(zone.value)) {
    // Django ignores TZID, so an invalid one does no harm.
    problems[dialect === 'rfc' ? 'error' : 'warning']('zoneUnknown', 'TZID', zone.range);
  }
  if (type === 'DATE' && zone) problems.error('zoneBesideDate', 'TZID', zone.range);
  const values: DateTimeValue[] = [];
  for (const item of property.value.split(',')) {
    // Only the start of a period is an occurrence.
    const text = type === 'PERIOD' ? (item.text.split('/', 1)[0] ?? '') : item.text;
    const value = parseDateTime(text, zone?.value);
    if (value && (type === 'unstated' || (value.form === 'date') === (type === 'DATE'))) {
      values.push(value);
    } else {
      const code = item.text === '' ? 'dateTimeMissing' : 'dateTimeInvalid';
      problems.error(code, property.name, item.range);
    }
  }
  if (zone && values.some(value => value.form === 'utc')) {
    problems.warning('zoneBesideUtc', 'TZID', zone.range);
  }
  if (!parameterOf(property, 'VALUE') && values.some(value => value.form === 'date')) {
    problems.warning('dateNeedsValue', property.name, property.value.range);
  }
  return values;
}

type ValueType = 'DATE' | 'DATE-TIME' | 'PERIOD' | 'unstated';

function readValueType(property: ContentProperty, problems: ProblemList): ValueType | undefined {
  const parameter = parameterOf(property, 'VALUE');
  const type = parameter?.value.toUpperCase();
  if (!parameter || type === undefined) return 'unstated';
  if (type === 'DATE' || type === 'DATE-TIME' || (type === 'PERIOD' && property.name === 'RDATE'))
    return type;
  problems.error('valueTypeUnknown', 'VALUE', parameter.range);
  return undefined;
}
