import { isAbort } from '../../../api/errors/apiError.ts';
import { Slices, yieldToHost } from '../../../base/slices.ts';
import { firstWeekday, regionalLocale } from '../../../base/weekStart.ts';
import type { Unsigned } from '../../../pages/protocol/signature.ts';
import { findTimeZone, type TimeZone, utc } from '../../../recurrence/text/timeZone.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { jobName } from '../../../workbench/platform/objectNames.ts';
import type { History } from '../../history/common/history.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { pausedIn } from '../../pause/common/sessionPauses.ts';
import { type BuildProgress, buildTimeline, type Timeline } from '../common/timelineBuild.ts';
import { type CellRange, TimelineModel } from '../common/timelineModel.ts';
import type { RunsMemory } from '../common/timelineRuns.ts';
import { dayAt, placeOf, type TimelineSpan, timelineSpan } from '../common/timelineSpan.ts';
import type { TimelineOverview, TimelineQuery, TimelineRow } from '../protocol/timelineOverview.ts';
import { factsText, leftOutNotes, SpanFormats } from './timelinePhrases.ts';
import { timelineRow } from './timelineRow.ts';
import { type TimelineParts, TimelineScope } from './timelineScope.ts';

export type Overview = Unsigned<TimelineOverview>;

type WorkParts = Pick<TimelineParts, 'sessions' | 'schedules' | 'labels' | 'marks' | 'clock'> & {
  readonly runs: RunsMemory;
};

const sliceMs = 8;
/** How often the intermediate result is shown while the timeline is computed. */
const showEveryMs = 150;

/** A timeline with the server that it was computed for. */
export interface ComputedTimeline {
  readonly session: ServerSession;
  readonly model: TimelineModel;
  readonly overview: Overview;
}

/** Computes the most recently requested timeline in slices, and stores it for requests for its lines. */
export class TimelineWork {
  readonly #parts: WorkParts;
  readonly #show: (overview: Overview) => void;
  #formats: SpanFormats | undefined;
  #weekStart: number | undefined;
  #controller: AbortController | undefined;
  #shown: ComputedTimeline | undefined;
  #revision = 0;
  #suspended: Promise<void> | undefined;
  #endSuspension = (): void => undefined;

  constructor(parts: WorkParts, show: (overview: Overview) => void) {
    this.#parts = parts;
    this.#show = show;
  }

  get formats(): SpanFormats {
    this.#formats ??= new SpanFormats();
    return this.#formats;
  }

  start(query: TimelineQuery): void {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    void this.#run(query, controller.signal).catch((error: unknown) => {
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

  /** The clock of a query. While the server's zone is unknown, it is the reader's. */
  zoneOf({ clock }: Pick<TimelineQuery, 'clock'>): TimeZone {
    const { schedules, sessions } = this.#parts;
    const server = schedules.of(sessions.active?.server);
    const id = clock === 'server' ? server.predictor.options.zone : schedules.readerZone;
    return findTimeZone(id) ?? utc;
  }

  /** The lines of the agenda; `undefined` for a timeline that has been replaced. */
  rows(
    revision: number,
    range: CellRange,
    { offset, limit }: { offset: number; limit: number },
  ): TimelineRow[] | undefined {
    if (revision !== this.#revision || this.#shown === undefined) return undefined;
    const { model, session } = this.#shown;
    const source = { session, span: model.span, formats: this.formats, parts: this.#parts };
    return model.rows(range, offset, limit).map(row => timelineRow(row, source));
  }

  /** Shows the same timeline again, so that its page requests the lines with their current statuses. */
  refreshLines(): void {
    // One that is still computed is shown again anyway.
    if (this.#shown?.overview.isComplete !== true) return;
    this.#revision += 1;
    const nowCell = placeOf(this.#parts.clock.now(), this.#shown.model.span);
    const overview = { ...this.#shown.overview, revision: this.#revision, nowCell };
    this.#shown = { ...this.#shown, overview };
    this.#show(overview);
  }

  /** Computes a timeline as a whole, for an export; `undefined` without a server. */
  async compute(query: TimelineQuery, signal: AbortSignal): Promise<ComputedTimeline | undefined> {
    const session = this.#parts.sessions.active;
    if (session === undefined) return undefined;
    const scope = new TimelineScope(session, this.#parts, query);
    await this.#unreadHistory(scope)?.load();
    const timeline = await this.#build(scope, this.#slices(signal), () => undefined);
    return { session, model: timeline.model, overview: this.#overview(timeline, scope, true) };
  }

  async #run(query: TimelineQuery, signal: AbortSignal): Promise<void> {
    const session = this.#parts.sessions.active;
    if (session === undefined) return this.#showNothing(query);
    const scope = new TimelineScope(session, this.#parts, query);
    const show = (timeline: Timeline, isComplete: boolean) => {
      this.#revision += 1;
      const overview = this.#overview(timeline, scope, isComplete);
      this.#shown = { model: timeline.model, session, overview };
      this.#show(overview);
    };
    // Shows the first part immediately.
    let shownMs = Number.NEGATIVE_INFINITY;
    const { clock } = this.#parts;
    const timeline = await this.#build(scope, this.#slices(signal), ({ timeline: part, done, total }) => {
      if (done < total && clock.steadyMs() - shownMs < showEveryMs) return;
      shownMs = clock.steadyMs();
      show(part, false);
    });
    const history = this.#unreadHistory(scope);
    show(timeline, history === undefined);
    if (history === undefined) return;
    await history.load();
    signal.throwIfAborted();
    show(await this.#build(scope, this.#slices(signal), () => undefined), true);
  }

  /** What is known of past runs, if the span needs it and it has not been read yet. */
  #unreadHistory({ session, query }: TimelineScope): History | undefined {
    const history = historyOf(session);
    const isPast = this.#span(query).fromMs < this.#parts.clock.now();
    return isPast && !history.isLoaded ? history : undefined;
  }

  async #build(
    scope: TimelineScope,
    slices: Slices,
    onProgress: (progress: BuildProgress) => void,
  ): Promise<Timeline> {
    await scope.findDevice(slices);
    const { schedules, runs } = this.#parts;
    const { session } = scope;
    const { predictor, isZoneKnown } = schedules.of(session.server);
    const history = historyOf(session);
    const span = this.#span(scope.query);
    const nowMs = this.#parts.clock.now();
    const source = {
      jobs: session.jobs.jobs,
      isWanted: scope.isWanted.bind(scope),
      nameOf: jobName,
      span,
      predictor,
      devices: scope.devices,
      memory: runs,
      isPaused: pausedIn(session, schedules.of(session.server), { ...span, nowMs }),
      past: history.isLoaded ? { history, span, predictor, isZoneKnown, nowMs } : undefined,
    };
    return buildTimeline(source, slices, onProgress);
  }

  #slices(signal: AbortSignal): Slices {
    const steadyMs = () => this.#parts.clock.steadyMs();
    return new Slices({ sliceMs, steadyMs, yieldToHost: () => this.#suspended ?? yieldToHost(), signal });
  }

  #span(query: TimelineQuery): TimelineSpan {
    const { locale } = Intl.DateTimeFormat().resolvedOptions();
    this.#weekStart ??= firstWeekday(regionalLocale(localizer.language, [locale]));
    const zone = this.zoneOf(query);
    const day = query.day ?? dayAt(this.#parts.clock.now(), zone);
    return timelineSpan(query.span, day, zone, this.#weekStart);
  }

  #showNothing(query: TimelineQuery): void {
    this.#revision += 1;
    this.#shown = undefined;
    this.#show({
      ...this.#overviewOf(new TimelineModel(this.#span(query), { count: 0 }), query),
      facts: t('No server is configured yet.'),
      details: [],
      groups: [],
      deviceNames: [],
      isComplete: true,
    });
  }

  #overview(timeline: Timeline, scope: TimelineScope, isComplete: boolean): Overview {
    const isPast = timeline.model.span.fromMs < this.#parts.clock.now();
    const coverage = { timeline, ...scope.coverage(), isPast };
    return {
      ...this.#overviewOf(timeline.model, scope.query),
      facts: factsText(coverage),
      details: leftOutNotes(coverage),
      groups: scope.groupChoices(),
      deviceNames: scope.deviceNames,
      isComplete,
    };
  }

  #overviewOf(model: TimelineModel, query: TimelineQuery) {
    const { span, runsIn, clashIn, jobsIn, missedIn } = model;
    const { schedules, sessions, clock } = this.#parts;
    const server = schedules.of(sessions.active?.server);
    const rowsBefore = [0];
    for (const count of jobsIn) rowsBefore.push((rowsBefore.at(-1) ?? 0) + count);
    return {
      type: 'overview' as const,
      revision: this.#revision,
      query,
      title: this.formats.title(span),
      day: span.day,
      firstDay: span.firstDay,
      days: this.formats.days(span),
      nowCell: placeOf(clock.now(), span),
      runs: [...runsIn],
      clashes: [...clashIn.keys()].filter(cell => clashIn[cell] === 1),
      missed: [...missedIn],
      unwatched: model.unwatchedCells(clock.now()),
      rowsBefore,
      zones: { mine: schedules.readerZone, server: server.isZoneKnown ? server.predictor.options.zone : '' },
    };
  }
}
