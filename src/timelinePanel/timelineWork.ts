import { isAbort } from '../api/errors/apiError.ts';
import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer, t } from '../platform/localize.ts';
import { groupTitle, jobName } from '../platform/objectNames.ts';
import type { ReadPageFiles } from '../platform/pages/pageFiles.ts';
import type { TimelineOverview, TimelineQuery } from '../protocol/timeline.ts';
import { findTimeZone, utc } from '../recurrence/text/timeZone.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { type BuildProgress, buildTimeline, type Timeline } from '../timeline/timelineBuild.ts';
import { TimelineDevices } from '../timeline/timelineDevices.ts';
import { type AgendaRow, type CellRange, TimelineModel } from '../timeline/timelineModel.ts';
import type { RunsMemory } from '../timeline/timelineRuns.ts';
import { type TimelineSpan, timelineSpan } from '../timeline/timelineSpan.ts';
import type { Clock } from '../util/clock.ts';
import { Slices, yieldToHost } from '../util/slices.ts';
import { leftOutNotes, type SpanFormats, summaryText } from './timelineWords.ts';

type Overview = Omit<TimelineOverview, 'page'>;

type WorkParts = Pick<TimelineParts, 'sessions' | 'schedules' | 'labels' | 'clock'> & {
  readonly runs: RunsMemory;
};

const sliceMs = 8;
/** How often the intermediate result is shown while the timeline is computed. */
const showEveryMs = 150;

/** Computes the most recently requested timeline in slices, and stores it for requests for its lines. */
export class TimelineWork {
  readonly #parts: WorkParts;
  readonly #formats: SpanFormats;
  readonly #show: (overview: Overview) => void;
  readonly #memory: RunsMemory;
  #controller: AbortController | undefined;
  #model: TimelineModel | undefined;
  #revision = 0;
  #suspended: Promise<void> | undefined;
  #endSuspension = (): void => undefined;

  constructor(parts: WorkParts, formats: SpanFormats, show: (overview: Overview) => void) {
    this.#parts = parts;
    this.#memory = parts.runs;
    this.#formats = formats;
    this.#show = show;
  }

  start(query: TimelineQuery, nowMs: number): void {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    void this.#run(query, nowMs, controller.signal).catch((error: unknown) => {
      if (!isAbort(error) && !controller.signal.aborted) throw error;
    });
  }

  stop(): void {
    this.#controller?.abort();
  }

  /** Computes nothing from the end of the current slice until `resume`. */
  suspend(): void {
    this.#suspended ??= new Promise(resolve => {
      this.#endSuspension = resolve;
    });
  }

  resume(): void {
    this.#suspended = undefined;
    this.#endSuspension();
  }

  /** The lines of the agenda; `undefined` for a timeline that has been replaced. */
  rows(
    revision: number,
    range: CellRange,
    { offset, limit }: { offset: number; limit: number },
  ): AgendaRow[] | undefined {
    return revision === this.#revision ? this.#model?.rows(range, offset, limit) : undefined;
  }

  async #run(query: TimelineQuery, nowMs: number, signal: AbortSignal): Promise<void> {
    const { sessions, schedules, clock } = this.#parts;
    const session = sessions.active;
    const zone = findTimeZone(schedules.readerZone) ?? utc;
    const span = timelineSpan(query.span, nowMs, zone);
    if (session === undefined) return this.#showNothing(query, span);
    const steadyMs = () => clock.steadyMs();
    const slices = new Slices({
      sliceMs,
      steadyMs,
      yieldToHost: () => this.#suspended ?? yieldToHost(),
      signal,
    });
    const view = new ServerView(session, this.#parts, query);
    // Shows the first part immediately.
    let shownMs = Number.NEGATIVE_INFINITY;
    const onProgress = ({ timeline, done, total }: BuildProgress) => {
      if (done < total && steadyMs() - shownMs < showEveryMs) return;
      shownMs = steadyMs();
      this.#showTimeline(timeline, view, false);
    };
    const timeline = await buildTimeline(
      {
        jobs: session.jobs.jobs,
        isWanted: job => view.isWanted(job),
        nameOf: jobName,
        span,
        predictor: schedules.of(session.server).predictor,
        devices: view.devices,
        memory: this.#memory,
      },
      slices,
      onProgress,
    );
    this.#showTimeline(timeline, view, true);
  }

  #showNothing(query: TimelineQuery, span: TimelineSpan): void {
    const model = new TimelineModel(span, 0);
    this.#model = model;
    this.#show({
      ...this.#frame(model),
      query,
      summary: t('No server is configured yet.'),
      notes: [],
      groups: [],
      isComplete: true,
    });
  }

  #showTimeline(timeline: Timeline, view: ServerView, isComplete: boolean): void {
    this.#model = timeline.model;
    this.#show({
      ...this.#frame(timeline.model),
      query: view.query,
      summary: summaryText(timeline),
      notes: leftOutNotes({ timeline, ...view.coverage() }),
      groups: view.groupChoices(),
      isComplete,
    });
  }

  #frame(model: TimelineModel) {
    const { span, runsIn, clashIn, jobsIn } = model;
    this.#revision += 1;
    const rowsBefore = [0];
    for (const count of jobsIn) rowsBefore.push((rowsBefore.at(-1) ?? 0) + count);
    return {
      type: 'overview' as const,
      revision: this.#revision,
      days: this.#formats.days(span),
      firstCell: span.firstCell,
      endCell: span.endCell,
      runs: [...runsIn],
      clashes: [...clashIn.keys()].filter(cell => clashIn[cell] === 1),
      rowsBefore,
    };
  }
}

/** The jobs and groups of a server for one query. */
class ServerView {
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
      hasMore: jobs.hasMore,
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
