import type { Job } from '../../../api/model/job.ts';
import type { Clock } from '../../../base/clock.ts';
import { foldText } from '../../../base/foldText.ts';
import { searchNames } from '../../../base/nameSearch.ts';
import { type Slices, yieldToHost } from '../../../base/slices.ts';
import type { DeviceUses } from '../../../store/reach/targetIndex.ts';
import { TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { ErrorNotices } from '../../../workbench/notices/errorNotices.ts';
import type { Dialogs } from '../../../workbench/platform/dialogs.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { groupTitle } from '../../../workbench/platform/objectNames.ts';
import type { ReadPageFiles } from '../../../workbench/platform/pages/pageFiles.ts';
import type { ObjectMarks } from '../../../workbench/platform/rows/objectMarks.ts';
import { type Labels, namedUnknownTexts } from '../../../workbench/servers/labels.ts';
import type { Schedules } from '../../../workbench/servers/schedules.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import type { TimelineQuery } from '../protocol/timelineOverview.ts';

/** The timeline's dependencies, provided by the composition root. */
export interface TimelineParts {
  readonly pageFiles: ReadPageFiles;
  readonly sessions: Pick<
    SessionRegistry,
    'active' | 'onDidChange' | 'onDidChangeObjects' | 'onDidChangeStatuses'
  >;
  readonly schedules: Schedules;
  readonly labels: Pick<Labels, 'text' | 'onDidChange'>;
  readonly marks: Pick<ObjectMarks, 'of'>;
  readonly notices: Pick<ErrorNotices, 'note' | 'show'>;
  readonly dialogs: Pick<Dialogs, 'pick' | 'info' | 'progress'>;
  readonly clock: Clock;
  runCommand(id: string, ...args: readonly unknown[]): Promise<void>;
}

type ScopeParts = Pick<TimelineParts, 'schedules' | 'labels'>;

const deviceNamesAtMost = 50;

/** The jobs and groups of a server that a query covers. */
export class TimelineScope {
  readonly query: TimelineQuery;
  readonly session: ServerSession;
  readonly devices: TimelineDevices;
  readonly #parts: ScopeParts;
  readonly #name: string;
  #found: DeviceUses | undefined;
  #onDevice: ReadonlySet<number> | undefined;
  /** Names of devices that complete the query's, best first. */
  deviceNames: readonly string[] = [];

  constructor(session: ServerSession, parts: ScopeParts, query: TimelineQuery) {
    this.query = query;
    this.session = session;
    this.#parts = parts;
    this.#name = foldText(query.name.trim());
    const { targets } = session;
    this.devices = new TimelineDevices(targets.numbers, id => targets.group(id)?.server_set);
  }

  /** Finds the jobs that reach the query's device. Await this before anything else. */
  async findDevice(slices: Slices): Promise<void> {
    const { device } = this.query;
    if (device.trim() === '') return;
    const { targets, devices } = this.session;
    await targets.update(yieldToHost);
    this.#found = targets.usesOfNamed(device);
    this.#onDevice = new Set(this.#found.jobs.map(({ job }) => job.id));
    this.deviceNames = await searchNames(devices.names, device, {
      atMost: deviceNamesAtMost,
      yieldToHost: () => slices.rest(),
    });
  }

  isWanted({ id, name, groups, dynamic_groups }: Job): boolean {
    const { group } = this.query;
    if (this.#onDevice?.has(id) === false) return false;
    if (this.#name !== '' && !foldText(name).includes(this.#name)) return false;
    if (group === '') return true;
    const ids = group.startsWith('dynamic:') ? dynamic_groups : groups;
    return ids.includes(Number(group.slice(group.indexOf(':') + 1)));
  }

  coverage() {
    const { jobs, server } = this.session;
    return {
      loaded: jobs.loadedCount,
      total: jobs.total,
      hasMore: !jobs.isComplete,
      isZoneKnown: this.#parts.schedules.of(server).isZoneKnown,
      unknownGroups: this.devices.unknownGroups,
      hasDynamicGroups: jobs.jobs.some(job => job.dynamic_groups.length > 0 && this.isWanted(job)),
      ...this.#deviceCoverage(),
    };
  }

  /** What is not known of the query's device: perhaps the device itself, perhaps what else reaches it. */
  #deviceCoverage() {
    const { device } = this.query;
    const { targets, server } = this.session;
    if (this.#found === undefined) return { unknownDevice: '', unknownReach: [], hasUnknownIds: false };
    const { unknown } = this.#found;
    return {
      unknownDevice: targets.isKnown(device) ? '' : device.trim(),
      unknownReach: namedUnknownTexts({ ...unknown, hasMore: false }, server, this.#parts.labels),
      hasUnknownIds: unknown.groups.length > 0,
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
    const group = this.session.targets.group(id);
    return group === undefined ? `#${id}` : groupTitle(group);
  }
}
