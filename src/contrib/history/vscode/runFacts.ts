import type { Job } from '../../../api/model/job.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import type { JobFacts, Naming } from '../../../workbench/trees/jobPoints.ts';
import type { Fact } from '../../../workbench/trees/tooltip.ts';
import { newestRun, type PastRun } from '../common/pastRuns.ts';
import { lengthText } from '../common/runTexts.ts';
import { historyOf } from '../common/sessionHistory.ts';
import {
  executingText,
  paceText,
  pastRunCounts,
  pastRunLine,
  pastRunLook,
  watchedText,
} from './pastRunTexts.ts';
import { jobRuns, plannedText } from './runRow.ts';

const stripAtMost = 10;

/** What the tooltip of a job says of its runs. */
export function runFacts(job: Job, naming: Naming): JobFacts {
  const past = jobRuns(job, naming);
  return { ...stripOf(past.slice(0, stripAtMost).reverse()), facts: lastRunFacts(job, past, naming) };
}

/** The last runs as marks of different shape and color, oldest first, and in words. */
function stripOf(runs: readonly PastRun[]): Pick<JobFacts, 'strip'> {
  if (runs.length === 0) return {};
  const marks = runs.map(pastRunLook).map(([, color, mark]) => [mark, color] as const);
  return { strip: { marks, text: t('Last runs: {counts}', { counts: pastRunCounts(runs) }) } };
}

/** The last run, how long runs usually take, and since when they are known. */
function lastRunFacts(job: Job, past: readonly PastRun[], naming: Naming): readonly Fact[] {
  const { id } = job;
  const { session } = naming;
  const history = historyOf(session);
  const newest = newestRun(history, id);
  const typical =
    newest?.typicalMs === undefined
      ? ''
      : t('{time} (median of the last runs)', { time: lengthText(newest.typicalMs, localizer) });
  const last =
    newest?.run.state === 'executing' && newest.elapsedMs >= minuteMs
      ? joinTexts(', ', executingText(newest), paceText(newest.pace))
      : pastRunLineOf(past.find(({ kind }) => kind === 'seen'));
  const missed = plannedText(job, naming) || (past[0]?.kind === 'seen' ? '' : pastRunLineOf(past[0]));
  return [
    [t('Last run'), [missed, last]],
    [t('Typical duration'), typical],
    [t('Runs known'), watchedText(history, id, session.serverTime.nowMs)],
  ];
}

function pastRunLineOf(past: PastRun | undefined): string {
  return past === undefined ? '' : pastRunLine(past);
}
