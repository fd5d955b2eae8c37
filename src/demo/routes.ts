import type { Handler } from './call.ts';
import { searchDevices } from './deviceSearch.ts';
import * as groups from './groupHandlers.ts';
import * as jobs from './jobHandlers.ts';
import type { RequestKind } from './requestLog.ts';

interface Operation {
  readonly kind: RequestKind;
  readonly handle: Handler;
}

export interface Route {
  /** Against the path after the base path; its group is the ID. */
  readonly pattern: RegExp;
  /** The REST framework's title of it in a response to OPTIONS. */
  readonly title: string;
  readonly operations: Readonly<Record<string, Operation>>;
}

export const routes: readonly Route[] = [
  {
    pattern: /^\/automation\/api\/job\/$/,
    title: 'Job List',
    operations: {
      GET: { kind: 'job.list', handle: jobs.listJobs },
      POST: { kind: 'job.create', handle: jobs.createJob },
    },
  },
  {
    pattern: /^\/automation\/api\/job\/([^/.]+)\/$/,
    title: 'Job Instance',
    operations: {
      GET: { kind: 'job.get', handle: jobs.getJob },
      PUT: { kind: 'job.replace', handle: jobs.replaceJob },
      PATCH: { kind: 'job.update', handle: jobs.updateJob },
      DELETE: { kind: 'job.remove', handle: jobs.removeJob },
    },
  },
  {
    pattern: /^\/automation\/api\/job\/([^/.]+)\/status\/$/,
    title: 'Job Status',
    operations: { GET: { kind: 'job.status', handle: jobs.getJobStatus } },
  },
  {
    pattern: /^\/automation\/api\/stop_job\/$/,
    title: 'Stop Job',
    operations: { POST: { kind: 'job.stop', handle: jobs.stopJobs } },
  },
  {
    pattern: /^\/account\/api\/group\/$/,
    title: 'Group List',
    operations: {
      GET: { kind: 'group.list', handle: groups.listGroups },
      POST: { kind: 'group.create', handle: groups.createGroup },
    },
  },
  {
    pattern: /^\/account\/api\/group\/([^/.]+)\/$/,
    title: 'Group Instance',
    operations: {
      GET: { kind: 'group.get', handle: groups.getGroup },
      PUT: { kind: 'group.replace', handle: groups.replaceGroup },
      PATCH: { kind: 'group.update', handle: groups.updateGroup },
      DELETE: { kind: 'group.remove', handle: groups.removeGroup },
    },
  },
  {
    pattern: /^\/api\/peer\/search\/$/,
    title: 'Peer Search',
    operations: { GET: { kind: 'device.search', handle: searchDevices } },
  },
];
