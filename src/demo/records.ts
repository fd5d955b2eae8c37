/*
 * The objects that the server stores. These types are deliberately not those of `src/model`, so that client and
 * server check each other's understanding of the API.
 */

/** The phase of a job; its status word in responses depends on the language. */
export type Phase = 'never' | 'queued' | 'running' | 'finished' | 'failed' | 'stopped';

/** The fields of a job that a request may set. */
export interface JobFields {
  name: string;
  params: string;
  enabled: boolean;
  run_on_start: boolean;
  groups: readonly number[];
  /** IDs of devices. Responses contain device objects, which are built per page. */
  peers: readonly number[];
  policies: readonly number[];
  dynamic_groups: readonly number[];
  reports: readonly number[];
  report_formats: readonly string[];
  /** Undocumented, like `retry`. */
  notify: boolean;
  retry: unknown;
}

export interface JobRecord extends JobFields {
  readonly id: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  phase: Phase;
  /** The number of runs; one of the inputs that determine length and result of the next run. */
  runs: number;
}

export interface GroupFields {
  name: string;
  dn: string;
  /** IDs of devices. */
  server_set: readonly number[];
  /** Undocumented. */
  owner: unknown;
}

export interface GroupRecord extends GroupFields {
  readonly id: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
}

export interface DeviceRecord {
  readonly id: number;
  readonly addr: string;
  status: string;
  readonly username: string;
  readonly hostname: string;
  readonly server_id: string;
  readonly connection: string;
}
