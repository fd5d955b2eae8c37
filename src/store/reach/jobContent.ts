import type { Job } from '../../api/model/job.ts';
import { ascending, onceForEach } from '../../base/collections.ts';
import type { TargetIndex } from './targetIndex.ts';

/** Equal for jobs with the same schedule, targets and work together. */
export function contentKey(job: Job, { numbers }: Pick<TargetIndex, 'numbers'>): string {
  return `${workKey(job)} ${listKey(numbers.distinct(job.peers))}`;
}

/** Without devices, which may be described in several ways. */
const workKey = onceForEach((job: Job) => {
  const lists = [job.groups, job.dynamic_groups, job.policies, job.reports, job.report_formats];
  const sets = lists.map(list => ascending<number | string>(list));
  return JSON.stringify([job.params.trim(), job.run_on_start, ...sets]);
});

const listKey = onceForEach((numbers: Int32Array) => ascending(numbers).join(' '));
