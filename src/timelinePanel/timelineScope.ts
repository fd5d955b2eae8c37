import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
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

/** The timeline's dependencies, provided by the composition root. */
export interface TimelineParts {
  readonly pageFiles: ReadPageFiles;
  readonly sessions: Pick<SessionRegistry, 'active' | 'onDidChange' | 'onDidChangeObjects'>;
  readonly schedules: Schedules;
  readonly labels: Pick<Labels, 'text' | 'onDidChange'>;
  readonly notices: Pick<ErrorNotices, 'note' | 'show'>;
  readonly clock: Clock;
  runCommand(id: CommandId, ...args: readonly unknown[]): Promise<void>;
}

/** The jobs and groups of a server that a query covers. */
export class TimelineScope {
  readonly query: TimelineQuery;
  readonly devices: TimelineDevices;
  readonly #session: ServerSession;
  readonly #parts: Pick<TimelineParts, 'schedules' | 'labels'>;
  readonly #groups = new Map<number, Group>();
  readonly #name: string;

  constructor(
    session: ServerSession,
    parts: Pick<TimelineParts, 'schedules' | 'labels'>,
    query: TimelineQuery,
  ) {
    this.query = query;
    this.#session = session;
    this.#parts = parts;
    this.#name = query.name.trim().toLocaleLowerCase(localizer.language);
    for (const { group } of session.groups.entries) {
      const id = session.groups.identity.known(group);
      if (id !== undefined) this.#groups.set(id, group);
    }
    this.devices = new TimelineDevices(session.targets.numbers, id => this.#groups.get(id)?.server_set);
  }

  isWanted({ name, groups, dynamic_groups }: Job): boolean {
    const { group } = this.query;
    if (this.#name !== '' && !name.toLocaleLowerCase(localizer.language).includes(this.#name)) return false;
    if (group === '') return true;
    const ids = group.startsWith('dynamic:') ? dynamic_groups : groups;
    return ids.includes(Number(group.slice(group.indexOf(':') + 1)));
  }

  coverage() {
    const { jobs, server } = this.#session;
    return {
      loaded: jobs.loadedCount,
      total: jobs.total,
      hasMore: !jobs.isComplete,
      isZoneKnown: this.#parts.schedules.of(server).isZoneKnown,
      unknownGroups: this.devices.unknownGroups,
      hasDynamicGroups: jobs.jobs.some(job => this.isWanted(job) && job.dynamic_groups.length > 0),
    };
  }

  /** The groups that loaded jobs target. */
  groupChoices(): { value: string; label: string }[] {
    const { jobs, server } = this.#session;
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
    const group = this.#groups.get(id);
    return group === undefined ? `#${id}` : groupTitle(group);
  }
}
