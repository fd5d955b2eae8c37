import { firstIndex, getOrAdd, pushTo } from '../../../base/collections.ts';
import { ownWriter, type Span } from './look.ts';

/** The spans of a table begin in one period of this length, and all its times fit into 32 bits. */
const periodMs = 30 * 86_400_000;
const longestMs = 2 ** 32 - 1;
/** Packed in less than a slice. */
const mostSpans = 15_000;
const firstSpans = 60;
const mostSlackMs = 2 ** 16 - 1;

const fields = 7;

/** Many spans in little memory, sorted by job: 18 bytes each. */
export class SpanTable {
  readonly #jobs: Float64Array;
  /** Where the spans of each job begin, and the end of the last one. */
  readonly #starts: Uint32Array;
  readonly #baseMs: number;
  readonly #words: readonly string[];
  readonly #writers: readonly string[];
  readonly #word: Uint16Array;
  readonly #writer: Uint16Array;
  readonly #slack: Uint16Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #gap: Uint32Array;

  constructor(given: SpanRows) {
    const { baseMs, words, writers, values } = given;
    const length = given.length / fields;
    this.#baseMs = baseMs;
    this.#words = [...words.keys()];
    this.#writers = [...writers.keys()];
    this.#word = new Uint16Array(length);
    this.#writer = new Uint16Array(length);
    this.#slack = new Uint16Array(length);
    this.#first = new Uint32Array(length);
    this.#last = new Uint32Array(length);
    this.#gap = new Uint32Array(length);
    const byJob = rowsByJob(given);
    this.#jobs = Float64Array.from(byJob, ([id]) => id);
    this.#starts = new Uint32Array(byJob.length + 1);
    let place = 0;
    for (const [index, [, rows]] of byJob.entries()) {
      for (const row of rows) {
        this.#word[place] = values[row + 1] ?? 0;
        this.#first[place] = (values[row + 2] ?? 0) - baseMs;
        this.#last[place] = (values[row + 3] ?? 0) - baseMs;
        this.#gap[place] = Math.min(longestMs, Math.ceil(values[row + 4] ?? 0));
        this.#slack[place] = Math.min(mostSlackMs, Math.ceil(values[row + 5] ?? 0));
        this.#writer[place] = values[row + 6] ?? 0;
        place += 1;
      }
      this.#starts[index + 1] = place;
    }
  }

  get length(): number {
    return this.#first.length;
  }

  get jobIds(): Iterable<number> {
    return this.#jobs;
  }

  /** Those of a job that end at this time or later, and of the others the newest one. */
  spans(jobId: number, sinceMs = Number.NEGATIVE_INFINITY): Span[] {
    const index = firstIndex(this.#jobs.length, place => (this.#jobs[place] ?? 0) >= jobId);
    if (this.#jobs[index] !== jobId) return [];
    const [from, to] = [this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0];
    const spans: Span[] = [];
    let newest: number | undefined;
    for (let place = from; place < to; place++) {
      const last = this.#last[place] ?? 0;
      if (this.#baseMs + last >= sinceMs) spans.push(this.#at(place));
      else if (newest === undefined || last > (this.#last[newest] ?? 0)) newest = place;
    }
    if (newest !== undefined) spans.push(this.#at(newest));
    return spans;
  }

  #at(place: number): Span {
    return {
      word: this.#words[this.#word[place] ?? 0] ?? '',
      firstMs: this.#baseMs + (this.#first[place] ?? 0),
      lastMs: this.#baseMs + (this.#last[place] ?? 0),
      largestGapMs: this.#gap[place] ?? 0,
      slackMs: this.#slack[place] ?? 0,
      writer: this.#writers[this.#writer[place] ?? 0] ?? ownWriter,
    };
  }
}

/** Spans in the order in which they are read: job, word, begin, end, pause, slack and writer of each. */
interface SpanRows {
  readonly baseMs: number;
  readonly words: Map<string, number>;
  readonly writers: Map<string, number>;
  /** Longer than `length`, at most twice. */
  values: Float64Array;
  /** The row of each job's newest span. */
  readonly newest: Map<number, number>;
  length: number;
}

/** Collects spans into tables. A longer version of a job's newest span replaces it. */
export class SpanCollector {
  readonly #tables: SpanTable[] = [];
  /** By period, so that all times of a table are close together. */
  readonly #rows = new Map<number, SpanRows>();

  add(jobId: number, { word, firstMs, lastMs, largestGapMs, slackMs, writer }: Span): void {
    const baseMs = Math.floor(Math.min(firstMs, lastMs) / periodMs) * periodMs;
    const rows = getOrAdd(this.#rows, baseMs, () => emptyRows(baseMs));
    const { values, words, writers, newest } = rows;
    const number = getOrAdd(words, word, () => words.size);
    const by = getOrAdd(writers, writer, () => writers.size);
    const row = newest.get(jobId);
    const isSame = row !== undefined && values[row + 1] === number && values[row + 2] === firstMs;
    if (isSame && values[row + 6] === by) {
      values[row + 3] = Math.max(values[row + 3] ?? 0, lastMs);
      values[row + 4] = Math.max(values[row + 4] ?? 0, largestGapMs);
      values[row + 5] = Math.max(values[row + 5] ?? 0, slackMs);
      return;
    }
    newest.set(jobId, rows.length);
    values.set([jobId, number, firstMs, lastMs, largestGapMs, slackMs, by], rows.length);
    rows.length += fields;
    if (rows.length === mostSpans * fields) this.#pack(rows);
    else if (rows.length === values.length) rows.values = enlarged(values);
  }

  /** Another file follows: its spans are not versions of these. */
  nextFile(): void {
    for (const { newest } of this.#rows.values()) newest.clear();
  }

  end(): readonly SpanTable[] {
    for (const rows of [...this.#rows.values()]) this.#pack(rows);
    return this.#tables;
  }

  /** Takes a few milliseconds. */
  #pack(rows: SpanRows): void {
    this.#rows.delete(rows.baseMs);
    this.#tables.push(new SpanTable(rows));
  }
}

function emptyRows(baseMs: number): SpanRows {
  const values = new Float64Array(firstSpans * fields);
  return { baseMs, words: new Map(), writers: new Map(), values, newest: new Map(), length: 0 };
}

function enlarged(values: Float64Array): Float64Array {
  const larger = new Float64Array(Math.min(2 * values.length, mostSpans * fields));
  larger.set(values);
  return larger;
}

/** The rows of each job, by ascending job. */
function rowsByJob({ values, length }: SpanRows): [number, readonly number[]][] {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < length; row += fields) pushTo(rows, values[row] ?? 0, row);
  return [...rows].sort(([a], [b]) => a - b);
}
