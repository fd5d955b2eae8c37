import { onceForEach } from '../../../base/collections.ts';
import type { Slices } from '../../../base/slices.ts';
import { weekdayOf } from '../../../recurrence/text/calendarDay.ts';
import { findTimeZone, utc } from '../../../recurrence/text/timeZone.ts';
import type { FilterSource } from '../../../store/filter/filterTerm.ts';
import type { TargetIndex } from '../../../store/reach/targetIndex.ts';
import { TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import { buildTimeline } from './timelineBuild.ts';
import { RunsMemory } from './timelineRuns.ts';
import { dayAt, timelineSpan } from './timelineSpan.ts';

/** Schedules are expanded once for each index, because a filter is applied often while a list is being read. */
const runsOf = onceForEach((_index: TargetIndex) => new RunsMemory());

/** Jobs that run today or in the next six days in the same hour as another job on a shared device, as in the timeline. */
export async function findClashes(source: FilterSource, slices: Slices): Promise<ReadonlySet<number>> {
  const { jobs, session, outlook, findReaderZone, nowMs } = source;
  const { targets } = session;
  const zone = findTimeZone(findReaderZone()) ?? utc;
  const today = dayAt(nowMs, zone);
  const { model } = await buildTimeline(
    {
      jobs,
      isWanted: () => true,
      nameOf: ({ name }) => name,
      span: timelineSpan('week', today, zone, weekdayOf(today)),
      predictor: outlook.predictor,
      devices: new TimelineDevices(targets.numbers, id => targets.group(id)?.server_set),
      memory: runsOf(targets),
    },
    slices,
    () => undefined,
  );
  const ids = new Set<number>();
  for (const [cell, hasClash] of model.clashIn.entries()) {
    if (hasClash === 0) continue;
    if (slices.isOver) await slices.rest();
    const rows = model.rows({ from: cell, to: cell + 1 }, 0, Number.POSITIVE_INFINITY);
    for (const { job, sharedDevices } of rows) if (sharedDevices > 0) ids.add(job.id);
  }
  return ids;
}
