/*
 * The objects that the server stores. These types are deliberately not those of `src/model`: the client reads
 * responses by its own understanding of the API, and the two check each other.
 */

/** The phase of a job; its word on the wire depends on the language. */
export type Phase = 'never' | 'queued' | 'running' | 'finished' | 'failed' | 'stopped';

/** The fields of a job that a request may set. */
export interface JobFields {
  name: string;
  params: string;
  enabled: boolean;
  run_on_start: boolean;
  groups: readonly number[];
  /** IDs of devices; the wire has device objects, built when a page is sent. */
  peers: readonly number[];
  policies: readonly number[];
  dynamic_groups: readonly number[];
  reports: readonly number[];
  report_formats: readonly string[];
  /** Like `retry`, not described by the API. */
  notify: boolean;
  retry: unknown;
}

export interface JobRecord extends JobFields {
  readonly id: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  phase: Phase;
  /** How often it has run; part of what decides the length and the end of the next run. */
  runs: number;
}

export interface GroupFields {
  name: string;
  dn: string;
  /** IDs of devices. */
  server_set: readonly number[];
  /** Not described by the API. */
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
