import type { JobGrouping } from '../../store/filter/jobArrangement.ts';

// The elements of the trees, which VS Code passes to commands. Plain values, so that commands can validate them.

/** A job or a row below it; `section` if jobs are grouped, because a job may be in several sections. */
interface OfJob {
  readonly serverId: string;
  readonly jobId: number;
  readonly section?: string;
}

/** Rows of both trees. */
type ListNode =
  | {
      readonly kind: 'unreadable';
      readonly serverId: string;
      readonly list: 'jobs' | 'groups';
      readonly index: number;
    }
  | { readonly kind: 'showMore'; readonly serverId: string; readonly of: string }
  /** Stops or resumes reading the rest of the lists, and statuses. */
  | { readonly kind: 'stopReading' | 'resumeReading'; readonly serverId: string };

export type JobsNode =
  | ListNode
  | (OfJob & { readonly kind: 'job' })
  | (OfJob & { readonly kind: 'jobPart'; readonly part: string })
  | (OfJob & { readonly kind: 'target'; readonly target: JobTarget })
  /** A row of a part that is no target. */
  | (OfJob & { readonly kind: 'partRow'; readonly part: string; readonly key: string })
  | {
      readonly kind: 'section';
      readonly serverId: string;
      readonly grouping: Exclude<JobGrouping, 'none'>;
      readonly key: string;
    }
  /** A filter that the user or the workspace has named. */
  | { readonly kind: 'namedFilter'; readonly serverId: string; readonly name: string }
  /** Sorting and grouping by status requires reading all statuses. */
  | { readonly kind: 'readStatuses'; readonly serverId: string }
  /** Filtering by target requires the IDs of groups. */
  | { readonly kind: 'findGroupIds'; readonly serverId: string };

export type JobTarget =
  | { readonly kind: 'group'; readonly groupId: number }
  | { readonly kind: 'dynamicGroup'; readonly groupId: number }
  | WorkItem
  | { readonly kind: 'device'; readonly deviceKey: string };

/** One policy or report of a job. */
type WorkItem = { readonly kind: 'policy' | 'report'; readonly id: number };

export type GroupsNode =
  | ListNode
  | { readonly kind: 'group'; readonly serverId: string; readonly groupKey: string }
  | {
      readonly kind: 'device';
      readonly serverId: string;
      readonly groupKey: string;
      readonly deviceKey: string;
    };

export type ServersNode =
  | { readonly kind: 'server'; readonly serverId: string }
  /** All unusable entries of the setting. */
  | { readonly kind: 'unusableServers' }
  /** Servers of the workspace's settings, which are ignored. */
  | { readonly kind: 'workspaceServers' };

/** Stable, so that selection and expansion survive a refresh. */
export function nodeId(node: JobsNode | GroupsNode | ServersNode): string {
  switch (node.kind) {
    case 'job':
      return jobNodeId(node);
    case 'jobPart':
      return `${jobNodeId(node)}/${node.part}`;
    case 'target':
      return `${jobNodeId(node)}/targets/${targetId(node.target)}`;
    case 'partRow':
      return `${jobNodeId(node)}/${node.part}/${node.key}`;
    case 'section':
      return `${node.serverId}/${node.grouping}/${node.key}`;
    case 'unreadable':
      return `${node.serverId}/unreadable/${node.list}/${node.index}`;
    case 'namedFilter':
      return `${node.serverId}/filter/${node.name}`;
    case 'readStatuses':
    case 'findGroupIds':
    case 'stopReading':
    case 'resumeReading':
      return `${node.serverId}/${node.kind}`;
    case 'showMore':
      return `${node.of}/showMore`;
    case 'group':
      return `${node.serverId}/group/${node.groupKey}`;
    case 'device':
      return `${node.serverId}/group/${node.groupKey}/${node.deviceKey}`;
    case 'server':
      return `server/${node.serverId}`;
    case 'unusableServers':
    case 'workspaceServers':
      return node.kind;
  }
}

function jobNodeId({ serverId, jobId, section }: OfJob): string {
  return section === undefined ? `${serverId}/job/${jobId}` : `${serverId}/in/${section}/job/${jobId}`;
}

function targetId(target: JobTarget): string {
  switch (target.kind) {
    case 'device':
      return `device/${target.deviceKey}`;
    case 'policy':
    case 'report':
      return `${target.kind}/${target.id}`;
    default:
      return `${target.kind}/${target.groupId}`;
  }
}
