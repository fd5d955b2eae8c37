import type { Route } from './call.ts';
import * as groups from './groupHandlers.ts';
import * as jobs from './jobHandlers.ts';

export const apiRoutes: readonly Route[] = [
  {
    pattern: /^\/automation\/api\/job\/$/,
    title: 'Job List',
    operations: { GET: jobs.listJobs, POST: jobs.createJob },
  },
  {
    pattern: /^\/automation\/api\/job\/([^/.]+)\/$/,
    title: 'Job Instance',
    operations: { GET: jobs.getJob, PUT: jobs.replaceJob, PATCH: jobs.updateJob, DELETE: jobs.removeJob },
  },
  {
    pattern: /^\/automation\/api\/job\/([^/.]+)\/status\/$/,
    title: 'Job Status',
    operations: { GET: jobs.getJobStatus },
  },
  {
    pattern: /^\/automation\/api\/stop_job\/$/,
    title: 'Stop Job',
    operations: { POST: jobs.handleStop },
  },
  {
    pattern: /^\/account\/api\/group\/$/,
    title: 'Group List',
    operations: { GET: groups.listGroups, POST: groups.createGroup },
  },
  {
    pattern: /^\/account\/api\/group\/([^/.]+)\/$/,
    title: 'Group Instance',
    operations: {
      GET: groups.getGroup,
      PUT: groups.replaceGroup,
      PATCH: groups.updateGroup,
      DELETE: groups.removeGroup,
    },
  },
];
