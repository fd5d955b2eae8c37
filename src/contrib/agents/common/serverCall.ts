import type { ServerConfig } from '../../../api/model/server.ts';
import { foldText } from '../../../base/foldText.ts';
import { yieldToHost } from '../../../base/slices.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { findTimeZone, type TimeZone, utc } from '../../../recurrence/text/timeZone.ts';
import { asOfMs } from '../../../store/reading/listState.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { KnownStatus } from '../../../store/statuses/statusCache.ts';
import { agentText } from './agentText.ts';
import { type Fleet, ToolError } from './fleet.ts';

/** One call of a tool: where it looks, and what ends it. */
export interface ToolCall {
  readonly fleet: Fleet;
  readonly signal: AbortSignal;
}

/** A call with the server that it names. Its members throw `ToolError` if that cannot be used. */
export class ServerCall implements ToolCall {
  readonly fleet: Fleet;
  readonly signal: AbortSignal;
  readonly nowMs: number;
  /** Jobs whose status could not be read when it was needed: an older one says nothing about now. */
  readonly unreadStatuses = new Set<number>();
  readonly #named: string | undefined;

  constructor({ fleet, signal }: ToolCall, named: string | undefined) {
    this.fleet = fleet;
    this.signal = signal;
    this.nowMs = fleet.nowMs();
    this.#named = named;
  }

  get server(): ServerConfig {
    return findServer(this.fleet, this.#named);
  }

  get session(): ServerSession {
    return this.fleet.session(this.server);
  }

  statusOf({ id }: { readonly id: number }): KnownStatus | undefined {
    return this.unreadStatuses.has(id) ? undefined : this.session.statuses.get(id);
  }

  get outlook(): ScheduleOutlook {
    return this.fleet.outlook(this.server);
  }

  /** The zone of the server's times without one: the configured one, or else the user's. */
  get zone(): TimeZone {
    return findTimeZone(this.server.timeZone ?? '') ?? findTimeZone(this.fleet.readerZone) ?? utc;
  }
}

/** Finds the server that a call names by ID or name, or else the usual one. */
function findServer({ servers, usual }: Fleet, named = ''): ServerConfig {
  const wanted = named.trim();
  const isWanted = ({ id, name }: ServerConfig) =>
    id === wanted.toLowerCase() || foldText(name.trim()) === foldText(wanted);
  const byId = servers.find(({ id }) => id === wanted);
  const found = wanted === '' ? [usual] : byId === undefined ? servers.filter(isWanted) : [byId];
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const list = (others.length > 0 ? found : servers).flatMap(server => (server === undefined ? [] : server));
  const names = list.map(({ name, id }) => `${JSON.stringify(agentText(name))} (${id})`).join(', ');
  const text = JSON.stringify(agentText(named));
  if (others.length > 0)
    throw new ToolError(`Several servers have the name ${text}. Pass the ID of one: ${names}.`);
  throw new ToolError(
    servers.length === 0
      ? 'No server is configured. The user adds one with the command “Device Automation: Add Server…”.'
      : `${wanted === '' ? 'Pass a server' : `There is no server ${text}`}. Servers: ${names}.`,
  );
}

/** Older lists are read again, because jobs may have changed while no view showed them. */
const freshMs = 60_000;

/** How much of the lists a result speaks of, and as of when. */
export interface ListedPart {
  readonly searched: number;
  readonly complete: boolean;
  readonly total: number | undefined;
  readonly as_of: string;
}

/** Reads the list of jobs or groups whole, unless that was done just now. */
export async function readList(
  { session, fleet, signal }: ServerCall,
  name: 'jobs' | 'groups',
): Promise<ListedPart> {
  const list = session[name];
  const readMs = list.state.kind === 'ready' ? list.state.asOfMs : undefined;
  if (readMs === undefined || fleet.nowMs() - readMs > freshMs)
    await (name === 'jobs'
      ? session.jobs.refresh({ signal, isQuiet: true })
      : session.groups.refresh({ signal }));
  const { kind, read, total } = await list.whole(signal);
  return {
    searched: read,
    complete: kind === 'complete' && list.unreadable.length === 0,
    total: total === read ? undefined : total,
    as_of: new Date(asOfMs(list.state) ?? fleet.nowMs()).toISOString(),
  };
}

/** Reads both lists and the IDs of groups that jobs target, so that the index says which jobs reach which devices. */
export async function readReach(call: ServerCall): Promise<ListedPart> {
  const jobs = await readList(call, 'jobs');
  const groups = await readList(call, 'groups');
  const part = { ...jobs, complete: jobs.complete && groups.complete };
  const { session, signal, fleet } = call;
  await session.groups.identity.resolveFromJobs({ signal, budget: fleet.idBudget });
  await session.targets.update(yieldToHost);
  return part;
}
