/** The purpose of a request; the sentence of an error names it. */
export type Operation =
  | 'listJobs'
  | 'getJob'
  | 'getJobStatus'
  | 'createJob'
  | 'replaceJob'
  | 'updateJob'
  | 'stopJobs'
  | 'deleteJob'
  | 'listGroups'
  | 'getGroup'
  | 'createGroup'
  | 'replaceGroup'
  | 'updateGroup'
  | 'deleteGroup'
  | 'searchDevices';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The request an error is about: never its headers, never its body. */
export interface RequestInfo {
  readonly operation: Operation;
  readonly method: HttpMethod;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}
