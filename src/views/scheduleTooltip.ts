import { localizer } from '../platform/localize.ts';
import type { ScheduleDetails, ScheduledRun } from '../recurrence/describe/scheduleOutlook.ts';
import type { Fact } from './facts.ts';

const { t } = localizer;

const problemsAtMost = 5;

/** The schedule in words and its next runs. */
export function scheduleRows({ sentence, runs }: ScheduleDetails): Fact[] {
  return [
    [t('Schedule'), sentence],
    [t('Next runs'), runs.map(runText)],
  ];
}

/** The problems of the schedule, and what it leaves open. */
export function scheduleRemarks({ problems, warnings, notes }: ScheduleDetails): string[] {
  return [...problems.slice(0, problemsAtMost).map(({ text }) => text), ...warnings, ...notes];
}

/** "Mon, Aug 3, 2026, 03:00 (01:00 UTC)", and where the date comes from when no rule gives it. */
function runText({ local, utc, source }: ScheduledRun): string {
  if (source === undefined) return `${local} (${utc})`;
  return `${local} (${utc}), ${source === 'start' ? t('the start date itself') : t('the end date itself')}`;
}
