import { localizer } from '../host/localize.ts';
import type { ScheduleView } from '../protocol/hostMessages.ts';
import { describeRecurrenceSet } from '../schedule/description.ts';
import { problemText } from '../schedule/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../schedule/recurrenceSet.ts';

const shownProblems = 3;

/** The schedule's text in words, and what is wrong with it; the text itself is never rewritten. */
export function scheduleView(params: string): ScheduleView {
  const set = parseRecurrenceSet(params);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sentence = describeRecurrenceSet(set, localizer, { dialect: 'rfc', zone, nowMs: Date.now() });
  return {
    sentence:
      sentence === ''
        ? ''
        : `${sentence.charAt(0).toLocaleUpperCase(localizer.language)}${sentence.slice(1)}.`,
    problems: set.problems.slice(0, shownProblems).map(problem => ({
      severity: problem.severity,
      text: problemText(problem, localizer),
    })),
  };
}
