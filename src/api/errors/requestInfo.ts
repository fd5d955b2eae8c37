/** The purpose of a request, which error messages name. */
export const operationTexts = {
  listJobs: 'read jobs',
  getJob: 'read job',
  getJobStatus: 'read job status',
  createJob: 'create job',
  replaceJob: 'replace job',
  updateJob: 'change job',
  stopJobs: 'stop jobs',
  deleteJob: 'delete job',
  listGroups: 'read groups',
  getGroup: 'read group',
  createGroup: 'create group',
  replaceGroup: 'replace group',
  updateGroup: 'change group',
  deleteGroup: 'delete group',
  searchDevices: 'search devices',
} as const;

export type Operation = keyof typeof operationTexts;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The request that an error is about, without headers and body. */
export interface RequestInfo {
  readonly operation: Operation;
  readonly method: HttpMethod;
  /** Scheme, host and port. */
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}
