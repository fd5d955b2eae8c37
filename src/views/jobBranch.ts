import type { Job } from '../model/job.ts';
import { itemsOf, jobPartOrder, partOf } from './jobParts.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import type { Rows } from './rows.ts';

/** The rows below a job: its parts, and below each part its members. */
export function rowsBelow(rows: Rows<JobsNode>, node: JobsNode, job: Job): JobsNode[] {
  if (node.kind === 'job') return jobPartOrder.map(part => rows.keep({ ...node, kind: 'jobPart', part }));
  if (node.kind !== 'jobPart') return [];
  const { part, ...ofJob } = node;
  const { serverId } = node;
  const targets = itemsOf(job, part).map(target => rows.keep({ ...ofJob, kind: 'target', target }));
  return rows.limit(nodeId(node), targets, (of, hidden) => ({ kind: 'showMore', serverId, of, hidden }));
}

/** The parent of a row; `undefined` at the top. */
export function rowAbove(rows: Rows<JobsNode>, node: JobsNode): JobsNode | undefined {
  if (node.kind === 'jobPart') {
    const { part: _, ...ofJob } = node;
    return rows.keep({ ...ofJob, kind: 'job' });
  }
  if (node.kind === 'target') {
    const { target, ...ofJob } = node;
    return rows.keep({ ...ofJob, kind: 'jobPart', part: partOf(target) });
  }
  if (node.kind !== 'job' || node.section === undefined) return undefined;
  return rows.get(`${node.serverId}/${node.section}`);
}
