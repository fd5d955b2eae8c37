import * as z from 'zod/mini';
import { jsonOrUndefined } from '../util/json.ts';
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
 * it.
 */
const version = 1;
const time = z.number().check(z.nonnegative());
const jobId = z.int().check(z.minimum(0));

const HeadSchema = z.object({ v: z.int(), writer: z.string() });
const RestSchema = z.union([
  z.object({ w: z.string(), n: jobId }),
  z.object({ by: z.string(), n: jobId }),
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

export function headLine(writer: string): string {
  return JSON.stringify({ v: version, writer });
}

/** Writes what a sink receives as lines. */
export class LineEncoder implements HistorySink {
  readonly #put: (line: string) => void;
  readonly #words = new Map<string, number>();
  readonly #writers = new Map<string, number>();

  constructor(put: (line: string) => void) {
    this.#put = put;
  }

  span(id: number, { word, firstMs, lastMs, largestGapMs, slackMs, writer }: Span): void {
    const number = this.#numberOf(this.#words, word, n => ({ w: word, n }));
    const by =
      writer === ownWriter ? '' : `,${this.#numberOf(this.#writers, writer, n => ({ by: writer, n }))}`;
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

  #numberOf(numbers: Map<string, number>, text: string, line: (number: number) => object): number {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(text, number);
    this.#put(JSON.stringify(line(number)));
    return number;
  }
}

/** Reads lines. What is damaged is left out: a torn line, or one whose word is not known. */
export class LineDecoder {
  readonly #words = new Map<number, string>();
  readonly #writers = new Map<number, string>();
  /** `undefined` before the first line. */
  #head: z.infer<typeof HeadSchema> | undefined;

  /** Whether a newer version wrote the lines that follow; they are not read. */
  get isNewer(): boolean {
    return this.#head !== undefined && this.#head.v > version;
  }

  get writer(): string | undefined {
    return this.#head?.writer;
  }

  add(line: string, sink: HistorySink): void {
    if (line === '') return;
    const value = jsonOrUndefined(line);
    if (Array.isArray(value)) this.#addSpan(value, sink);
    else if (value !== undefined) this.#addOther(value, sink);
  }

  #addSpan(values: readonly unknown[], sink: HistorySink): void {
    const [id, number, firstMs, lengthMs, largestGapMs, slackMs, by] = values;
    if (this.#isUnread || !isCount(id) || !isCount(number) || !isCount(firstMs)) return;
    if (!isNumber(lengthMs) || !isCount(largestGapMs) || !isCount(slackMs)) return;
    const word = this.#words.get(number);
    const writer = isCount(by) ? this.#writers.get(by) : this.#head?.writer;
    if (word === undefined || writer === undefined) return;
    sink.span(id, { word, firstMs, lastMs: firstMs + lengthMs, largestGapMs, slackMs, writer });
  }

  #addOther(value: unknown, sink: HistorySink): void {
    const head = HeadSchema.safeParse(value);
    if (head.success) {
      this.#head = head.data;
      this.#words.clear();
      this.#writers.clear();
      return;
    }
    if (this.#isUnread) return;
    const rest = RestSchema.safeParse(value).data;
    if (rest === undefined) return;
    if ('w' in rest) this.#words.set(rest.n, rest.w);
    else if ('by' in rest) this.#writers.set(rest.n, rest.by);
    else if ('j' in rest)
      sink.facts(rest.j, { facts: rest.facts, readMs: rest.at, confirmedMs: rest.confirmed }, rest.was);
    else if ('stop' in rest) sink.stopped(rest.stop, rest.at);
    else if ('fail' in rest)
      sink.failed({ jobId: rest.fail ?? undefined, firstMs: rest.from, lastMs: rest.to });
    else sink.listRead(rest.list);
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
