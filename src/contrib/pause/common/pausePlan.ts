import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import type { Job } from '../../../api/model/job.ts';
import { type Additions, noAdditions, withdrawLines } from '../../../recurrence/amend/additions.ts';
import {
  type ExclusionObstacle,
  excludeRuns,
  firstRunFrom,
  lastRunBefore,
  pausingRules,
  type Window,
} from '../../../recurrence/amend/exclusion.ts';
import { instantOf, type ZoneReading, zoneOf } from '../../../recurrence/expand/resolvedSet.ts';
import {
  isEmptySet,
  parseRecurrenceSet,
  type RecurrenceSet,
} from '../../../recurrence/text/recurrenceSet.ts';
import type { AskedWindow } from '../../changeJobs/common/typedWindow.ts';
import type { Pause, PausesByJob } from './pauseFile.ts';

/** A date that is farther from where it was is another one. */
const farthestMs = 86_400_000;

/** How schedules are read, and what is known of earlier pauses. */
export interface PauseFacts {
  readonly reading: ZoneReading;
  readonly nowMs: number;
  readonly pauses: PausesByJob;
}

/** Why a job is not changed. `switchOn`: it also runs when a device is switched on, which no schedule prevents. */
export type PauseObstacle = ExclusionObstacle | 'switchOn';

export type PauseOutcome = { readonly job: Job } & (
  | {
      readonly kind: 'edit';
      readonly edit: FieldEdit;
      readonly pause: Pause;
      /** How many runs fall into the window; at most `mostCounted`. */
      readonly runs: number;
      readonly isCounted: boolean;
      readonly lastMs: number | undefined;
      readonly firstMs: number | undefined;
    }
  | { readonly kind: 'unchanged'; readonly why: 'disabled' | 'noSchedule' | 'noRuns' }
  | {
      readonly kind: 'blocked';
      readonly obstacle: PauseObstacle;
      readonly runs: number;
      /** Disables the job, with a reminder to enable it again. */
      readonly instead: { readonly edit: FieldEdit; readonly pause: Pause };
    }
);

/** Pauses a job for a window: excludes the runs that fall into it from its schedule. */
export function planPause(job: Job, asked: AskedWindow, facts: PauseFacts): PauseOutcome {
  const { reading, nowMs } = facts;
  const { params, enabled, name, id } = job;
  const { fromMs, untilMs, reason } = asked;
  if (enabled === false) return { kind: 'unchanged', job, why: 'disabled' };
  // A pause takes the place of an earlier one.
  const unpaused = withoutPause(job, facts).text;
  const pause = { job: id, name, fromMs, untilMs, reason, added: noAdditions };
  const blocked = (obstacle: PauseObstacle, runs: number): PauseOutcome => ({
    kind: 'blocked',
    job,
    obstacle,
    runs,
    instead: {
      edit: { before: { enabled }, after: { enabled: false } },
      // What an earlier pause has added stays, and so does the record of it.
      pause: { ...pause, added: ownPause(job, facts)?.added ?? noAdditions, isDisabled: true },
    },
  });
  if (job.run_on_start === true) return blocked('switchOn', 0);
  const excluded = excludeRuns(unpaused, asked, nowMs, reading);
  if (excluded.kind === 'blocked') return blocked(excluded.obstacle, excluded.runs);
  if (excluded.kind === 'unchanged') {
    const isEmpty = isEmptySet(parseRecurrenceSet(params, reading.dialect));
    return { kind: 'unchanged', job, why: isEmpty ? 'noSchedule' : 'noRuns' };
  }
  const { text, added, runs, isCounted } = excluded;
  return {
    kind: 'edit',
    job,
    edit: { before: { params }, after: { params: text } },
    pause: {
      ...pause,
      added,
      others: [...exceptionDatesOf(parseRecurrenceSet(unpaused, reading.dialect), reading)],
    },
    runs,
    isCounted,
    lastMs: lastRunBefore(unpaused, fromMs, reading),
    firstMs: firstRunFrom(text, untilMs, reading),
  };
}

export type ResumeOutcome = { readonly job: Job } & (
  | {
      readonly kind: 'edit';
      readonly edit: FieldEdit;
      /** How many of the dates and rules that the pause added the schedule no longer had. */
      readonly missing: number;
      /** The pause has ended, and only what it added is left. */
      readonly isOver: boolean;
      readonly firstMs: number | undefined;
    }
  | {
      readonly kind: 'unchanged';
      /** Dates to come that the schedule excludes although no pause of them is recorded: somebody else's, or holidays. */
      readonly excluded?: { readonly edit: FieldEdit; readonly count: number };
    }
);

/** Removes exactly what a pause has added to a job, or enables it again. */
export function planResume(job: Job, facts: PauseFacts): ResumeOutcome {
  const { params, enabled } = job;
  const pause = ownPause(job, facts);
  const { text, missing } = withoutPause(job, facts);
  const isEnabled = pause?.isDisabled === true && enabled === false;
  if (text === params && !isEnabled) return { kind: 'unchanged', job, ...excludedDates(params, facts) };
  const before = { ...(text === params ? {} : { params }), ...(isEnabled ? { enabled } : {}) };
  const after = { ...(text === params ? {} : { params: text }), ...(isEnabled ? { enabled: true } : {}) };
  return {
    kind: 'edit',
    job,
    edit: { before, after },
    missing,
    isOver: pause !== undefined && pause.untilMs <= facts.nowMs,
    firstMs: firstRunFrom(text, facts.nowMs, facts.reading),
  };
}

/** Whether nothing of a pause is left in a job, so that its record can be forgotten. */
export function isResumed(job: Job, facts: PauseFacts): boolean {
  return planResume(job, facts).kind === 'unchanged';
}

/** The text without what a pause has added: as recorded, and rules that repeat one of its own up to a later time. */
function withoutPause(
  job: Job,
  facts: Pick<PauseFacts, 'reading' | 'nowMs' | 'pauses'>,
): { readonly text: string; readonly missing: number } {
  const { reading, nowMs } = facts;
  const recorded = withdrawLines(
    job.params,
    movedAdditions(job.params, ownPause(job, facts), reading),
    reading,
  );
  const exceptionRules = activeRules(recorded.text, reading, nowMs);
  const { text } = withdrawLines(recorded.text, { ...noAdditions, exceptionRules }, reading);
  const { exceptionDates, exceptionRules: rules } = recorded.missing;
  const isMoved = text !== recorded.text;
  return { text, missing: exceptionDates.length + (isMoved ? 0 : rules.length) };
}

function excludedDates(params: string, { reading, nowMs }: PauseFacts) {
  const dates = exceptionDatesOf(parseRecurrenceSet(params, reading.dialect), reading);
  const exceptionDates = dates.filter(instantMs => instantMs >= nowMs);
  if (exceptionDates.length === 0) return {};
  const { text } = withdrawLines(params, { ...noAdditions, exceptionDates }, reading);
  return {
    excluded: { edit: { before: { params }, after: { params: text } }, count: exceptionDates.length },
  };
}

/** What a pause has added, where a move of the whole schedule has put its dates: at the same distances on its clock. */
function movedAdditions(params: string, pause: Pause | undefined, reading: ZoneReading): Additions {
  const { added = noAdditions, others = [] } = pause ?? {};
  const [first] = added.exceptionDates;
  if (first === undefined) return added;
  const set = parseRecurrenceSet(params, reading.dialect);
  const zone = zoneOf(set.start, reading);
  const found = exceptionDatesOf(set, reading);
  const walls = new Set(found.map(instantMs => zone.toWall(instantMs)));
  const isMovedBy = (spanMs: number) =>
    [...added.exceptionDates, ...others].every(ms => walls.has(zone.toWall(ms) + spanMs));
  const spans = [...walls].map(wallMs => wallMs - zone.toWall(first));
  const [spanMs = 0] = spans.filter(isMovedBy).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  if (spanMs === 0 || Math.abs(spanMs) > farthestMs) return added;
  const moved = new Set(added.exceptionDates.map(ms => zone.toWall(ms) + spanMs));
  return { ...added, exceptionDates: found.filter(instantMs => moved.has(zone.toWall(instantMs))) };
}

function exceptionDatesOf({ exceptionDates }: RecurrenceSet, reading: ZoneReading): readonly number[] {
  return exceptionDates.map(date => instantOf(date, reading).instantMs);
}

function activeRules(text: string, reading: ZoneReading, nowMs: number) {
  if (!/EXRULE/i.test(text)) return [];
  const set = parseRecurrenceSet(text, reading.dialect);
  return pausingRules(set, reading).filter(({ untilMs }) => untilMs >= nowMs);
}

/** The pause that was recorded for a job. A later job with its ID has another name. */
function ownPause({ id, name }: Job, { pauses }: Pick<PauseFacts, 'pauses'>): Pause | undefined {
  const pause = pauses.get(id);
  return pause?.name === name || pause?.isDisabled !== true ? pause : undefined;
}

/** The pause of a job that has not ended, judged by its schedule as it is. */
export interface ActivePause extends Window {
  /** '' if there is none, or if somebody else paused it. */
  readonly reason: string;
  readonly isDisabled: boolean;
}

export function activePause(job: Job, facts: PauseFacts): ActivePause | undefined {
  const { reading, nowMs } = facts;
  const pause = ownPause(job, facts);
  if (pause !== undefined && pause.untilMs > nowMs && isInForce(job, pause, reading)) {
    const { fromMs, untilMs, reason, isDisabled = false } = pause;
    return { fromMs, untilMs, reason, isDisabled };
  }
  const lastMs = Math.max(...activeRules(job.params, reading, nowMs).map(({ untilMs }) => untilMs));
  // UNTIL is the last second of the pause.
  return lastMs > nowMs
    ? { fromMs: nowMs, untilMs: lastMs + 1000, reason: '', isDisabled: false }
    : undefined;
}

/** Whether a job is as the pause has left it, at least in part. */
function isInForce({ params, enabled }: Job, pause: Pause, reading: ZoneReading): boolean {
  if (pause.isDisabled === true) return enabled === false;
  return withdrawLines(params, movedAdditions(params, pause, reading), reading).text !== params;
}

/** The records of earlier pauses whose jobs did not get the new ones, so that they are still needed. */
export function stillNeeded(
  jobs: readonly Job[],
  added: readonly Pause[],
  { pauses, reading }: Pick<PauseFacts, 'pauses' | 'reading'>,
): readonly Pause[] {
  const byId = new Map(jobs.map(job => [job.id, job]));
  return added.flatMap(pause => {
    const job = byId.get(pause.job);
    const earlier = pauses.get(pause.job);
    return job === undefined || earlier === undefined || isInForce(job, pause, reading) ? [] : [earlier];
  });
}

/** The jobs that were disabled for a pause which is over, and still are. */
export function overdueJobs(jobs: readonly Job[], facts: PauseFacts): readonly Job[] {
  return jobs.filter(job => {
    const pause = ownPause(job, facts);
    return pause?.isDisabled === true && pause.untilMs <= facts.nowMs && job.enabled === false;
  });
}
