import type { ScheduleView } from '../protocol/hostMessages.ts';
import type { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

const shownProblems = 3;
const shownRuns = 10;

/** The schedule's description, next runs and problems; the text itself is never rewritten. */
export function scheduleView(params: string, outlook: ScheduleOutlook): ScheduleView {
  const { sentence, runs, notes, warnings, problems } = outlook.details(params, Date.now(), shownRuns);
  return {
    sentence,
    runs: runs.map(({ local, utc, source }) => ({ local, utc, source: source ?? 'rule' })),
    notes: [...notes],
    warnings: [...warnings],
    problems: problems.slice(0, shownProblems).map(({ severity, text }) => ({ severity, text })),
  };
}
