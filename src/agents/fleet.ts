import type { LabeledField } from '../fields/objectFields.ts';
import type { FleetChoices } from '../fleetCheck/fleetChecker.ts';
import type { ServerConfig } from '../model/server.ts';
import type { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import { findTimeZone, type TimeZone, utc } from '../recurrence/text/timeZone.ts';
import { asOfMs } from '../store/reading/listState.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { Localizer } from '../util/localizer.ts';
import type { Redact } from '../util/redact.ts';
import { yieldToHost } from '../util/slices.ts';

/** Everything that tools can reach: the servers of VS Code, or the one of the command line. */
export interface Fleet {
  readonly servers: readonly ServerConfig[];
  /** The server of a call that names none. */
  readonly usual: ServerConfig | undefined;
  /** Throws `ToolError` if the server cannot be used. */
  session(server: ServerConfig): ServerSession;
  outlook(server: ServerConfig): ScheduleOutlook;
  /** The user's name for an ID without one. */
  label(server: ServerConfig, field: LabeledField, id: number): string | undefined;
  /** What the user chose for the fleet check. */
  choices(server: ServerConfig): FleetChoices;
  errorText(error: unknown, server: ServerConfig | undefined): string;
  /** The user's language, for what the user reads. */
  readonly localizer: Localizer;
  /** The time zone of the user. */
  readonly readerZone: string;
  readonly nowMs: () => number;
  /** The requests that may be spent on finding the IDs of groups. */
  readonly idBudget: number;
  readonly redact: Redact;
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
  session: ServerSession,
  name: 'jobs' | 'groups',
  { fleet, signal }: { readonly fleet: Pick<Fleet, 'nowMs'>; readonly signal: AbortSignal },
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
export async function readReach(
  session: ServerSession,
  call: { readonly fleet: Pick<Fleet, 'nowMs' | 'idBudget'>; readonly signal: AbortSignal },
): Promise<ListedPart> {
  const part = await readList(session, 'jobs', call);
  await readList(session, 'groups', call);
  await session.groups.identity.resolveFromJobs({ signal: call.signal, budget: call.fleet.idBudget });
  await session.targets.update(yieldToHost);
  return part;
}

/** The zone of a server's times without one: the configured one, or else the user's. */
export function zoneOfServer(fleet: Pick<Fleet, 'readerZone'>, server: ServerConfig): TimeZone {
  return findTimeZone(server.timeZone ?? '') ?? findTimeZone(fleet.readerZone) ?? utc;
}
