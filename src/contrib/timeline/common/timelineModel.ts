import { pushTo, remember } from '../../../base/collections.ts';
import type { Slices } from '../../../base/slices.ts';
import type { DeviceLists, TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import { hoursADay } from '../protocol/timelineOverview.ts';
import { isMissed, isWatched, type RunOutcome } from './timelinePast.ts';
import { type HourlyRuns, hourlyRuns, placeOfCell } from './timelineRuns.ts';
import { cellOf, type TimelineSpan } from './timelineSpan.ts';

export interface TimelineJob {
  readonly id: number;
  readonly name: string;
  readonly devices: DeviceLists;
}

/** Jobs with the same schedule, which run at the same times. */
export interface TimelineEntry {
  readonly text: string;
  readonly runs: HourlyRuns;
  readonly jobs: readonly TimelineJob[];
  /** All its runs, if the text alone does not say when they are. */
  readonly times?: readonly number[];
  /** Runs that were seen although none were planned. */
  readonly isUnplanned?: true;
}

/** One line of the agenda: a job in an hour, regardless of how often it runs in it. */
export interface AgendaRow {
  readonly job: TimelineJob;
  /** The entry that it belongs to. */
  readonly entry: Omit<TimelineEntry, 'runs' | 'jobs'>;
  readonly cell: number;
  readonly firstMs: number;
  readonly count: number;
  readonly sharedDevices: number;
  readonly others: readonly TimelineJob[];
  /** What came of its runs in this hour, as far as it was looked for. */
  readonly past: readonly RunOutcome[];
}

/** Cells from `from`, up to but not including `to`. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

const rememberedCells = 48;

/** The runs in a span. Filled in parts, so that it can be shown before it is complete. */
export class TimelineModel {
  readonly span: TimelineSpan;
  /** The number of runs and of jobs in each cell. */
  readonly runsIn: Uint32Array;
  readonly jobsIn: Uint32Array;
  readonly clashIn: Uint8Array;
  /** The number of past runs that were missed, and of those that somebody watched. */
  readonly missedIn: Uint32Array;
  readonly watchedIn: Uint32Array;
  /** Whether `addPast` was called, so that what is missing was not watched. */
  isPastKnown = false;
  readonly #past = new Map<string, RunOutcome[]>();
  readonly #entries: TimelineEntry[] = [];
  readonly #devices: Pick<TimelineDevices, 'count'>;
  #finder: ClashFinder | undefined;
  readonly #rows = new Map<number, readonly AgendaRow[]>();

  constructor(span: TimelineSpan, devices: Pick<TimelineDevices, 'count'>) {
    this.span = span;
    this.#devices = devices;
    const cellCount = span.dayCount * hoursADay;
    this.runsIn = new Uint32Array(cellCount);
    this.jobsIn = new Uint32Array(cellCount);
    this.clashIn = new Uint8Array(cellCount);
    this.missedIn = new Uint32Array(cellCount);
    this.watchedIn = new Uint32Array(cellCount);
  }

  add(entry: TimelineEntry): void {
    const { cells, counts } = entry.runs;
    if (cells.length === 0) return;
    this.#entries.push(entry);
    const jobs = entry.jobs.length;
    cells.forEach((cell, index) => {
      this.runsIn[cell] = (this.runsIn[cell] ?? 0) + (counts[index] ?? 0) * jobs;
      this.jobsIn[cell] = (this.jobsIn[cell] ?? 0) + jobs;
    });
    this.#rows.clear();
  }

  /** Adds what came of the runs of a job, and those that nobody had planned. */
  addPast(job: TimelineJob, runs: readonly RunOutcome[]): void {
    for (const run of runs) {
      const cell = cellOf(run.atMs, this.span);
      pushTo(this.#past, pastKey(job, cell), run);
      if (isMissed(run)) this.missedIn[cell] = (this.missedIn[cell] ?? 0) + 1;
      if (isWatched(run)) this.watchedIn[cell] = (this.watchedIn[cell] ?? 0) + 1;
    }
    const times = runs.filter(({ verdict }) => verdict === undefined).map(({ atMs }) => atMs);
    this.add({ text: '', times, runs: hourlyRuns(times, this.span), jobs: [job], isUnplanned: true });
    this.#rows.clear();
  }

  /** Past cells with runs at which nobody looked. */
  unwatchedCells(nowMs: number): number[] {
    if (!this.isPastKnown) return [];
    const end = Math.min(cellOf(nowMs, this.span), this.jobsIn.length);
    const past = Array.from({ length: Math.max(0, end) }, (_, cell) => cell);
    return past.filter(cell => (this.jobsIn[cell] ?? 0) > 0 && this.watchedIn[cell] === 0);
  }

  /** For the devices known so far. */
  #clashFinder(): ClashFinder {
    const { count } = this.#devices;
    if (this.#finder?.deviceCount !== count) this.#finder = new ClashFinder(count);
    return this.#finder;
  }

  /** Marks the hours in which two jobs target the same device. Call this after all runs were added. */
  async findClashes(slices: Slices): Promise<void> {
    const finder = this.#clashFinder();
    for (let cell = 0; cell < this.jobsIn.length; cell++) {
      if ((this.jobsIn[cell] ?? 0) > 1 && finder.hasClash(this.#jobsOf(cell))) this.clashIn[cell] = 1;
      if (slices.isOver) await slices.rest();
    }
  }

  /** The agenda lines of these cells, starting at line `offset`. */
  rows({ from, to }: CellRange, offset: number, limit: number): AgendaRow[] {
    const found: AgendaRow[] = [];
    let before = 0;
    for (let cell = from; cell < to && found.length < limit; cell++) {
      const count = this.jobsIn[cell] ?? 0;
      if (before + count > offset) {
        const start = Math.max(0, offset - before);
        found.push(...this.#rowsOf(cell).slice(start, start + limit - found.length));
      }
      before += count;
    }
    return found;
  }

  *#jobsOf(cell: number): Iterable<TimelineJob> {
    for (const { runs, jobs } of this.#entries) {
      if (placeOfCell(runs, cell) >= 0) yield* jobs;
    }
  }

  #rowsOf(cell: number): readonly AgendaRow[] {
    const known = this.#rows.get(cell);
    if (known !== undefined) return known;
    const plain = this.#entries.flatMap(({ runs, jobs, ...entry }) => {
      const place = placeOfCell(runs, cell);
      if (place < 0) return [];
      const firstMs = runs.firstMs[place] ?? 0;
      const count = runs.counts[place] ?? 0;
      return jobs.map(job => ({ job, entry, devices: job.devices, firstMs, count }));
    });
    plain.sort((a, b) => a.firstMs - b.firstMs || (a.job.name < b.job.name ? -1 : 1));
    const clashes = this.#clashFinder().clashes(plain);
    const rows = plain.map(({ devices: _, ...row }, index): AgendaRow => {
      const clash = clashes[index];
      const others = clash?.others.map(other => other.job) ?? [];
      const past = (this.#past.get(pastKey(row.job, cell)) ?? []).filter(
        ({ verdict }) => (verdict === undefined) === (row.entry.isUnplanned === true),
      );
      return { ...row, cell, sharedDevices: clash?.sharedDevices ?? 0, others, past };
    });
    return remember(this.#rows, rememberedCells, cell, rows);
  }
}

function pastKey({ id }: TimelineJob, cell: number): string {
  return `${id} ${cell}`;
}

interface Targeting {
  readonly devices: DeviceLists;
}

/** The jobs of the same hour that target some of a job's devices, and how many devices they share. */
interface Clash<T> {
  readonly sharedDevices: number;
  /** Some of these jobs, without duplicates. */
  readonly others: readonly T[];
}

const othersAtMost = 3;

/** Finds devices that several jobs target. Reuses its buffers between searches. */
class ClashFinder {
  readonly deviceCount: number;
  readonly #seenIn: Int32Array;
  readonly #firstJob: Int32Array;
  readonly #secondJob: Int32Array;
  #search = 0;

  constructor(deviceCount: number) {
    this.deviceCount = deviceCount;
    this.#seenIn = new Int32Array(deviceCount);
    this.#firstJob = new Int32Array(deviceCount);
    this.#secondJob = new Int32Array(deviceCount);
  }

  /** Whether two of the jobs share a device. Stops at the first shared one; visits no device more than twice. */
  hasClash(jobs: Iterable<Targeting>): boolean {
    this.#search += 1;
    let number = 0;
    for (const { devices } of jobs) {
      number += 1;
      for (const list of devices) {
        for (const device of list) {
          if (this.#seenIn[device] !== this.#search) {
            this.#seenIn[device] = this.#search;
            this.#firstJob[device] = number;
          } else if (this.#firstJob[device] !== number) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The devices that each job shares with others; `undefined` for none. */
  clashes<T extends Targeting>(jobs: readonly T[]): (Clash<T> | undefined)[] {
    this.#search += 1;
    jobs.forEach((job, index) => {
      this.#note(job, index);
    });
    return jobs.map((job, index) => this.#clashOf(jobs, job, index));
  }

  #note({ devices }: Targeting, index: number): void {
    for (const list of devices) {
      for (const device of list) {
        if (this.#seenIn[device] !== this.#search) {
          this.#seenIn[device] = this.#search;
          this.#firstJob[device] = index;
          this.#secondJob[device] = -1;
        } else if (this.#firstJob[device] !== index && this.#secondJob[device] === -1) {
          this.#secondJob[device] = index;
        }
      }
    }
  }

  #clashOf<T extends Targeting>(jobs: readonly T[], job: T, index: number): Clash<T> | undefined {
    const shared = new Set<number>();
    const others = new Set<T>();
    for (const list of job.devices) {
      for (const device of list) {
        const second = this.#secondJob[device] ?? -1;
        if (second === -1) continue;
        shared.add(device);
        const first = this.#firstJob[device] ?? -1;
        const other = jobs[first === index ? second : first];
        if (other !== undefined && others.size < othersAtMost) others.add(other);
      }
    }
    return shared.size === 0 ? undefined : { sharedDevices: shared.size, others: [...others] };
  }
}
