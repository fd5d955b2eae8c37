import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { mostCounted, mostExceptionDates, type Window } from '../../../recurrence/amend/exclusion.ts';
import { type MomentWords, momentText } from '../../changeJobs/common/momentText.ts';
import type { ActivePause, PauseObstacle, PauseOutcome, ResumeOutcome } from './pausePlan.ts';

/** "until Jan 9", or "Dec 30 until Jan 9" if it has not begun. */
export function windowText({ fromMs, untilMs }: Window, words: MomentWords): string {
  const { t } = words.localizer;
  const until = momentText(untilMs, words);
  return fromMs <= words.nowMs
    ? t('until {until}', { until })
    : t('{from} until {until}', { from: momentText(fromMs, words), until });
}

/** "paused until Jan 9: stocktaking". */
export function pausedText(pause: ActivePause, words: MomentWords): string {
  const { t } = words.localizer;
  const window = windowText(pause, words);
  const text = pause.isDisabled ? t('disabled {window}', { window }) : t('paused {window}', { window });
  return pause.reason === '' ? text : `${text}: ${displayText(pause.reason, 80)}`;
}

const obstacleTexts = {
  unreadable: 'Its schedule cannot be read.',
  open: 'Its schedule has no start, so its times come from the server.',
  end: 'The server runs it when its schedule ends, whatever the schedule excludes.',
  unknown: 'Its runs are too many to search.',
  switchOn: 'It also runs when a device is switched on, which no schedule prevents.',
} as const satisfies Readonly<Record<Exclude<PauseObstacle, 'tooMany'>, string>>;

const unchangedTexts = {
  disabled: 'It is disabled, so it does not run.',
  noSchedule: 'It has no schedule.',
  noRuns: 'It has no run in this time.',
} as const;

/** What happens to one job, or why nothing. */
export function pauseOutcomeText(outcome: PauseOutcome, localizer: Localizer): string {
  const { t, plural } = localizer;
  switch (outcome.kind) {
    case 'edit': {
      const { runs, isCounted } = outcome;
      return joinTexts(
        ' ',
        runs < mostCounted
          ? plural('Leaves out {count} run.|Leaves out {count} runs.', runs)
          : plural('Leaves out at least {count} run.|Leaves out at least {count} runs.', runs),
        isCounted && t('Its number of runs counts them, so its last run stays the same.'),
      );
    }
    case 'unchanged':
      return t(unchangedTexts[outcome.why]);
    case 'blocked':
      return outcome.obstacle === 'tooMany'
        ? t(
            'Leaves out {runs} runs, but a schedule gets at most {most} exceptions. Begin the pause now, or disable the job.',
            { runs: outcome.runs, most: mostExceptionDates },
          )
        : t(obstacleTexts[outcome.obstacle]);
  }
}

/** The last run before a pause, and the first one after it. */
export function pauseRunsText(
  { lastMs, firstMs }: { readonly lastMs: number | undefined; readonly firstMs: number | undefined },
  words: MomentWords,
): string {
  const { t } = words.localizer;
  const text = (ms: number | undefined) => (ms === undefined ? t('none') : momentText(ms, words));
  return t('Last run before: {last} · First run after: {first}', {
    last: text(lastMs),
    first: text(firstMs),
  });
}

export function resumeOutcomeText(outcome: ResumeOutcome, { plural, t }: Localizer): string {
  if (outcome.kind === 'unchanged') {
    const count = outcome.excluded?.count ?? 0;
    return joinTexts(
      ' ',
      t('It is not paused.'),
      count > 0 &&
        plural(
          'Its schedule excludes {count} date that no pause of this computer has recorded.|Its schedule excludes {count} dates that no pause of this computer has recorded.',
          count,
        ),
    );
  }
  const { missing, isOver } = outcome;
  return joinTexts(
    ' ',
    outcome.edit.after['enabled'] === true
      ? t('Enables it.')
      : isOver
        ? t('Removes what is left of a pause that is over.')
        : t('Brings back the runs that the pause left out.'),
    missing > 0 &&
      plural(
        'Somebody has changed {count} exception of the pause since; it stays.|Somebody has changed {count} exceptions of the pause since; they stay.',
        missing,
      ),
  );
}
