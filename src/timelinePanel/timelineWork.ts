import { isAbort } from '../api/errors/apiError.ts';
import { t } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import type { Unsigned } from '../protocol/signature.ts';
import type { TimelineOverview, TimelineQuery } from '../protocol/timelineOverview.ts';
import { findTimeZone, utc } from '../recurrence/text/timeZone.ts';
import { type BuildProgress, buildTimeline, type Timeline } from '../timeline/timelineBuild.ts';
import { type AgendaRow, type CellRange, TimelineModel } from '../timeline/timelineModel.ts';
import type { RunsMemory } from '../timeline/timelineRuns.ts';
import { type TimelineSpan, timelineSpan } from '../timeline/timelineSpan.ts';
import { Slices, yieldToHost } from '../util/slices.ts';
import { leftOutNotes, type SpanFormats, summaryText } from './timelinePhrases.ts';
import { type TimelineParts, TimelineScope } from './timelineScope.ts';

type Overview = Unsigned<TimelineOverview>;

/** What an overview has besides the cells of its model. */
type QueryFacts = Pick<Overview, 'query' | 'summary' | 'notes' | 'groups' | 'isComplete'>;

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
  #controller: AbortController | undefined;
  #model: TimelineModel | undefined;
  #revision = 0;
  #suspended: Promise<void> | undefined;
  #endSuspension = (): void => undefined;

  constructor(parts: WorkParts, formats: SpanFormats, show: (overview: Overview) => void) {
    this.#parts = parts;
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
    const { sessions, schedules, clock, runs } = this.#parts;
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
    const scope = new TimelineScope(session, this.#parts, query);
    // Shows the first part immediately.
    let shownMs = Number.NEGATIVE_INFINITY;
    const onProgress = ({ timeline, done, total }: BuildProgress) => {
      if (done < total && steadyMs() - shownMs < showEveryMs) return;
      shownMs = steadyMs();
      this.#showTimeline(timeline, scope, false);
    };
    const timeline = await buildTimeline(
      {
        jobs: session.jobs.jobs,
        isWanted: job => scope.isWanted(job),
        nameOf: jobName,
        span,
        predictor: schedules.of(session.server).predictor,
        devices: scope.devices,
        memory: runs,
      },
      slices,
      onProgress,
    );
    this.#showTimeline(timeline, scope, true);
  }

  #showNothing(query: TimelineQuery, span: TimelineSpan): void {
    const summary = t('No server is configured yet.');
    this.#present(new TimelineModel(span, 0), { query, summary, notes: [], groups: [], isComplete: true });
  }

  #showTimeline(timeline: Timeline, scope: TimelineScope, isComplete: boolean): void {
    this.#present(timeline.model, {
      query: scope.query,
      summary: summaryText(timeline),
      notes: leftOutNotes({ timeline, ...scope.coverage() }),
      groups: scope.groupChoices(),
      isComplete,
    });
  }

  #present(model: TimelineModel, facts: QueryFacts): void {
    const { span, runsIn, clashIn, jobsIn } = model;
    this.#model = model;
    this.#revision += 1;
    const rowsBefore = [0];
    for (const count of jobsIn) rowsBefore.push((rowsBefore.at(-1) ?? 0) + count);
    this.#show({
      type: 'overview',
      revision: this.#revision,
      days: this.#formats.days(span),
      firstCell: span.firstCell,
      endCell: span.endCell,
      runs: [...runsIn],
      clashes: [...clashIn.keys()].filter(cell => clashIn[cell] === 1),
      rowsBefore,
      ...facts,
    });
  }
}
