import type { Slices } from '../../../base/slices.ts';
import type { Predictor } from '../../../recurrence/expand/predictor.ts';
import type { History } from '../../history/common/history.ts';
import type { FactsPeriod } from '../../history/common/jobFacts.ts';
import type { SeenRun } from '../../history/common/seenRuns.ts';
import { judge, type PlannedRun, plannedRuns, type Verdict } from '../../history/common/verdicts.ts';
import type { TimelineSpan } from './timelineSpan.ts';

/** A run that was planned, with what came of it, or one that was seen although none was planned. */
export interface RunOutcome {
  /** When it was planned, or else the latest time at which it started, on the server's clock. */
  readonly atMs: number;
  readonly verdict?: Verdict;
  /** The run that was seen. */
  readonly run?: SeenRun;
}

export interface PastSource {
  readonly history: Pick<History, 'facts' | 'kindOf' | 'past' | 'runs'>;
  readonly span: Pick<TimelineSpan, 'fromMs' | 'toMs'>;
  readonly predictor: Predictor;
  readonly isZoneKnown: boolean;
  readonly nowMs: number;
}

/** The runs of a job from the start of the span until now, in slices: `judge` compares each with all looks. */
export async function runOutcomes(jobId: number, source: PastSource, slices: Slices): Promise<RunOutcome[]> {
  const { history, span, predictor, isZoneKnown, nowMs } = source;
  const { fromMs } = span;
  const toMs = Math.min(span.toMs, nowMs);
  const past = history.past(jobId);
  const runs = history.runs(jobId);
  const found: RunOutcome[] = [];
  const planned = new Set<SeenRun>();
  // A run from just before the span may have begun late, within it.
  for (const plan of plannedRuns(past.facts, { predictor, fromMs: fromMs - lateMs, toMs })) {
    if (slices.isOver) await slices.rest();
    const verdict = judge(plan, past, { kindOf: history.kindOf, nowMs, isZoneKnown, runs });
    const run = 'run' in verdict ? verdict.run : undefined;
    if (run !== undefined) planned.add(run);
    if (plan.atMs >= fromMs) found.push({ atMs: plan.atMs, verdict, ...(run === undefined ? {} : { run }) });
  }
  for (const run of runs) {
    const atMs = run.start.byMs;
    if (!planned.has(run) && atMs >= fromMs && atMs < toMs) found.push({ atMs, run });
  }
  return found.sort((a, b) => a.atMs - b.atMs);
}

const lateMs = 600_000;

export function isMissed({ verdict }: RunOutcome): boolean {
  return verdict?.kind === 'didNotRun' || verdict?.kind === 'notSeen';
}

/** Whether somebody looked at the job then. */
export function isWatched({ verdict }: RunOutcome): boolean {
  return verdict?.kind !== 'notWatched' && !(verdict?.kind === 'notJudged' && verdict.reason === 'unread');
}

/**
 * When a job was planned to run in the span, if its schedule was another one during a part of it, or it was disabled;
 * otherwise `undefined`. Before the first look, the schedule of that look is assumed.
 */
export function changedPlan(
  facts: readonly FactsPeriod[],
  { fromMs, toMs }: PastSource['span'],
  predictor: Predictor,
): number[] | undefined {
  const first = Math.max(
    0,
    facts.findLastIndex(({ readMs }) => readMs <= fromMs),
  );
  const [then, ...later] = facts.slice(first).filter(({ readMs }) => readMs < toMs);
  const isSame = ({ facts: { params, isEnabled } }: FactsPeriod) =>
    params === then?.facts.params && isEnabled === then.facts.isEnabled;
  if (then === undefined || later.every(isSame)) return undefined;
  const periods = [{ ...then, readMs: Math.min(then.readMs, fromMs) }, ...later];
  const byPeriod: PlannedRun[] = [];
  periods.forEach((period, index) => {
    const untilMs = periods[index + 1]?.readMs ?? toMs;
    if (period.facts.isEnabled)
      byPeriod.push(
        ...plannedRuns([period], { predictor, fromMs: Math.max(fromMs, period.readMs), toMs: untilMs }),
      );
  });
  return byPeriod.map(({ atMs }) => atMs);
}
