import type { History } from '../history/history.ts';
import { type Device, deviceNameKey } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer, t } from '../platform/localize.ts';
import { groupTitle } from '../platform/objectNames.ts';
import type { ReadPageFiles } from '../platform/pages/pageFiles.ts';
import type { TimelineQuery } from '../protocol/timelineOverview.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { TimelineDevices } from '../timeline/timelineDevices.ts';
import type { Clock } from '../util/clock.ts';
import { onceForEach } from '../util/collections.ts';
import type { WatchList } from '../watching/watchList.ts';

/** The timeline's dependencies, provided by the composition root. */
export interface TimelineParts {
  readonly pageFiles: ReadPageFiles;
  readonly sessions: Pick<
    SessionRegistry,
    'active' | 'onDidChange' | 'onDidChangeObjects' | 'onDidChangeStatuses'
  >;
  readonly schedules: Schedules;
  readonly labels: Pick<Labels, 'text' | 'onDidChange'>;
  readonly watchList: Pick<WatchList, 'isWatched'>;
  readonly notices: Pick<ErrorNotices, 'note' | 'show'>;
  readonly dialogs: Pick<Dialogs, 'pick' | 'info' | 'progress'>;
  readonly clock: Clock;
  /** What is known of past runs on a server. */
  readonly historyOf: (session: ServerSession) => TimelineHistory | undefined;
  runCommand(id: CommandId, ...args: readonly unknown[]): Promise<void>;
}

export type TimelineHistory = Pick<History, 'kindOf' | 'past' | 'runs' | 'isLoaded' | 'load'>;

type ScopeParts = Pick<TimelineParts, 'schedules' | 'labels'>;

/** How well a job matches a query: not at all, by a part of a device's name, or otherwise. */
const [noMatch, partMatch, wholeMatch] = [0, 1, 2];

/** The jobs and groups of a server that a query covers. */
export class TimelineScope {
  readonly query: TimelineQuery;
  readonly session: ServerSession;
  readonly devices: TimelineDevices;
  readonly #parts: ScopeParts;
  readonly #name: string;
  readonly #device: string;
  readonly #deviceMatch: (devices: readonly Device[]) => number;
  /** A group has a device of exactly the requested name, so parts of other names are not meant. */
  readonly #leastMatch: number;

  constructor(session: ServerSession, parts: ScopeParts, query: TimelineQuery) {
    this.query = query;
    this.session = session;
    this.#parts = parts;
    this.#name = query.name.trim().toLocaleLowerCase(localizer.language);
    this.#device = deviceNameKey(query.device);
    this.#deviceMatch = onceForEach(devices => matchOf(devices, this.#device));
    const { groups, targets } = session;
    const isWhole = ({ server_set: devices }: { readonly server_set: readonly Device[] }) =>
      this.#device !== '' && this.#deviceMatch(devices) === wholeMatch;
    this.#leastMatch = groups.entries.some(({ group }) => isWhole(group)) ? wholeMatch : partMatch;
    this.devices = new TimelineDevices(targets.numbers, id => groups.byId(id)?.server_set);
  }

  matchOf({ name, peers, groups, dynamic_groups }: Job): number {
    const { group } = this.query;
    if (this.#name !== '' && !name.toLocaleLowerCase(localizer.language).includes(this.#name)) return noMatch;
    if (group !== '') {
      const ids = group.startsWith('dynamic:') ? dynamic_groups : groups;
      if (!ids.includes(Number(group.slice(group.indexOf(':') + 1)))) return noMatch;
    }
    if (this.#device === '') return wholeMatch;
    const lists = [peers, ...groups.map(id => this.session.groups.byId(id)?.server_set ?? [])];
    const match = Math.max(...lists.map(this.#deviceMatch));
    return match < this.#leastMatch ? noMatch : match;
  }

  coverage() {
    const { jobs, server } = this.session;
    return {
      loaded: jobs.loadedCount,
      total: jobs.total,
      hasMore: !jobs.isComplete,
      isZoneKnown: this.#parts.schedules.of(server).isZoneKnown,
      unknownGroups: this.devices.unknownGroups,
      hasDynamicGroups: jobs.jobs.some(job => job.dynamic_groups.length > 0 && this.matchOf(job) > noMatch),
    };
  }

  /** The groups that loaded jobs target. */
  groupChoices(): { value: string; label: string }[] {
    const { jobs, server } = this.session;
    const fixed = new Set(jobs.jobs.flatMap(job => job.groups));
    const dynamic = new Set(jobs.jobs.flatMap(job => job.dynamic_groups));
    const choices = [
      ...[...fixed].map(id => ({ value: `group:${id}`, label: this.#groupLabel(id) })),
      ...[...dynamic].map(id => ({
        value: `dynamic:${id}`,
        label: t('{name} (dynamic)', {
          name: this.#parts.labels.text(server.id, 'dynamic_groups', id),
        }),
      })),
    ];
    return choices.sort((a, b) => a.label.localeCompare(b.label, localizer.language));
  }

  #groupLabel(id: number): string {
    const group = this.session.groups.byId(id);
    return group === undefined ? `#${id}` : groupTitle(group);
  }
}

function matchOf(devices: readonly Device[], wanted: string): number {
  let best = noMatch;
  for (const { hostname, addr } of devices) {
    for (const name of [deviceNameKey(hostname), deviceNameKey(addr)]) {
      if (name === wanted) return wholeMatch;
      if (name.includes(wanted)) best = partMatch;
    }
  }
  return best;
}
