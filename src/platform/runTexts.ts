import type { History } from '../history/history.ts';
import { durationOf, type RunDuration, type SeenRun } from '../history/seenRuns.ts';
import type { StatusKind } from '../model/jobStatus.ts';
import { hourMs, minuteMs } from '../recurrence/text/calendarDay.ts';
import type { newestRun, PastRun, RunPace } from '../store/jobs/pastRuns.ts';
import { periodText } from '../util/clockFormat.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { localizer, plural, t } from './localize.ts';
import { statusLook } from './statusTexts.ts';

const secondMs = 1_000;

/** "4 min", "1 h 20 min", "2 days 3 h": whole minutes from two minutes on; seconds below ten if it is to be `exact`. */
export function lengthText(ms: number, { isExact = false } = {}): string {
  const isShort = ms < (isExact ? 10 : 2) * minuteMs;
  const seconds = Math.floor(ms / secondMs);
  const minutes = isShort ? Math.floor(seconds / 60) : Math.round(ms / minuteMs);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const rest = isShort ? seconds % 60 : 0;
  return joinTexts(
    ' ',
    days > 0 && plural('{count} day|{count} days', days),
    hours % 24 > 0 && t('{count} h', { count: hours % 24 }),
    days === 0 && minutes % 60 > 0 && t('{count} min', { count: minutes % 60 }),
    (rest > 0 || minutes === 0) && t('{count} s', { count: rest }),
  );
}

/** How long a run took, with what is uncertain of it: "4 min 10 s ± 8 s", "at least 40 min". */
function durationText({ minMs, maxMs }: RunDuration): string {
  const exact = (ms: number) => lengthText(ms, { isExact: true });
  if (maxMs === undefined) return t('at least {time}', { time: exact(minMs) });
  if (minMs === 0) return t('at most {time}', { time: exact(maxMs) });
  const time = exact((minMs + maxMs) / 2);
  const halfMs = (maxMs - minMs) / 2;
  return halfMs < secondMs / 2
    ? time
    : t('{time} ± {half}', { time, half: exact(Math.max(secondMs, halfMs)) });
}

/** A start is shown as a moment if it is known to the minute, otherwise as the period in which it was. */
function startText({ start: { afterMs, byMs } }: SeenRun): string {
  const { language } = localizer;
  if (afterMs === undefined) return t('before {time}', { time: periodText(byMs, byMs, language) });
  return periodText(byMs - afterMs < minuteMs ? byMs : afterMs, byMs, language);
}

const paceTexts: Readonly<Record<RunPace, () => string>> = {
  usual: () => '',
  long: () => t('longer than usual'),
  stuck: () => t('may be stuck'),
  short: () => t('much shorter than usual'),
};

export function paceText(pace: RunPace): string {
  return paceTexts[pace]();
}

type RunKind = Exclude<StatusKind, 'queued' | 'idle' | 'unknown'> | 'lost' | Exclude<PastRun['kind'], 'seen'>;
type RunLook = readonly [icon: string, color: string, box: string, count: (count: number) => string];

/** How each kind of run is shown: icon, color, and as one of the ten last ones, which are counted in words. */
const runLooks: Readonly<Record<RunKind, RunLook>> = {
  succeeded: [...statusLook({ kind: 'succeeded' }), '✓', count => t('{count} succeeded', { count })],
  failed: [...statusLook({ kind: 'failed' }), '✗', count => t('{count} failed', { count })],
  stopped: [...statusLook({ kind: 'stopped' }), '■', count => t('{count} stopped', { count })],
  running: [...statusLook({ kind: 'running' }), '►', count => t('{count} executing', { count })],
  lost: ['question', 'disabledForeground', '?', count => t('{count} with unknown result', { count })],
  didNotRun: ['circle-slash', 'list.warningForeground', '⊘', count => t('{count} did not run', { count })],
  notSeen: ['eye-closed', 'list.warningForeground', '○', count => t('{count} not seen', { count })],
};

export function pastRunKind(past: PastRun): RunKind {
  if (past.kind !== 'seen') return past.kind;
  const { state, kind } = past.run;
  if (state === 'executing') return 'running';
  return kind === 'succeeded' || kind === 'failed' || kind === 'stopped' ? kind : 'lost';
}

export function pastRunLook(past: PastRun): RunLook {
  return runLooks[pastRunKind(past)];
}

/** "8 succeeded, 1 failed". */
export function pastRunCounts(runs: readonly PastRun[]): string {
  const kinds = runs.map(pastRunKind);
  return [...new Set(kinds)]
    .map(kind => runLooks[kind][3](kinds.filter(each => each === kind).length))
    .join(', ');
}

/** When a run began, how long it took and how it ended. */
export interface PastRunTexts {
  readonly when: string;
  readonly duration: string;
  /** How it ended, who stopped it, and whether it took unusually long. */
  readonly ending: string;
}

export function pastRunTexts(past: PastRun): PastRunTexts {
  if (past.kind !== 'seen') {
    const when = periodText(past.atMs, past.atMs, localizer.language);
    return { when, duration: '', ending: past.kind === 'didNotRun' ? t('did not run') : t('not seen') };
  }
  const { run, pace } = past;
  const isStopped = run.isStoppedByUs && run.kind === 'stopped';
  const ending = joinTexts(', ', endingText(run), isStopped && t('stopped by you'), paceText(pace));
  return { when: startText(run), duration: durationText(durationOf(run)), ending };
}

function endingText({ state, word = '' }: SeenRun): string {
  if (state === 'executing') return t('executing');
  return displayText(word, 60) || t('result unknown');
}

/** "Nov 24, 03:00: failed, 4 min ± 8 s". */
export function pastRunLine(past: PastRun): string {
  const { when, duration, ending } = pastRunTexts(past);
  return `${when}: ${joinTexts(', ', ending, duration)}`;
}

/** "executing for at least 40 min, typically 4 min". */
export function executingText({
  elapsedMs,
  typicalMs,
}: Pick<NonNullable<ReturnType<typeof newestRun>>, 'elapsedMs' | 'typicalMs'>): string {
  const elapsed = t('executing for at least {time}', { time: lengthText(elapsedMs) });
  return joinTexts(', ', elapsed, typicalText(typicalMs));
}

export function typicalText(typicalMs: number | undefined): string {
  return typicalMs === undefined ? '' : t('typically {time}', { time: lengthText(typicalMs) });
}

/** A pause between looks from which on nobody watched. */
const unwatchedMs = hourMs;
const namedPauses = 2;

/** Since when a job has been watched, and when it was not; '' if never. */
export function watchedText(
  history: Pick<History, 'past' | 'coverage'>,
  jobId: number,
  nowMs: number,
): string {
  const { spans } = history.past(jobId);
  if (spans.length === 0) return '';
  const { language } = localizer;
  const sinceMs = spans.reduce(
    (least, { firstMs, lastMs }) => Math.min(least, firstMs, lastMs),
    Number.POSITIVE_INFINITY,
  );
  const pauses = history
    .coverage(jobId, sinceMs, nowMs)
    .filter(({ fromMs, toMs, gapMs }) => gapMs > unwatchedMs && toMs - fromMs > unwatchedMs);
  const named = pauses.slice(-namedPauses).map(({ fromMs, toMs }) => periodText(fromMs, toMs, language));
  const hidden = pauses.length - named.length;
  return joinTexts(
    '; ',
    t('since {time}', { time: periodText(sinceMs, sinceMs, language) }),
    named.length > 0 && t('not watched {times}', { times: named.join(', ') }),
    hidden > 0 && plural('and {count} more|and {count} more', hidden),
  );
}
