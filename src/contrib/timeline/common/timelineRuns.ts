import { firstIndex, getOrAdd } from '../../../base/collections.ts';
import { type OpenTimes, openTimes } from '../../../recurrence/expand/nextRuns.ts';
import type { Predictor } from '../../../recurrence/expand/predictor.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import { cellOf, spanKey, type TimelineSpan } from './timelineSpan.ts';

/** The runs of one schedule in a span, per hour: three arrays of equal length, in ascending order of cells. */
export interface HourlyRuns {
  readonly kind: 'runs';
  readonly cells: Uint16Array;
  readonly counts: Uint16Array;
  readonly firstMs: Float64Array;
  /** It runs so often that only its first runs are counted. */
  readonly isCut: boolean;
  /** What the schedule leaves to the server. */
  readonly open: OpenTimes;
}

export type ScheduleRuns = HourlyRuns | { readonly kind: 'unreadable' | 'unpredictable' };

/** A run per minute for a week, or every four minutes for six weeks. More runs are not expanded. */
export const runsAtMost = 16_000;
const rememberedAtMost = 20_000;

/** Caches the runs of schedules in the most recent span; each schedule is expanded once. */
export class RunsMemory {
  readonly #runs = new Map<string, ScheduleRuns>();
  #key = '';

  clear(): void {
    this.#runs.clear();
  }

  of(text: string, span: TimelineSpan, predictor: Predictor): ScheduleRuns {
    const key = `${spanKey(span)} ${predictor.options.zone}`;
    if (key !== this.#key || this.#runs.size > rememberedAtMost) this.#runs.clear();
    this.#key = key;
    return getOrAdd(this.#runs, text, () => scheduleRuns(text, span, predictor));
  }
}

function scheduleRuns(text: string, span: TimelineSpan, predictor: Predictor): ScheduleRuns {
  const { fromMs, toMs, zone, firstDay } = span;
  // A schedule without a start counts from midnight, also if the span begins later.
  const anchorMs = zone.toInstant(firstDay * dayMs).instantMs;
  const prediction = predictor.predict(text, { fromMs, toMs, anchorMs, limit: runsAtMost });
  if (prediction.kind === 'cannotPredict') {
    return { kind: prediction.reason === 'invalidText' ? 'unreadable' : 'unpredictable' };
  }
  const times = prediction.occurrences.map(({ instantMs }) => instantMs);
  return {
    ...hourlyRuns(times, span),
    isCut: prediction.kind !== 'complete',
    open: openTimes(predictor.parse(text), predictor.options.dialect),
  };
}

/** Counts times in ascending order per hour. */
export function hourlyRuns(times: readonly number[], span: TimelineSpan): HourlyRuns {
  const cells: number[] = [];
  const counts: number[] = [];
  const firstMs: number[] = [];
  for (const instantMs of times) {
    const cell = cellOf(instantMs, span);
    const place = cells.findLastIndex(found => found <= cell);
    if (place >= 0 && cells[place] === cell) {
      counts[place] = (counts[place] ?? 0) + 1;
    } else {
      // Usually at the end, unless the clock is set back during the span.
      cells.splice(place + 1, 0, cell);
      counts.splice(place + 1, 0, 1);
      firstMs.splice(place + 1, 0, instantMs);
    }
  }
  return {
    kind: 'runs',
    cells: Uint16Array.from(cells),
    counts: Uint16Array.from(counts),
    firstMs: Float64Array.from(firstMs),
    isCut: false,
    open: 'none',
  };
}

/** The index of the cell in the arrays, or -1. */
export function placeOfCell({ cells }: HourlyRuns, cell: number): number {
  const place = firstIndex(cells.length, index => (cells[index] ?? 0) >= cell);
  return cells[place] === cell ? place : -1;
}
