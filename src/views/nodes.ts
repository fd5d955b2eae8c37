/** What the trees hand to VS Code and get back in commands. Plain values, so commands can parse them. */
export type JobPart = 'schedule' | 'targets' | 'policies' | 'reports';

export type JobsNode =
  | { readonly kind: 'job'; readonly serverId: string; readonly jobId: number }
  | { readonly kind: 'jobPart'; readonly serverId: string; readonly jobId: number; readonly part: JobPart }
  | { readonly kind: 'target'; readonly serverId: string; readonly jobId: number; readonly target: JobTarget }
  | {
      readonly kind: 'unreadable';
      readonly serverId: string;
      readonly list: 'jobs' | 'groups';
      readonly index: number;
    }
  | { readonly kind: 'loadMore'; readonly serverId: string }
  | { readonly kind: 'showMore'; readonly serverId: string; readonly of: string; readonly hidden: number };

export type JobTarget =
  | { readonly kind: 'group'; readonly groupId: number }
  | { readonly kind: 'dynamicGroup'; readonly groupId: number }
  | WorkItem
  | { readonly kind: 'device'; readonly deviceKey: string };

/** One policy or report of a job. */
export type WorkItem = { readonly kind: 'policy' | 'report'; readonly id: number };

export type GroupsNode =
  | { readonly kind: 'group'; readonly serverId: string; readonly groupKey: string }
  | {
      readonly kind: 'device';
      readonly serverId: string;
      readonly groupKey: string;
      readonly deviceKey: string;
    }
  | {
      readonly kind: 'unreadable';
      readonly serverId: string;
      readonly list: 'jobs' | 'groups';
      readonly index: number;
    }
  | { readonly kind: 'showMore'; readonly serverId: string; readonly of: string; readonly hidden: number };

export interface ServerNode {
  readonly kind: 'server';
  readonly serverId: string;
}

/** Stable, so that selection and expansion survive a refresh. */
export function nodeId(node: JobsNode | GroupsNode | ServerNode): string {
  switch (node.kind) {
    case 'job':
      return `${node.serverId}/job/${node.jobId}`;
    case 'jobPart':
      return `${node.serverId}/job/${node.jobId}/${node.part}`;
    case 'target':
      return `${node.serverId}/job/${node.jobId}/targets/${targetId(node.target)}`;
    case 'unreadable':
      return `${node.serverId}/unreadable/${node.list}/${node.index}`;
    case 'loadMore':
      return `${node.serverId}/loadMore`;
    case 'showMore':
      return `${node.of}/showMore`;
    case 'group':
      return `${node.serverId}/group/${node.groupKey}`;
    case 'device':
      return `${node.serverId}/group/${node.groupKey}/${node.deviceKey}`;
    case 'server':
      return `server/${node.serverId}`;
  }
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
