import { jsonEqual } from '../../../base/json.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import type { HistorySink } from './historyLines.ts';
import { type FactsPeriod, isOfAnotherJob, type JobFacts } from './jobFacts.ts';
import { addLook, type Look, type OpenSpan, type Span } from './look.ts';
import type { SpanCollector } from './spanTable.ts';
import type { JobPast } from './verdicts.ts';

/** What was seen of one job and is in no table. */
export class JobHistory {
  readonly #jobId: number;
  readonly #nextVersion: () => number;
  /** What this writer saw. */
  readonly #spans: Span[] = [];
  #open: OpenSpan | undefined;
  /** The cut after which `#open` began. */
  #cuts = 0;
  /** How many of the spans are stored, without the last one if it has grown since. */
  #stored = 0;
  /** What other writers saw since the tables were read. */
  readonly #others: Span[] = [];
  readonly #facts: FactsPeriod[] = [];
  /** Those that this writer read and has not stored, by the time at which they were read. */
  readonly #unstored = new Set<number>();
  readonly #stopsMs: number[] = [];
  #version = 0;

  constructor(jobId: number, nextVersion: () => number) {
    this.#jobId = jobId;
    this.#nextVersion = nextVersion;
  }

  /** Changes whenever more is known than before. */
  get version(): number {
    return this.#version;
  }

  /** How many spans this writer saw that no table contains. */
  get spanCount(): number {
    return this.#spans.length;
  }

  get hasUnstoredFacts(): boolean {
    return this.#unstored.size > 0;
  }

  /** The last look of this writer. */
  get lastLook(): Look | undefined {
    return this.#open?.last;
  }

  /** Adds a look of this writer after so many cuts. */
  look(look: Look, cuts: number, isExecuting: boolean): void {
    const open = this.#open;
    const next =
      open === undefined || cuts === this.#cuts
        ? addLook(open, look, { isCut: open !== undefined && dayOf(open.last) !== dayOf(look), isExecuting })
        : { ...addLook(undefined, look), number: open.number + 1 };
    this.#cuts = cuts;
    // The span has grown, so it is to be stored again.
    if (next.number === open?.number) this.#stored = Math.min(this.#stored, next.number);
    this.#spans[next.number] = next.span;
    this.#open = next;
    this.#changed();
  }

  /** Adds what another writer saw; true if it is another status than before. */
  addOther(span: Span): boolean {
    this.#changed();
    const others = this.#others;
    const before = others.findLastIndex(({ writer }) => writer === span.writer);
    const last = others[before];
    if (last?.word === span.word && last.firstMs === span.firstMs) {
      others[before] = span;
      return false;
    }
    others.push(span);
    return last?.word !== span.word;
  }

  get otherCount(): number {
    return this.#others.length;
  }

  packOthers(collector: SpanCollector): void {
    for (const span of this.#others.splice(0)) collector.add(this.#jobId, span);
  }

  /** Adds what this writer read; false if it is as before. */
  read(facts: JobFacts, atMs: number): boolean {
    const last = this.#facts.at(-1);
    if (last !== undefined && jsonEqual(last.facts, facts)) {
      this.#facts[this.#facts.length - 1] = { ...last, confirmedMs: Math.max(last.confirmedMs, atMs) };
      return false;
    }
    this.#facts.push({ facts, readMs: atMs, confirmedMs: atMs });
    this.#unstored.add(atMs);
    this.#changed();
    return true;
  }

  /** Adds what any writer stored; `wasMs` is when it last read the job as it was before. */
  addFacts(period: FactsPeriod, wasMs: number | undefined): void {
    const facts = this.#facts;
    if (facts.some(known => known.readMs === period.readMs && jsonEqual(known.facts, period.facts))) return;
    this.#changed();
    facts.push(period);
    facts.sort((a, b) => a.readMs - b.readMs);
    if (wasMs === undefined) return;
    const before = facts.findLastIndex(({ readMs }) => readMs <= wasMs);
    const known = facts[before];
    if (known !== undefined) facts[before] = { ...known, confirmedMs: Math.max(known.confirmedMs, wasMs) };
  }

  stopped(atMs: number): void {
    this.#stopsMs.push(atMs);
    this.#changed();
  }

  /** What `judge` needs, with what the tables contain. `listsMs`: when the whole list was read, oldest first. */
  past(packed: readonly Span[], listsMs: readonly number[], sinceMs: number): JobPast {
    const { periods, beganMs } = joinFacts(this.#facts, listsMs);
    const spans = [...packed, ...this.#spans, ...this.#others];
    const own = beganMs === undefined ? spans : spans.flatMap(span => since(span, beganMs));
    return { spans: withoutOld(own, sinceMs), facts: periods, stopsMs: this.#stopsMs };
  }

  /** The job's schedules, as far as somebody looked. */
  facts(listsMs: readonly number[]): readonly FactsPeriod[] {
    return this.#facts.length > 1 ? joinFacts(this.#facts, listsMs).periods : this.#facts;
  }

  /** Puts what is not stored yet; of facts it is known only after loading what is new. */
  put(sink: HistorySink, isLoaded: boolean): void {
    for (const span of this.#spans.slice(this.#stored)) sink.span(this.#jobId, span);
    if (!isLoaded) return;
    for (const [index, period] of this.#facts.entries()) {
      const before = this.#facts[index - 1];
      // Another writer may have stored the same long ago.
      const isNews = this.#unstored.has(period.readMs) && !jsonEqual(before?.facts, period.facts);
      if (isNews) sink.facts(this.#jobId, period, before?.confirmedMs);
    }
  }

  /** What was last put is stored. */
  markStored(isLoaded: boolean): void {
    this.#stored = this.#spans.length;
    if (isLoaded) this.#unstored.clear();
  }

  /** All stored spans but the newest one, which may grow; those that ended before `fromMs` are forgotten. */
  pack(collector: SpanCollector, fromMs = Number.NEGATIVE_INFINITY): void {
    const count = Math.min(this.#stored, this.#spans.length - 1);
    const open = this.#open;
    if (count <= 0 || open === undefined) return;
    for (const span of this.#spans.splice(0, count))
      if (span.lastMs >= fromMs) collector.add(this.#jobId, span);
    this.#stored -= count;
    this.#open = { ...open, number: open.number - count };
  }

  /** Forgets facts and stops that are not needed to judge what was after this time. */
  forgetBefore(fromMs: number): void {
    const last = this.#facts.findLastIndex(({ readMs }) => readMs <= fromMs);
    if (!this.hasUnstoredFacts) this.#facts.splice(0, last);
    this.#stopsMs.splice(0, this.#stopsMs.filter(ms => ms < fromMs).length);
  }

  #changed(): void {
    this.#version = this.#nextVersion();
  }
}

/** Periods with equal facts are one, and a list that was read later confirms the newest one before. */
function joinFacts(
  read: readonly FactsPeriod[],
  listsMs: readonly number[],
): { readonly periods: FactsPeriod[]; readonly beganMs?: number } {
  let periods: FactsPeriod[] = [];
  let beganMs: number | undefined;
  for (const [index, { facts, readMs, ...period }] of read.entries()) {
    const nextMs = read[index + 1]?.readMs ?? Number.POSITIVE_INFINITY;
    const listMs = listsMs.findLast(ms => ms < nextMs) ?? readMs;
    const confirmedMs = Math.max(period.confirmedMs, listMs);
    const last = periods.at(-1);
    if (last !== undefined && jsonEqual(last.facts, facts)) {
      periods[periods.length - 1] = { ...last, confirmedMs: Math.max(last.confirmedMs, confirmedMs) };
      continue;
    }
    if (last !== undefined && isOfAnotherJob(last.facts, facts)) {
      periods = [];
      beganMs = readMs;
    }
    periods.push({ facts, readMs, confirmedMs });
  }
  return beganMs === undefined ? { periods } : { periods, beganMs };
}

/** Of the spans that end before a time only the newest one, which shows what was before it. */
function withoutOld(spans: readonly Span[], sinceMs: number): readonly Span[] {
  const old = spans.filter(({ lastMs }) => lastMs < sinceMs);
  if (old.length < 2) return spans;
  const newest = old.reduce((one, other) => (other.lastMs > one.lastMs ? other : one));
  return spans.filter(span => span === newest || span.lastMs >= sinceMs);
}

function dayOf({ latestMs }: Look): number {
  return Math.floor(latestMs / dayMs);
}

/** The part of a span after another job got the ID; a look is certain one pause later. */
function since(span: Span, beganMs: number): Span[] {
  if (span.firstMs >= beganMs) return [span];
  if (span.lastMs < beganMs) return [];
  return [{ ...span, firstMs: Math.min(span.lastMs, beganMs + span.largestGapMs) }];
}
