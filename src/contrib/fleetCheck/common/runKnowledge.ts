import type { StatusKind } from '../../../api/model/jobStatus.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { dayMs, hourMs } from '../../../recurrence/text/calendarDay.ts';
import type { History } from '../../history/common/history.ts';
import { durationOf, type SeenRun, typicalDurationMs } from '../../history/common/seenRuns.ts';
import { judge, type PlannedRun, plannedRuns } from '../../history/common/verdicts.ts';
import type { RunKnowledge } from './checkedFleet.ts';

type Verdicts = ReturnType<RunKnowledge['verdicts']>;

/** Long enough for ten planned runs of nearly all schedules, tried one after the other. */
const periodsMs = [6 * hourMs, 2 * dayMs, 14 * dayMs, 90 * dayMs];
const verdictsAtMost = 10;
/** A few more, because some cannot be judged. */
const plannedAtMost = 40;
/** Judging the planned runs of a job takes longer than all other rules together. */
const freshMs = hourMs;

/** What a history of runs says to the rules. Verdicts are kept for an hour, or until more is known of the job. */
export class HistoryKnowledge {
  readonly #history: History;
  readonly #verdicts = new Map<number, Verdicts & { readonly untilMs: number }>();
  readonly #subscription: { dispose(): void };

  constructor(history: History) {
    this.#history = history;
    this.#subscription = history.onDidChange(ids => {
      if (ids.length === 0) this.#verdicts.clear();
      for (const id of ids) this.#verdicts.delete(id);
    });
  }

  at(nowMs: number, outlook: ScheduleOutlook): RunKnowledge {
    const runs = (job: number) => this.#history.runs(job);
    return {
      typicalMs: job => typicalDurationMs(runs(job)),
      lastResults: job => runs(job).flatMap(resultOf).reverse(),
      verdicts: job => this.#verdictsOf(job, nowMs, outlook),
      executingMs: job => {
        const last = runs(job).at(-1);
        return last?.state === 'executing' ? durationOf(last).minMs : undefined;
      },
    };
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #verdictsOf(job: number, nowMs: number, outlook: ScheduleOutlook): Verdicts {
    const known = this.#verdicts.get(job);
    if (known !== undefined && nowMs < known.untilMs) return known;
    const verdicts = { ...this.#judge(job, nowMs, outlook), untilMs: nowMs + freshMs };
    this.#verdicts.set(job, verdicts);
    return verdicts;
  }

  #judge(job: number, nowMs: number, { predictor, isZoneKnown }: ScheduleOutlook): Verdicts {
    const past = this.#history.past(job);
    let [judged, notSeen] = [0, 0];
    if (past.spans.length === 0) return { judged, notSeen };
    const runs = this.#history.runs(job);
    for (const planned of this.#planned(job, nowMs, predictor)) {
      const { kind } = judge(planned, past, { kindOf: this.#history.kindOf, nowMs, isZoneKnown, runs });
      const isMissing = kind === 'notSeen' || kind === 'didNotRun';
      if (isMissing) notSeen += 1;
      if (isMissing || kind === 'seen' || kind === 'endedUnseen' || kind === 'late') judged += 1;
      if (judged === verdictsAtMost) break;
    }
    return { judged, notSeen };
  }

  /** The newest planned runs, newest first. */
  #planned(job: number, nowMs: number, predictor: ScheduleOutlook['predictor']): readonly PlannedRun[] {
    const { facts } = this.#history.past(job);
    let planned: readonly PlannedRun[] = [];
    for (const periodMs of periodsMs) {
      const fromMs = nowMs - periodMs;
      const found = plannedRuns(facts, { predictor, fromMs, toMs: nowMs, limit: 10 * plannedAtMost });
      // So many that the newest are beyond the limit.
      if (found.length === 10 * plannedAtMost) break;
      planned = found;
      if (planned.length >= plannedAtMost) break;
    }
    return planned.slice(-plannedAtMost).reverse();
  }
}

/** A run that ended nobody knows how is between the others, too. */
function resultOf({ state, kind }: SeenRun): StatusKind[] {
  return state === 'executing' ? [] : [kind ?? 'unknown'];
}
