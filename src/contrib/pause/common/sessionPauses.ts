import type { Job } from '../../../api/model/job.ts';
import type { Slices } from '../../../base/slices.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { idsOf } from '../../../store/filter/filterSets.ts';
import type { FilterSource } from '../../../store/filter/filterTerm.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { PausesByJob } from './pauseFile.ts';
import { activePause } from './pausePlan.ts';

const bySession = new WeakMap<ServerSession, PausesByJob>();
const none: PausesByJob = new Map();

/** The recorded pauses of a server's jobs, as they were last read. */
export function pausesOf(session: ServerSession): PausesByJob {
  return bySession.get(session) ?? none;
}

export function setPauses(session: ServerSession, pauses: PausesByJob): void {
  bySession.set(session, pauses);
}

/** The jobs that are paused, or will be. */
export function findPaused(source: FilterSource, slices: Slices): Promise<ReadonlySet<number>> {
  const { session, outlook, nowMs, jobs } = source;
  const isPaused = pausedIn(session, outlook, { nowMs });
  return idsOf(jobs, isPaused, slices);
}

interface Time {
  readonly nowMs: number;
  /** A span; by default all times to come. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** Tells whether a job is paused for a part of a time. */
export function pausedIn(
  session: ServerSession,
  { reading }: Pick<ScheduleOutlook, 'reading'>,
  { nowMs, fromMs = nowMs, toMs = Number.POSITIVE_INFINITY }: Time,
): (job: Job) => boolean {
  const facts = { reading, nowMs, pauses: pausesOf(session) };
  return job => {
    const pause = activePause(job, facts);
    return pause !== undefined && pause.fromMs < toMs && pause.untilMs > fromMs;
  };
}
