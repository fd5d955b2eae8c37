import * as z from 'zod/mini';
import { jsonOrUndefined } from '../../../base/json.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import { type FactsPeriod, JobFactsSchema } from './jobFacts.ts';
import { ownWriter, type Span } from './look.ts';

/** Failed looks without a successful one in between; those of the server are of all jobs. */
export interface FailedLooks {
  readonly jobId: number | undefined;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Receives what files contain, in any order and possibly more than once. */
export interface HistorySink {
  span(jobId: number, span: Span): void;
  facts(jobId: number, period: FactsPeriod, lastReadMs: number | undefined): void;
  stopped(jobIds: readonly number[], atMs: number): void;
  failed(looks: FailedLooks): void;
  /** The whole list was read: jobs were as they were read before. */
  listRead(atMs: number): void;
}

/**
 * A file is JSON lines. Its first line is a `Head`; files that were joined have several. A list of numbers is a span:
 * job, word (a number that a line since the head defines), begin, length, longest pause, slack, and if it is not the one
 * in the head, its writer (likewise a number). A longer version of a span has the same job, word and begin, and replaces
 * it. Definitions hold for the append that contains them: it begins with the number `from`, which no append before it
 * used, so that nothing takes the place of a damaged definition. Older versions began with 0 each time.
 */
const version = 1;
const time = z.number().check(z.nonnegative());
const jobId = z.int().check(z.minimum(0));

const HeadSchema = z.object({ v: z.int(), writer: z.string() });
const RestSchema = z.union([
  z.object({ w: z.string(), n: jobId, from: z.exactOptional(jobId) }),
  z.object({ by: z.string(), n: jobId, from: z.exactOptional(jobId) }),
  z.object({
    j: jobId,
    at: time,
    confirmed: time,
    was: z.exactOptional(time),
    facts: JobFactsSchema,
  }),
  z.object({ stop: z.array(jobId), at: time }),
  z.object({ fail: z.nullable(jobId), from: time, to: time }),
  z.object({ list: time }),
]);

export const joinedWriter = 'joined';

export function headLine(writer: string): string {
  return JSON.stringify({ v: version, writer });
}

/** Writes what a sink receives as the lines of one append, whose definitions have numbers from `from` on. */
export class LineEncoder implements HistorySink {
  readonly #put: (line: string) => void;
  readonly #from: number;
  readonly #words = new Map<string, number>();
  readonly #writers = new Map<string, number>();

  constructor(put: (line: string) => void, from = 0) {
    this.#put = put;
    this.#from = from;
  }

  /** From where on the numbers of the next append must be. */
  get end(): number {
    return this.#from + Math.max(this.#words.size, this.#writers.size);
  }

  span(id: number, { word, firstMs, lastMs, largestGapMs, slackMs, writer }: Span): void {
    const number = this.#numberOf(this.#words, 'w', word);
    const by = writer === ownWriter ? '' : `,${this.#numberOf(this.#writers, 'by', writer)}`;
    this.#put(`[${id},${number},${firstMs},${lastMs - firstMs},${largestGapMs},${slackMs}${by}]`);
  }

  facts(
    j: number,
    { facts, readMs: at, confirmedMs: confirmed }: FactsPeriod,
    was: number | undefined,
  ): void {
    this.#put(JSON.stringify({ j, at, confirmed, ...(was === undefined ? {} : { was }), facts }));
  }

  stopped(stop: readonly number[], at: number): void {
    this.#put(JSON.stringify({ stop, at }));
  }

  failed({ jobId: id, firstMs, lastMs }: FailedLooks): void {
    this.#put(JSON.stringify({ fail: id ?? null, from: firstMs, to: lastMs }));
  }

  listRead(atMs: number): void {
    this.#put(JSON.stringify({ list: atMs }));
  }

  #numberOf(numbers: Map<string, number>, key: 'w' | 'by', text: string): number {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const n = this.#from + numbers.size;
    numbers.set(text, n);
    this.#put(JSON.stringify({ [key]: text, n, from: this.#from }));
    return n;
  }
}

/** Between which times everything in a file must be. */
interface TimeBounds {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Longer than any span. */
const longestMs = 30 * dayMs;

/**
 * Reads lines. What is damaged is left out: a torn line, one whose word is not known, or one with a time that is out of
 * bounds.
 */
export class LineDecoder {
  readonly #bounds: TimeBounds;
  /** `undefined` if two definitions contradict each other. */
  readonly #words = new Map<number, string | undefined>();
  readonly #writers = new Map<number, string | undefined>();
  /** Where the numbers of this append begin. */
  #from: number | undefined;
  /** `undefined` before the first line. */
  #head: z.infer<typeof HeadSchema> | undefined;

  constructor(bounds: TimeBounds = { fromMs: 0, toMs: 8.64e15 }) {
    this.#bounds = bounds;
  }

  /** Whether a newer version wrote the lines that follow; they are not read. */
  get isNewer(): boolean {
    return this.#head !== undefined && this.#head.v > version;
  }

  add(line: string, sink: HistorySink): void {
    if (line === '') return;
    const value = jsonOrUndefined(line);
    if (Array.isArray(value)) this.#addSpan(value, sink);
    else if (!this.#addOther(value, sink)) this.#damaged();
  }

  /** What cannot be read may have been a definition of an append whose numbers those before it used, too. */
  #damaged(): void {
    if (this.#from === undefined && this.#head?.writer !== joinedWriter) this.#forget();
  }

  #forget(): void {
    this.#words.clear();
    this.#writers.clear();
  }

  #addSpan(values: readonly unknown[], sink: HistorySink): void {
    const [id, number, firstMs, lengthMs, largestGapMs, slackMs, by] = values;
    if (this.#isUnread || !isCount(id) || !isCount(number) || !isNumber(firstMs)) return;
    if (!isNumber(lengthMs) || Math.abs(lengthMs) > longestMs || !this.#isTime(firstMs)) return;
    if (!isCount(largestGapMs) || !isCount(slackMs)) return;
    const word = this.#words.get(number);
    const writer = isCount(by) ? this.#writers.get(by) : this.#head?.writer;
    if (word === undefined || writer === undefined) return;
    sink.span(id, { word, firstMs, lastMs: firstMs + lengthMs, largestGapMs, slackMs, writer });
  }

  /** False if it is none of the lines that are known. */
  #addOther(value: unknown, sink: HistorySink): boolean {
    const head = HeadSchema.safeParse(value);
    if (head.success) {
      this.#head = head.data;
      this.#from = undefined;
      this.#forget();
      return true;
    }
    if (this.#isUnread) return true;
    const rest = RestSchema.safeParse(value).data;
    if (rest === undefined) return false;
    if ('w' in rest) this.#define(this.#words, rest.w, rest);
    else if ('by' in rest) this.#define(this.#writers, rest.by, rest);
    else if ('j' in rest) {
      const { j, facts, at: readMs, confirmed: confirmedMs, was } = rest;
      if (this.#isTime(readMs) && confirmedMs <= this.#bounds.toMs)
        sink.facts(j, { facts, readMs, confirmedMs }, was);
    } else if ('stop' in rest) {
      if (this.#isTime(rest.at)) sink.stopped(rest.stop, rest.at);
    } else if ('fail' in rest) {
      if (this.#isTime(rest.from) && this.#isTime(rest.to))
        sink.failed({ jobId: rest.fail ?? undefined, firstMs: rest.from, lastMs: rest.to });
    } else if (this.#isTime(rest.list)) sink.listRead(rest.list);
    return true;
  }

  #define(
    texts: Map<number, string | undefined>,
    text: string,
    { n, from }: { readonly n: number; readonly from?: number },
  ): void {
    if (from !== this.#from) this.#forget();
    this.#from = from;
    const isContradiction = from !== undefined && texts.has(n) && texts.get(n) !== text;
    texts.set(n, isContradiction ? undefined : text);
  }

  #isTime(ms: number): boolean {
    return ms >= this.#bounds.fromMs && ms <= this.#bounds.toMs;
  }

  get #isUnread(): boolean {
    return this.#head === undefined || this.#head.v !== version;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return isNumber(value) && value >= 0;
}
