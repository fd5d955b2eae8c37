// The API of Device Automation for other extensions. Copy this file, which is `dist/deviceAutomation.d.ts` in the
// installed extension, and write:
//
//   const extension = vscode.extensions.getExtension<DeviceAutomation>('device-automation.device-automation');
//   const api = (await extension?.activate())?.getAPI(1);
//
// Nothing here changes anything on a server: for that, run the extension's commands, which ask the user.
import type { Event } from 'vscode';

/** What `activate()` of the extension returns. */
export interface DeviceAutomation {
  /** Throws if this version of the extension does not have that version of the API. */
  getAPI(version: 1): DeviceAutomationApi;
}

/** Version 1. Nothing is loaded or read before a function is called. Functions reject with an `Error` for the user. */
export interface DeviceAutomationApi {
  readonly version: 1;
  /** The servers that the user has configured. There are no tokens in this API. */
  getServers(): Promise<readonly Server[]>;
  /** All jobs of a server, in its order. */
  getJobs(serverId: string): Promise<readonly Job[]>;
  /** All static groups of a server, in its order. */
  getGroups(serverId: string): Promise<readonly Group[]>;
  /** Reads a job from the server; `undefined` if there is none with this ID. */
  getJob(serverId: string, id: number): Promise<Job | undefined>;
  /** Reads the status of a job from the server. */
  getStatus(serverId: string, jobId: number): Promise<Status>;
  /** The next runs of a job by its schedule, at most `count`; none if it is disabled. */
  getNextRuns(serverId: string, jobId: number, count: number): Promise<readonly Date[]>;
  /** Opens the form of a job or a group. */
  open(serverId: string, object: ObjectId): Promise<void>;
  /** Shows a job or a group in its view. Makes its server the active one, and filters the Jobs view for a job. */
  reveal(serverId: string, object: ObjectId): Promise<void>;
  /** Fires when the extension has learned of a change, whoever made it; it does not read more for that. */
  readonly onDidChange: Event<Change>;
}

/** @public */
export interface Server {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Whether the views show it. */
  readonly isActive: boolean;
  readonly isProduction: boolean;
  readonly isReadOnly: boolean;
}

/** @public */
export interface ObjectId {
  readonly kind: 'job' | 'group';
  readonly id: number;
}

export interface Job {
  readonly id: number;
  readonly name: string;
  /** RFC 5545 text; '' for no schedule. */
  readonly schedule: string;
  /** `undefined` if the server does not say it. */
  readonly enabled: boolean | undefined;
  readonly runOnStart: boolean | undefined;
  readonly groups: readonly number[];
  readonly dynamicGroups: readonly number[];
  readonly devices: readonly Device[];
  readonly policies: readonly number[];
  readonly reports: readonly number[];
  readonly reportFormats: readonly string[];
}

/** @public */
export interface Group {
  /** `undefined` if the server does not return IDs of groups, and this one was not found yet. */
  readonly id: number | undefined;
  readonly name: string;
  readonly dn: string;
  readonly devices: readonly Device[];
}

export interface Device {
  readonly hostName: string;
  readonly address: string;
  /** The server's own word. */
  readonly status: string;
}

/** @public */
export interface Status {
  /** The server's own word. */
  readonly word: string;
  readonly kind: 'queued' | 'running' | 'succeeded' | 'failed' | 'stopped' | 'idle' | 'unknown';
  readonly readAt: Date;
}

export interface Change {
  /** `undefined` if the list of servers has changed. */
  readonly serverId: string | undefined;
  readonly what: 'servers' | 'objects' | 'statuses';
}
