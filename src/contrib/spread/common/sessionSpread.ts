import type { Job } from '../../../api/model/job.ts';
import { type Slices, yieldToHost } from '../../../base/slices.ts';
import { TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { typicalDurationMs } from '../../history/common/seenRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { planSpread, type SpreadFacts, type Spreading, type SpreadPlan } from './spreadPlan.ts';

interface SessionSpread extends Pick<SpreadFacts, 'reading' | 'zone' | 'nowMs'> {
  readonly how: Spreading;
  readonly slices: Slices;
}

/** Plans how jobs of a server are spread; its other jobs stay. Its lists and its history must have been read. */
export async function planSessionSpread(
  session: ServerSession,
  jobs: readonly Job[],
  { how, slices, reading, zone, nowMs }: SessionSpread,
): Promise<SpreadPlan> {
  const { targets } = session;
  await targets.update(yieldToHost);
  const devices = new TimelineDevices(targets.numbers, id => targets.group(id)?.server_set);
  const history = historyOf(session);
  const chosen = new Set(jobs.map(({ id }) => id));
  const others = session.jobs.jobs.filter(({ id }) => !chosen.has(id));
  const facts: SpreadFacts = {
    reading,
    zone,
    nowMs,
    devicesOf: job => devices.of(job),
    durationOf: ({ id }) => typicalDurationMs(history.runs(id)),
  };
  return planSpread({ jobs, others, how }, facts, slices);
}
