import { displayText } from '../../../base/displayText.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { dayMs, hourMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';
import type { LastPlanned } from './pastRuns.ts';
import { durationOf, type RunDuration, type SeenRun } from './seenRuns.ts';
import type { Verdict } from './verdicts.ts';

const secondMs = 1_000;

/** A length of time in at most two units: "45 s", "4 min", "1 h 5 min", "2 d 3 h". */
export function lengthText(ms: number, { t }: Localizer): string {
  const seconds = Math.round(ms / secondMs);
  if (seconds < 60) return t('{seconds} s', { seconds });
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 60) return t('{minutes} min', { minutes });
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 24)
    return restMinutes === 0
      ? t('{hours} h', { hours })
      : t('{hours} h {minutes} min', { hours, minutes: restMinutes });
  const days = Math.floor(ms / dayMs);
  const restHours = Math.floor((ms % dayMs) / hourMs);
  return restHours === 0 ? t('{days} d', { days }) : t('{days} d {hours} h', { days, hours: restHours });
}

/** How long something took: "4 min", "4 min to 6 min", or "at least 38 min". */
export function durationText({ minMs, maxMs }: RunDuration, localizer: Localizer): string {
  const least = lengthText(minMs, localizer);
  if (maxMs === undefined) return localizer.t('at least {least}', { least });
  const most = lengthText(maxMs, localizer);
  if (least === most) return least;
  if (minMs < secondMs) return localizer.t('at most {most}', { most });
  return localizer.t('{least} to {most}', { least, most });
}

/** How a run ended: the server's word, or why it is not known. */
export function endText(run: SeenRun, { t }: Localizer): string {
  if (run.state === 'executing') return t('executing');
  const word = run.word === undefined ? t('end not seen') : displayText(run.word, 60);
  return run.isStoppedByUs ? t('{status}, stopped from here', { status: word }) : word;
}

/** "succeeded, 4 min". */
export function runText(run: SeenRun, localizer: Localizer): string {
  return `${endText(run, localizer)}, ${durationText(durationOf(run), localizer)}`;
}

const notJudgedTexts = {
  zone: 'not judged: the time zone of the server is unknown',
  clockChange: 'not judged: the clock skips or repeats this time',
  disabled: 'not judged: the job was disabled',
  changed: 'not judged: the job was changed around that time',
  unread: 'not judged: the schedule of that time is unknown',
  early: 'may still begin',
} as const;

/** "began 12 min late". */
export function lateText(late: RunDuration, localizer: Localizer): string {
  return localizer.t('began {length} late', { length: durationText(late, localizer) });
}

/** What came of a planned run, in a few words. */
export function verdictText(verdict: Verdict, localizer: Localizer): string {
  const { t } = localizer;
  switch (verdict.kind) {
    case 'seen':
      return runText(verdict.run, localizer);
    case 'endedUnseen':
      return t('{status}, start not seen', { status: endText(verdict.run, localizer) });
    case 'late':
      return `${lateText(verdict.late, localizer)}: ${runText(verdict.run, localizer)}`;
    case 'didNotRun':
      return t('did not run');
    case 'waiting':
      return t('still queued');
    case 'notSeen':
      return t('not seen');
    case 'cannotTell':
      return t('cannot tell whether it ran');
    case 'notWatched':
      return t('nobody watched');
    default:
      return t(notJudgedTexts[verdict.reason]);
  }
}

/** What came of the last planned run, in a few words. */
export function outcomeText({ verdict, hasFailed }: LastPlanned, localizer: Localizer): string {
  const isFailure = hasFailed && verdict.kind === 'notWatched';
  return isFailure ? localizer.t('the server did not respond') : verdictText(verdict, localizer);
}

/** The name of an icon and of a theme color for a planned run that was not seen executing. */
export type VerdictLook = readonly [icon: string, color: string];

export const verdictLooks: Readonly<
  Record<Exclude<Verdict['kind'], 'seen' | 'endedUnseen' | 'late'>, VerdictLook>
> = {
  didNotRun: ['circle-slash', 'list.errorForeground'],
  notSeen: ['circle-slash', 'list.warningForeground'],
  waiting: ['clock', 'charts.yellow'],
  cannotTell: ['question', 'disabledForeground'],
  notWatched: ['eye-closed', 'disabledForeground'],
  notJudged: ['circle-outline', 'disabledForeground'],
};
