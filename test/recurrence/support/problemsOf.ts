import type { Dialect } from '../../../src/recurrence/text/dateTimeValue.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';

/** The problems of a text, each as severity, code, part, and the invalid characters in quotes. */
export function problemsOf(text: string, dialect: Dialect = 'rfc'): string[] {
  return parseRecurrenceSet(text, dialect).problems.map(
    ({ severity, code, part, start, end }) => `${severity} ${code} ${part} “${text.slice(start, end)}”`,
  );
}
