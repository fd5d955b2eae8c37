import { HttpStatusError } from '../api/errors/httpStatusError.ts';
import type { CallOptions } from '../api/resources/callOptions.ts';
import { rowCount } from '../api/resources/listPage.ts';
import type { LabeledField } from '../fields/objectFields.ts';
import { type Device, deviceNameKey } from '../model/device.ts';
import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import type { ServerConfig } from '../model/server.ts';
import type { GroupStore } from '../store/groups/groupStore.ts';
import type { JobStore } from '../store/jobs/jobStore.ts';
import { asOfMs } from '../store/reading/listState.ts';
import { inParallel } from '../util/inParallel.ts';
import type { ServerWrites } from '../writes/serverWrites.ts';

/** What plans need to read and write a server; `ServerSession` provides it. */
export interface ServerAccess {
  readonly server: Pick<ServerConfig, 'id' | 'name' | 'url' | 'readOnly'>;
  readonly jobs: Pick<JobStore, 'all' | 'firstPage'>;
  readonly groups: Pick<GroupStore, 'refresh' | 'state' | 'entries' | 'unreadable' | 'identity' | 'read'>;
  readonly writes: Pick<ServerWrites, 'jobs' | 'groups' | 'pause'>;
  /** The search for devices by host name that some servers have. */
  readonly devices: { search(hostname: string, options?: CallOptions): Promise<readonly string[]> };
}

/** The user's names for IDs that have no names in the API. */
export interface LabelSource {
  get(field: LabeledField, id: number): string | undefined;
  /** All IDs that have a label. */
  ids(field: LabeledField): Iterable<number>;
}

const noLabels: LabelSource = { get: () => undefined, ids: () => [] };

/** Everything on a server as of one time. */
export interface ServerState {
  readonly server: Pick<ServerConfig, 'id' | 'name' | 'url'>;
  readonly jobs: readonly Job[];
  readonly groups: readonly Group[];
  /** The ID of a group; `undefined` if unknown. */
  readonly groupId: (group: Group) => number | undefined;
  /** The number of unreadable jobs and groups on the server. */
  readonly unreadable: number;
  /** Host names and addresses of all devices in jobs and groups, in lower case. */
  readonly deviceNames: ReadonlySet<string>;
  readonly labels: LabelSource;
  /** When the state was read. */
  readonly readMs: number;
}

export interface StateOptions extends CallOptions {
  readonly labels?: LabelSource;
  readonly onProgress?: (read: number, total: number | undefined) => void;
}

/** Reads all jobs and groups, and the IDs of groups that jobs refer to. */
export async function readServerState(
  { server, jobs, groups }: ServerAccess,
  { labels = noLabels, onProgress, ...options }: StateOptions = {},
): Promise<ServerState> {
  const progress = onProgress === undefined ? {} : { onProgress };
  const ids = new Set<number>();
  const onPage = (page: readonly Job[]) => {
    for (const job of page) for (const id of job.groups) ids.add(id);
  };
  const resolveIds = () => groups.identity.resolveFromJobs({ ...options, ids });
  // The first pages often refer to all groups, whose IDs can then be read in parallel with further pages.
  const [read] = await Promise.all([
    jobs.all({ ...options, ...progress, onPage }),
    groups.refresh(options).then(resolveIds),
  ]);
  await resolveIds();
  return stateOf({ server, groups }, read, { labels, readMs: asOfMs(groups.state) ?? 0 });
}

type KnownServer = Pick<ServerAccess, 'server'> & {
  readonly groups: ServerAccess['groups'] & Pick<GroupStore, 'isComplete'>;
  readonly jobs: Pick<JobStore, 'state' | 'isComplete' | 'jobs' | 'unreadable'>;
};

/** The state of a server from lists that were already read; `undefined` if they are incomplete. */
export function readKnownServerState(
  { server, jobs, groups }: KnownServer,
  labels: LabelSource,
): ServerState | undefined {
  const [jobsMs, groupsMs] = [asOfMs(jobs.state), asOfMs(groups.state)];
  if (jobsMs === undefined || groupsMs === undefined || !jobs.isComplete || !groups.isComplete)
    return undefined;
  return stateOf({ server, groups }, jobs, { labels, readMs: Math.min(jobsMs, groupsMs) });
}

function stateOf(
  { server, groups }: Pick<ServerAccess, 'server' | 'groups'>,
  { jobs, unreadable }: Pick<JobStore, 'jobs' | 'unreadable'>,
  rest: Pick<ServerState, 'labels' | 'readMs'>,
): ServerState {
  const listed = groups.entries.map(({ group }) => group);
  let names: ReadonlySet<string> | undefined;
  return {
    ...rest,
    server: { id: server.id, name: server.name, url: server.url },
    jobs,
    groups: listed,
    groupId: group => groups.identity.known(group),
    unreadable: rowCount({ items: [], unreadable: [...unreadable, ...groups.unreadable] }),
    /** Created on demand, because a state is often only compared with the previous one. */
    get deviceNames() {
      names ??= deviceNames([...jobs.map(job => job.peers), ...listed.map(({ server_set }) => server_set)]);
      return names;
    },
  };
}

function deviceNames(lists: readonly (readonly Device[])[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const devices of lists) {
    for (const { hostname, addr } of devices) names.add(deviceNameKey(hostname)).add(deviceNameKey(addr));
  }
  names.delete('');
  return names;
}

const searchesAtOnce = 4;

/** Adds those of the names that the server's search finds as devices, if it has a search. */
export async function withFoundDevices(
  { devices }: ServerAccess,
  state: ServerState,
  { names, ...options }: CallOptions & { readonly names: ReadonlySet<string> },
): Promise<ServerState> {
  const open = [...names].filter(name => !state.deviceNames.has(deviceNameKey(name)));
  if (open.length === 0) return state;
  const found = new Set(state.deviceNames);
  let hasSearch = true;
  await inParallel(open, searchesAtOnce, async name => {
    if (!hasSearch) return;
    const matches = await devices.search(name, options).catch((error: unknown) => {
      if (error instanceof HttpStatusError) hasSearch = false;
      else throw error;
      return [];
    });
    for (const match of matches) found.add(deviceNameKey(match));
  });
  return { ...state, deviceNames: found };
}
