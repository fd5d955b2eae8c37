import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import type { Job } from '../../../api/model/job.ts';
import { firstIndex } from '../../../base/collections.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { Slices } from '../../../base/slices.ts';
import { isKeyOf } from '../../../base/tables.ts';
import { predictSet } from '../../../recurrence/expand/predictor.ts';
import type { ZoneReading } from '../../../recurrence/expand/resolvedSet.ts';
import { moveBySpan } from '../../../recurrence/move/movedSet.ts';
import type { MoveObstacle } from '../../../recurrence/move/rewriting.ts';
import { dayMs, hourMs, minuteMs, modulo } from '../../../recurrence/text/calendarDay.ts';
import { hasErrors, isEmptySet, parseRecurrenceSet } from '../../../recurrence/text/recurrenceSet.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import type { DeviceLists } from '../../../store/reach/timelineDevices.ts';
import { obstacleTexts } from '../../changeJobs/common/jobChange.ts';

/**
 * How jobs are spread. `steps`: the first run of each day begins at a time on the reader's clock, each next job a step
 * later. `apart`: as few jobs as possible are moved, as little as possible, so that no two runs meet on a device;
 * `hours`: none in the same hour, as the timeline counts.
 */
export type Spreading =
  | { readonly kind: 'steps'; readonly firstMs: number; readonly stepMs: number }
  | { readonly kind: 'apart' | 'hours' };

export interface SpreadFacts {
  readonly reading: ZoneReading;
  /** Of the reader. */
  readonly zone: TimeZone;
  readonly nowMs: number;
  readonly devicesOf: (job: Job) => DeviceLists;
  /** How long the runs of a job typically take; `undefined` if it is not known. */
  readonly durationOf: (job: Job) => number | undefined;
}

/** Why a job stays where it is. `noRoom`: every time within half a day of its own is taken. */
export type SpreadObstacle = MoveObstacle | 'disabled' | 'unpredictable' | 'noRoom';

export type SpreadOutcome = { readonly job: Job } & (
  | {
      readonly kind: 'edit';
      readonly edit: FieldEdit;
      readonly spanMs: number;
      readonly nextMs: number | undefined;
    }
  | { readonly kind: 'unchanged'; readonly nextMs: number | undefined }
  | { readonly kind: 'blocked'; readonly obstacle: SpreadObstacle }
);

export interface SpreadPlan {
  readonly outcomes: readonly SpreadOutcome[];
  /** How many of the jobs meet another job on a device within the horizon, before and after. */
  readonly clashesBefore: number;
  readonly clashesAfter: number;
  /** How many jobs have no known duration, and count as taking `unknownMs`. */
  readonly unknown: number;
}

export interface SpreadRequest {
  readonly jobs: readonly Job[];
  /** They stay where they are. */
  readonly others: readonly Job[];
  readonly how: Spreading;
}

/** Two weeks show what a week repeats, and one alternate week. */
const horizonMs = 14 * dayMs;
const mostRuns = 2_000;
/** A run whose duration is not known keeps its devices for this long. */
const unknownMs = hourMs;
const grainMs = 5 * minuteMs;
const farthestMs = 12 * hourMs;

/** The runs of a job within the horizon, and what they occupy. */
interface Occupied {
  readonly job: Job;
  readonly runs: readonly number[];
  readonly devices: ReadonlySet<number>;
  readonly durationMs: number;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Plans how the jobs are spread; nothing is moved onto the others. */
export async function planSpread(
  { jobs, others, how }: SpreadRequest,
  facts: SpreadFacts,
  slices: Slices,
): Promise<SpreadPlan> {
  const outcomes: SpreadOutcome[] = [];
  const movable: Occupied[] = [];
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const found = occupiedBy(job, facts);
    if ('obstacle' in found) outcomes.push({ kind: 'blocked', job, obstacle: found.obstacle });
    else movable.push(found);
  }
  const fixed: Occupied[] = [];
  for (const job of others) {
    if (slices.isOver) await slices.rest();
    const found = occupiedBy(job, facts);
    if (!('obstacle' in found) && movable.some(one => shareDevice(one, found))) fixed.push(found);
  }
  const planned = inOrder(movable);
  const places = new Places(how, facts.zone);
  const before = places.clashes(planned, fixed);
  const after: Occupied[] = [];
  for (const [index, occupied] of planned.entries()) {
    if (slices.isOver) await slices.rest();
    const spans =
      how.kind === 'steps'
        ? [spanTo(occupied, how.firstMs + index * how.stepMs, facts)]
        : places.freeSpans(occupied, [...fixed, ...after]);
    const { outcome, moved } = moveTo(occupied, spans, facts);
    outcomes.push(outcome);
    after.push(moved);
  }
  const order = new Map(jobs.map((job, index) => [job, index]));
  return {
    outcomes: outcomes.sort((a, b) => (order.get(a.job) ?? 0) - (order.get(b.job) ?? 0)),
    clashesBefore: before,
    clashesAfter: places.clashes(after, fixed),
    unknown: movable.filter(({ job }) => facts.durationOf(job) === undefined).length,
  };
}

function occupiedBy(job: Job, facts: SpreadFacts): Occupied | { readonly obstacle: SpreadObstacle } {
  if (job.enabled === false) return { obstacle: 'disabled' };
  const { reading, nowMs, devicesOf, durationOf } = facts;
  const set = parseRecurrenceSet(job.params, reading.dialect);
  if (isEmptySet(set)) return { obstacle: 'none' };
  if (hasErrors(set)) return { obstacle: 'unreadable' };
  if (set.start === undefined && set.rules.length > 0) return { obstacle: 'open' };
  const { kind, occurrences } = predictSet(
    set,
    { fromMs: nowMs, toMs: nowMs + horizonMs, limit: mostRuns, stopsAtLimit: true },
    { dialect: reading.dialect, zone: reading.zone.id },
  );
  if (kind === 'cannotPredict' || kind === 'tooMany') return { obstacle: 'unpredictable' };
  return {
    job,
    runs: occurrences.map(({ instantMs }) => instantMs),
    devices: new Set(devicesOf(job).flatMap(list => [...list])),
    durationMs: durationOf(job) ?? unknownMs,
  };
}

/** By their next runs, so that the order of the night stays. */
function inOrder(occupied: readonly Occupied[]): readonly Occupied[] {
  const next = ({ runs }: Occupied) => runs[0] ?? Number.POSITIVE_INFINITY;
  return occupied.toSorted((a, b) => next(a) - next(b) || a.job.id - b.job.id);
}

/** The shortest way to a time of day for the first run of each day. */
function spanTo({ runs }: Occupied, timeMs: number, { zone, nowMs }: SpreadFacts): number {
  const timeOf = (ms: number) => modulo(zone.toWall(ms), dayMs);
  const first = runs[0];
  if (first === undefined) return 0;
  const within = runs.filter(ms => ms < nowMs + 7 * dayMs).map(timeOf);
  const earliest = within.length === 0 ? timeOf(first) : Math.min(...within);
  const span = modulo(timeMs - earliest, dayMs);
  return span > dayMs / 2 ? span - dayMs : span;
}

/** Moves the schedule by the first span that it can be moved by; without any, the job stays. */
function moveTo(
  occupied: Occupied,
  spans: Iterable<number>,
  { reading }: SpreadFacts,
): { readonly outcome: SpreadOutcome; readonly moved: Occupied } {
  const { job, runs } = occupied;
  const { params } = job;
  let obstacle: SpreadObstacle = 'noRoom';
  for (const spanMs of spans) {
    if (spanMs === 0) return { outcome: { kind: 'unchanged', job, nextMs: runs[0] }, moved: occupied };
    const result = moveBySpan(params, spanMs, reading);
    if (result.kind === 'unmoved') {
      obstacle = result.obstacle;
      continue;
    }
    const moved = { ...occupied, runs: runs.map(ms => ms + spanMs) };
    const edit = { before: { params }, after: { params: result.text } };
    return { outcome: { kind: 'edit', job, edit, spanMs, nextMs: moved.runs[0] }, moved };
  }
  return { outcome: { kind: 'blocked', job, obstacle }, moved: occupied };
}

function shareDevice(one: Occupied, other: Occupied): boolean {
  const [few, many] = one.devices.size < other.devices.size ? [one, other] : [other, one];
  for (const device of few.devices) if (many.devices.has(device)) return true;
  return false;
}

/** Which times are taken. */
class Places {
  readonly #isByHour: boolean;
  readonly #zone: TimeZone;

  constructor(how: Spreading, zone: TimeZone) {
    this.#isByHour = how.kind === 'hours';
    this.#zone = zone;
  }

  /** How many of the jobs meet another one. */
  clashes(jobs: readonly Occupied[], fixed: readonly Occupied[]): number {
    return jobs.filter(one => {
      const taken = this.#takenBy(one, [...jobs, ...fixed]);
      return one.runs.some(ms => isTaken(this.#spanOf(one, ms), taken));
    }).length;
  }

  /** The spans by which a job meets no other, the shortest first. */
  *freeSpans(one: Occupied, others: readonly Occupied[]): Generator<number, void> {
    const taken = this.#takenBy(one, others);
    const isFree = (spanMs: number) => !one.runs.some(ms => isTaken(this.#spanOf(one, ms + spanMs), taken));
    if (isFree(0)) yield 0;
    for (let spanMs = grainMs; spanMs <= farthestMs; spanMs += grainMs) {
      if (isFree(spanMs)) yield spanMs;
      if (isFree(-spanMs)) yield -spanMs;
    }
  }

  /** The times of the runs on its devices, ascending. */
  #takenBy(one: Occupied, others: readonly Occupied[]): readonly Span[] {
    const spans = others.flatMap(other =>
      other === one || !shareDevice(one, other) ? [] : other.runs.map(ms => this.#spanOf(other, ms)),
    );
    return spans.sort((a, b) => a.fromMs - b.fromMs);
  }

  #spanOf({ durationMs }: Occupied, ms: number): Span {
    const toMs = ms + Math.max(durationMs, minuteMs);
    if (!this.#isByHour) return { fromMs: ms, toMs };
    const into = modulo(this.#zone.toWall(ms), hourMs);
    const fromMs = ms - into;
    return { fromMs, toMs: fromMs + hourMs };
  }
}

/** Longer runs than this are found only as far. */
const longestMs = 2 * dayMs;

function isTaken({ fromMs, toMs }: Span, taken: readonly Span[]): boolean {
  const first = firstIndex(taken.length, index => (taken[index]?.fromMs ?? 0) >= fromMs - longestMs);
  for (let index = first; index < taken.length; index += 1) {
    const span = taken[index];
    if (span === undefined || span.fromMs >= toMs) return false;
    if (span.toMs > fromMs) return true;
  }
  return false;
}

const ownTexts = {
  disabled: 'It is disabled, so it does not run.',
  unpredictable: 'Its runs are too many to search.',
  noRoom: 'Every time within 12 hours of its own is taken on its devices.',
} as const;

/** Why a job stays; the reasons of a move have the same texts as other moves. */
export function spreadObstacleText(obstacle: SpreadObstacle, { t }: Pick<Localizer, 't'>): string {
  return isKeyOf(ownTexts, obstacle) ? t(ownTexts[obstacle]) : t(obstacleTexts[obstacle]);
}

/** "9 jobs meet another on a device → none". */
export function clashText({ clashesBefore, clashesAfter }: SpreadPlan, { t, plural }: Localizer): string {
  const count = (jobs: number) => (jobs === 0 ? t('none') : plural('{count} job|{count} jobs', jobs));
  return t('Meet others on a device: {before} → {after}', {
    before: count(clashesBefore),
    after: count(clashesAfter),
  });
}
