import type { StatusKind } from '../../../api/model/jobStatus.ts';
import { periodText } from '../../../base/clockFormat.ts';
import { countBy } from '../../../base/collections.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { keysOf } from '../../../base/tables.ts';
import { hourMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { statusLook } from '../../../workbench/platform/statusTexts.ts';
import type { History } from '../common/history.ts';
import type { LastPlanned, newestRun, PastRun, RunPace } from '../common/pastRuns.ts';
import {
  durationText,
  endText,
  lateText,
  lengthText,
  outcomeText,
  verdictLooks,
} from '../common/runTexts.ts';
import { durationOf, type SeenRun } from '../common/seenRuns.ts';

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
  didNotRun: [...verdictLooks.didNotRun, '⊘', count => t('{count} did not run', { count })],
  notSeen: [...verdictLooks.notSeen, '○', count => t('{count} not seen', { count })],
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
  const counts = countBy(runs, pastRunKind);
  const texts = keysOf(runLooks).map(kind => {
    const count = counts.get(kind) ?? 0;
    return count > 0 && runLooks[kind][3](count);
  });
  return joinTexts(', ', ...texts);
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
  const { run, pace, late } = past;
  const ending = joinTexts(
    ', ',
    endText(run, localizer),
    paceText(pace),
    late !== undefined && lateText(late, localizer),
  );
  return { when: startText(run), duration: durationText(durationOf(run), localizer), ending };
}

/** "Nov 24, 03:00: failed, 4 min ± 8 s". */
export function pastRunLine(past: PastRun): string {
  const { when, duration, ending } = pastRunTexts(past);
  return `${when}: ${joinTexts(', ', ending, duration)}`;
}

/** "Planned Nov 24, 03:00: nobody watched". */
export function lastPlannedText(last: LastPlanned | undefined): string {
  if (last === undefined) return '';
  const time = periodText(last.atMs, last.atMs, localizer.language);
  return t('Planned {time}: {outcome}', { time, outcome: outcomeText(last, localizer) });
}

/** In whole minutes, so that it is never more than was seen. */
export function leastText(ms: number): string {
  return lengthText(Math.floor(ms / minuteMs) * minuteMs || ms, localizer);
}

/** "executing for at least 40 min, typically 4 min". */
export function executingText({
  elapsedMs,
  typicalMs,
}: Pick<NonNullable<ReturnType<typeof newestRun>>, 'elapsedMs' | 'typicalMs'>): string {
  const elapsed = t('executing for at least {time}', { time: leastText(elapsedMs) });
  return joinTexts(', ', elapsed, typicalText(typicalMs));
}

export function typicalText(typicalMs: number | undefined): string {
  return typicalMs === undefined ? '' : t('typically {time}', { time: lengthText(typicalMs, localizer) });
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
