import { deviceFields, type LabeledField, type ObjectKind } from '../../../api/fields/objectFields.ts';
import { type Device, deviceNameKey } from '../../../api/model/device.ts';
import { dnKey } from '../../../api/model/distinguishedName.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import { rowCount } from '../../../api/resources/listPage.ts';
import type { CallOptions } from '../../../api/transport/requester.ts';
import type { ServerWrites } from '../../../api/writes/serverWrites.ts';
import { onceForEach } from '../../../base/collections.ts';
import { inParallel } from '../../../base/inParallel.ts';
import { type JsonObject, stringsOf } from '../../../base/json.ts';
import { mapInSteps, type Steps } from '../../../base/steps.ts';
import type { GroupStore } from '../../../store/groups/groupStore.ts';
import type { JobStore } from '../../../store/jobs/jobStore.ts';
import { asOfMs } from '../../../store/reading/listState.ts';
import type { ObjectFile } from './objectFiles.ts';

/** What plans need to read and write a server; `ServerSession` provides it. */
export interface ServerAccess {
  readonly server: Pick<ServerConfig, 'id' | 'name' | 'url' | 'readOnly'>;
  readonly jobs: Pick<JobStore, 'all' | 'firstPage'>;
  readonly groups: Pick<
    GroupStore,
    'all' | 'readAgain' | 'coverage' | 'state' | 'entries' | 'unreadable' | 'identity' | 'read' | 'byId'
  >;
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

/**
 * Reads all jobs and groups, and the IDs of groups that jobs refer to. Rejects with `IncompleteListError` if some may be
 * missing: they would be created again, or deleted from the files.
 */
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
    groups.all(options).then(resolveIds),
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
      names ??= deviceNames([
        ...jobs.flatMap(job => job.peers),
        ...listed.flatMap(group => group.server_set),
      ]);
      return names;
    },
  };
}

function deviceNames(devices: readonly Device[]): ReadonlySet<string> {
  const names = new Set(devices.flatMap(({ hostname, addr }) => [hostname, addr].map(deviceNameKey)));
  names.delete('');
  return names;
}

const searchesAtOnce = 4;

/** Adds the devices of the files that the server's search finds, if it has a search. */
export async function withFoundDevices(
  { devices }: ServerAccess,
  state: ServerState,
  files: readonly ObjectFile[],
  options: CallOptions,
): Promise<ServerState> {
  const texts = new Set(files.flatMap(({ kind, draft }) => stringsOf(draft[deviceFields[kind]])));
  const open = [...texts].filter(name => !state.deviceNames.has(deviceNameKey(name)));
  if (open.length === 0) return state;
  const found = new Set(state.deviceNames);
  await inParallel(open, searchesAtOnce, async name => {
    const matches = await devices.search(name, options);
    for (const match of matches) found.add(deviceNameKey(match));
  });
  return { ...state, deviceNames: found };
}

/** A job or group on a server, as plans compare it. */
export interface ServerObject {
  readonly kind: ObjectKind;
  /** `undefined` for a group whose ID is unknown. */
  readonly id: number | undefined;
  readonly name: string;
  readonly dn: string;
  /** In the write shape. */
  readonly draft: Draft;
  readonly devices: readonly Device[];
  readonly extra: JsonObject;
}

/** Unchanged jobs keep their identity, which makes planning again cheap. */
export const jobObject = onceForEach((job: Job): ServerObject => {
  const { id, name, peers, extra } = job;
  return { kind: 'job', id, name, dn: '', draft: toJobDraft(job), devices: peers, extra };
});

export function groupObject(group: Group, id: number | undefined): ServerObject {
  const { name, dn, server_set, extra } = group;
  return { kind: 'group', id, name, dn, draft: toGroupDraft(group), devices: server_set, extra };
}

export function objectsOf(state: ServerState, kind: ObjectKind): Steps<ServerObject[]> {
  return kind === 'job'
    ? mapInSteps(state.jobs, jobObject)
    : mapInSteps(state.groups, group => groupObject(group, state.groupId(group)));
}

/** Identifies the object without its ID: by the `dn` of a group, or by name. */
export function identityOf({ kind, name, dn }: Pick<ServerObject, 'kind' | 'name' | 'dn'>): string {
  return kind === 'group' && dn.trim() !== '' ? `dn:${dnKey(dn)}` : `name:${name.trim()}`;
}
