import * as vscode from 'vscode';
import { deviceKey } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { plural, t } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { assertNever } from '../util/assertNever.ts';
import type { WatchList } from '../watching/watchList.ts';
import { groupTooltip } from './groupItem.ts';
import type { UseFacts } from './groups/useFacts.ts';
import { type JobNaming, jobItem } from './jobItem.ts';
import { deviceTooltip, jobPartItem, targetItem } from './jobParts.ts';
import { type JobTooltipParts, jobTooltip } from './jobTooltip.ts';
import type { TreeParts } from './listFrame.ts';
import { countText } from './listPresentation.ts';
import type { JobsNode } from './nodes.ts';
import { moreItem, showMoreItem, unreadableItem } from './plainItems.ts';
import { sectionItem } from './sectionItem.ts';
import { watchedRowUri } from './watchMarks.ts';

/** What the rows of the job tree are made from. */
export interface RowParts {
  readonly session: ServerSession;
  /** The job of the row, if it still exists. */
  readonly job: Job | undefined;
  readonly naming: JobNaming;
  readonly watchList: Pick<WatchList, 'isWatched' | 'isWatchingAll'>;
  readonly schedule: (params: string) => string;
  readonly documentUri: TreeParts['documentUri'];
  /** The number of jobs in a section. */
  readonly countIn: (key: string) => number;
}

/** The row of a node. `describeRow` adds its tooltip on demand. */
export function rowItem(node: JobsNode, parts: RowParts): vscode.TreeItem {
  const { session, job, naming } = parts;
  switch (node.kind) {
    case 'job':
    case 'jobPart':
    case 'target':
      return job === undefined ? new vscode.TreeItem('') : itemOfJob(node, job, parts);
    case 'section':
      return sectionItem(node, parts.countIn(node.key), session);
    case 'unreadable':
      return unreadableItem(session.jobs.unreadable[node.index], node);
    case 'loadMore':
      return moreItem(node, loadMoreLabel(session), 'deviceAutomation.jobs.loadMore');
    case 'loadAll':
      return moreItem(node, loadAllLabel(naming.session), 'deviceAutomation.jobs.loadAll', 'cloud-download');
    case 'readStatuses':
      return moreItem(node, readStatusesLabel(session), 'deviceAutomation.jobs.readStatuses', 'pulse');
    case 'showMore':
      return showMoreItem(node);
    default:
      return assertNever(node);
  }
}

function itemOfJob(
  node: Extract<JobsNode, { readonly jobId: number }>,
  job: Job,
  { session, naming, watchList, schedule, documentUri }: RowParts,
): vscode.TreeItem {
  switch (node.kind) {
    case 'job': {
      const watch = watchList.isWatched(session.server.id, job.id) ? 'watched' : 'unwatched';
      const uri = documentUri(session.server.id, 'job', job.id, jobName(job));
      const item = jobItem(job, session, node, { schedule: schedule(job.params), watch, uri });
      // If all jobs are watched, a mark on each would be meaningless.
      if (watch === 'watched' && !watchList.isWatchingAll(session.server.id))
        item.resourceUri = watchedRowUri(session.server.id, job.id);
      return item;
    }
    case 'jobPart':
      return jobPartItem(job, node.part, naming, node);
    case 'target':
      return targetItem(job, node.target, naming, node);
  }
}

export interface DescribedRow {
  readonly job: Job;
  readonly parts: JobTooltipParts;
  /** The jobs and groups that use a device or a group. */
  readonly uses: UseFacts;
}

/** Adds the tooltip; devices and groups have the same one as in the group view. */
export async function describeRow(
  item: vscode.TreeItem,
  node: JobsNode,
  { job, parts, uses }: DescribedRow,
): Promise<void> {
  if (node.kind === 'job' || node.kind === 'jobPart') item.tooltip = jobTooltip(job, parts);
  if (node.kind !== 'target') return;
  const { target } = node;
  if (target.kind === 'device') {
    const device = job.peers.find(peer => deviceKey(peer) === target.deviceKey);
    if (device !== undefined) item.tooltip = deviceTooltip(device, await uses.ofDevice(device));
  }
  if (target.kind === 'group') {
    const group = parts.session.groups.byId(target.groupId);
    if (group !== undefined) item.tooltip = groupTooltip(group, target.groupId, await uses.ofGroup(group));
  }
}

function loadMoreLabel({ jobs }: ServerSession): string {
  const { total, loadedCount: loaded } = jobs;
  return total === undefined
    ? t('Load more…')
    : t('Load more… ({loaded} of {total} loaded)', { loaded: countText(loaded), total: countText(total) });
}

function loadAllLabel({ jobs }: ServerSession): string {
  return jobs.total === undefined
    ? t('Load all to search everything')
    : t('Load all {total} to search everything', { total: countText(jobs.total) });
}

function readStatusesLabel({ jobs, statuses }: ServerSession): string {
  const unread = jobs.jobs.filter(job => !statuses.known.has(job.id)).length;
  return plural('Read the status of {count} more job…|Read the status of {count} more jobs…', unread);
}
