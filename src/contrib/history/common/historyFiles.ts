import { randomBytes } from 'node:crypto';
import {
  constants,
  type FileHandle,
  lstat,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock, ScheduledCall } from '../../../base/clock.ts';
import { hasCode, isMissing, unlessMissing } from '../../../base/fileErrors.ts';
import { makePrivateFolder, privateFileMode } from '../../../base/privateFiles.ts';
import { responseSlices, type Slices } from '../../../base/slices.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import type { History, HistoryStorage } from './history.ts';
import { type HistorySink, headLine, joinedWriter, LineDecoder, LineEncoder } from './historyLines.ts';
import type { FactsPeriod } from './jobFacts.ts';
import type { Span } from './look.ts';
import { runsOf, type SeenRun } from './seenRuns.ts';
import { SpanCollector, type SpanTable } from './spanTable.ts';

export interface HistoryLimits {
  readonly days: number;
  readonly bytes: number;
}

export interface HistoryFilesOptions {
  /** Of one server; windows and command lines share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly limits: () => HistoryLimits;
  /** Called once until what was seen can be stored again; it stays in memory. */
  readonly onFailure: (error: unknown) => void;
  /** Called once if there are files of a newer version, which are left alone. */
  readonly onNewer: () => void;
}

const flushMs = 5_000;
const retryMs = 60_000;
const mostAppended = 64 * 1024;
/** More of a file is not read. */
const mostRead = 64 * 1024 * 1024;
const longestLine = 1024 * 1024;
const chunkBytes = 64 * 1024;
/** Days whose files nobody appends to anymore. */
const foldedAfterDays = 2;
const tidyAfterMs = 60_000;
const staleLockMs = 3_600_000;
const keptRuns = 50;
/** After how many times as many further days as are stored a job that nobody has seen must have been deleted. */
const goneAfter = 3;
/** In place of a day, of the file with what stays of days that were deleted. */
const keptDay = 'kept';
/** Clocks may be wrong, but not by more than this. */
const farMs = 400 * dayMs;
/** Has other content after each time that the history is cleared, so that other windows notice it. */
const clearedName = 'cleared';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const foldedPattern = /^(\d{4}-\d\d-\d\d)\.jsonl$/;

/** What is stored of one day: one file of each writer in a folder, or all of them joined, or for a moment both. */
interface StoredDay {
  readonly day: string;
  readonly paths: readonly string[];
  readonly bytes: number;
}

/** How far a file was read; what was defined up to there is known to its decoder. */
interface FileReading {
  atBytes: number;
  readonly decoder: LineDecoder;
}

/**
 * The files of a history: JSON lines, one file for each writer and day, so that nobody ever writes into a file of
 * another one. Older days are joined into one file, and the oldest ones deleted except for the last runs of each job.
 */
export class HistoryFiles implements HistoryStorage {
  readonly #history: History;
  readonly #options: HistoryFilesOptions;
  readonly #writer = `${process.pid}-${randomBytes(6).toString('hex')}`;
  #call: ScheduledCall | undefined;
  #tidyCall: ScheduledCall | undefined;
  #flushing: Promise<void> = Promise.resolve();
  /** Of files to which other writers may still append. */
  readonly #readings = new Map<string, FileReading>();
  #clearing = '';
  /** The oldest day that is not read completely. */
  #followedFrom = '';
  /** The first number that no definition in this writer's files has. */
  #nextNumber = 0;
  #hasFailed = false;
  #hasNewer = false;
  /** The last append may have ended within a line. */
  #isTorn = false;
  #isClosed = false;

  constructor(history: History, options: HistoryFilesOptions) {
    this.#history = history;
    this.#options = options;
    history.attach(this);
  }

  /** Whether the last attempt to read or store failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  changed(): void {
    if (this.#isClosed) return;
    this.#call ??= this.#options.clock.schedule(this.#hasFailed ? retryMs : flushMs, () => void this.flush());
  }

  /** Stores what was seen; flushes follow each other. */
  flush(): Promise<void> {
    this.#call?.dispose();
    this.#call = undefined;
    this.#flushing = this.#flushing.then(() => this.#history.flush());
    return this.#flushing;
  }

  /** Stores the rest. */
  async close(): Promise<void> {
    // A read that ends later schedules nothing.
    this.#isClosed = true;
    this.#tidyCall?.dispose();
    await this.flush();
    this.#call?.dispose();
  }

  async load(sink: Omit<HistorySink, 'span'>): Promise<readonly SpanTable[]> {
    const slices = responseSlices();
    const collector = new SpanCollector();
    const open = this.#openDay();
    try {
      this.#clearing = await this.#lastClearing();
      this.#followedFrom = open;
      let bytes = 0;
      // Of days that expire meanwhile, the rest is in the last file.
      for (const { day, bytes: size } of [...(await this.#days()), { day: keptDay, bytes: 0 }]) {
        // The newest day is read in any case.
        if (bytes > 0 && bytes > this.#options.limits().bytes) break;
        bytes += size;
        await this.#readDay(day, async path => {
          const reading = this.#newReading(path);
          if (day >= open && day !== keptDay) this.#readings.set(path, reading);
          await this.#readInto(path, collecting(collector, sink), slices, reading);
        });
      }
    } catch (error) {
      this.#failed(error);
    }
    this.#tidyIn(tidyAfterMs);
    return collector.end();
  }

  async follow(sink: HistorySink): Promise<void> {
    const slices = responseSlices();
    const open = this.#openDay();
    const from = open < this.#followedFrom ? open : this.#followedFrom;
    const others: HistorySink = {
      ...sink,
      span: (jobId, span) => {
        if (span.writer !== this.#writer) sink.span(jobId, span);
      },
    };
    try {
      for (const { day } of await this.#days()) {
        if (day >= from) await this.#readDay(day, path => this.#followFile(path, others, slices));
      }
      this.#followedFrom = open;
      for (const path of this.#readings.keys()) if ((dayIn(path) ?? '') < open) this.#readings.delete(path);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #followFile(path: string, sink: HistorySink, slices: Slices): Promise<void> {
    const bytes = await sizeOf([path]);
    const known = this.#readings.get(path);
    if (known?.atBytes === bytes || bytes > mostRead) return;
    // A shorter one is another file, and a joined one is written whole.
    const isSame = known !== undefined && bytes > known.atBytes && !isFolded(path);
    const reading = isSame ? known : this.#newReading(path);
    this.#readings.set(path, reading);
    await this.#readInto(path, sink, slices, reading);
  }

  /** Reads the files of a day. What is in one that is gone is in the joined one. */
  async #readDay(day: string, read: (path: string) => Promise<void>): Promise<void> {
    const done = new Set<string>();
    for (let isWhole = false; !isWhole; ) {
      isWhole = true;
      for (const path of await this.#pathsOf(day)) {
        if (done.has(path) || this.#isOwn(path)) continue;
        done.add(path);
        try {
          await read(path);
        } catch (error) {
          if (!isMissing(error)) {
            this.#failed(error);
            continue;
          }
          isWhole = false;
          done.delete(this.#joinedPath(day));
        }
      }
    }
  }

  async append(write: (sink: HistorySink) => void): Promise<boolean> {
    const lines: string[] = [];
    const encoder = new LineEncoder(line => void lines.push(line), this.#nextNumber);
    write(encoder);
    // Also of an append that fails, because a part of it may be stored.
    this.#nextNumber = encoder.end;
    if (lines.length === 0) return true;
    try {
      await this.#appendLines(lines);
      this.#hasFailed = false;
      return true;
    } catch (error) {
      this.#isTorn = true;
      this.#failed(error);
      this.changed();
      return false;
    }
  }

  async clear(): Promise<void> {
    await this.#flushing;
    const { folder } = this.#options;
    await rm(folder, { recursive: true, force: true });
    await makePrivateFolder(folder);
    this.#clearing = randomBytes(6).toString('hex');
    await writeFile(join(folder, clearedName), this.#clearing, { mode: privateFileMode });
  }

  async wasCleared(): Promise<boolean> {
    const last = await this.#lastClearing();
    if (last === '' || last === this.#clearing) return false;
    this.#clearing = last;
    this.#readings.clear();
    return true;
  }

  /** Joins the files of past days, and deletes the oldest days. Only one process does this at a time. */
  async tidy(): Promise<void> {
    const lock = join(this.#options.folder, 'tidy.lock');
    if (!(await takeLock(lock).catch(() => false))) return;
    try {
      const { days: mostDays, bytes: mostBytes } = this.#options.limits();
      const nowMs = this.#options.clock.now();
      const foldedBefore = dayName(nowMs - foldedAfterDays * dayMs);
      const keptSince = dayName(nowMs - mostDays * dayMs);
      const expired: StoredDay[] = [];
      let bytes = 0;
      for (const [newerDays, stored] of (await this.#days()).entries()) {
        bytes += stored.bytes;
        // Writers still append to the files of the newest days.
        if (stored.day >= foldedBefore) continue;
        // A clock that is wrong by a year makes all days old, but there are not many newer ones.
        const isOld = stored.day < keptSince && newerDays >= mostDays;
        // Something that was just written has an old day if the clock was wrong.
        const isNew = stored.paths.some(path => this.#isOwn(path));
        if ((isOld || bytes > mostBytes) && !isNew) expired.push(stored);
        else if (!stored.paths.every(isFolded) && stored.bytes <= mostRead) await this.#fold(stored);
      }
      if (expired.length > 0) await this.#expire(expired);
      await this.#removeUnfinished();
    } catch (error) {
      // Another process has cleared the history.
      if (!isMissing(error)) this.#failed(error);
    } finally {
      await unlink(lock).catch(() => undefined);
    }
  }

  /** Empty if the history was never cleared, or if that cannot be read. */
  async #lastClearing(): Promise<string> {
    const [path] = await existing(join(this.#options.folder, clearedName));
    return path === undefined ? '' : readFile(path, 'utf8').catch(() => '');
  }

  #tidyIn(delayMs: number): void {
    if (this.#isClosed) return;
    this.#tidyCall = this.#options.clock.schedule(delayMs, () => {
      this.#tidyIn(dayMs);
      void this.tidy();
    });
  }

  /** Writers still append to the files of this day and later ones. */
  #openDay(): string {
    return dayName(this.#options.clock.now() - dayMs);
  }

  #isOwn(path: string): boolean {
    return basename(path).startsWith(this.#writer);
  }

  async #fold({ day, paths }: StoredDay): Promise<void> {
    const rest = new RestOfFiles();
    const collector = await this.#readAll(paths, rest);
    if (collector === undefined) return;
    const path = this.#joinedPath(day);
    await this.#replace(path, collector.end(), rest, (_, spans) => spans);
    await this.#remove(
      paths.filter(other => other !== path),
      day,
    );
  }

  /**
   * Of days that are deleted, the spans of each job's last runs stay, one of each status, and what was last read of it.
   * Nothing stays of a job that nobody has seen for so many days more that it must have been deleted.
   */
  async #expire(days: readonly StoredDay[]): Promise<void> {
    const kept = this.#joinedPath(keptDay);
    const rest = new RestOfFiles();
    const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    const paths = sorted.flatMap(stored => stored.paths);
    const collector = await this.#readAll([...(await existing(kept)), ...paths], rest);
    if (collector === undefined) return;
    const tables = collector.end();
    // The clock may be wrong now, but days are deleted because of how many newer ones there are.
    const newestMs = Date.parse(sorted.at(-1)?.day ?? '');
    const sinceMs = newestMs - goneAfter * this.#options.limits().days * dayMs;
    const isGone = (jobId: number) =>
      [...spansIn(tables, jobId, sinceMs), ...this.#history.past(jobId, sinceMs).spans].every(
        ({ lastMs }) => lastMs < sinceMs,
      );
    rest.keepNewestFacts(({ jobId, period }) => period.readMs >= sinceMs || !isGone(jobId));
    await this.#replace(kept, tables, rest, (jobId, spans) =>
      isGone(jobId) ? [] : lastingSpans(spans, this.#lastRuns(jobId, spans)),
    );
    for (const { day, paths: old } of days) await this.#remove(old, day);
  }

  /** A program that runs for months has forgotten jobs that were deleted. */
  #lastRuns(jobId: number, spans: readonly Span[]): readonly SeenRun[] {
    const known = this.#history.runs(jobId);
    return (known.length > 0 ? known : runsOf(spans, this.#history.kindOf)).slice(-keptRuns);
  }

  /** `undefined` if one of the files is of a newer version. */
  async #readAll(paths: readonly string[], rest: RestOfFiles): Promise<SpanCollector | undefined> {
    const slices = responseSlices();
    const collector = new SpanCollector();
    for (const path of paths)
      if (!(await this.#readInto(path, collecting(collector, rest), slices))) return undefined;
    return collector;
  }

  /** Writes a file whole, or leaves the one that was there. */
  async #replace(
    path: string,
    tables: readonly SpanTable[],
    rest: RestOfFiles,
    lasting: LastingSpans,
  ): Promise<void> {
    const unfinished = `${path}.${this.#writer}`;
    try {
      const file = await open(unfinished, 'wx', privateFileMode);
      try {
        await writeJoined(file, tables, rest, lasting);
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      // It would take space that a full disk needs.
      await unlink(unfinished).catch(() => undefined);
      throw error;
    }
  }

  /** What a crash left behind while a file was replaced. */
  async #removeUnfinished(): Promise<void> {
    for (const name of await namesIn(this.#options.folder))
      if (/\.jsonl\.\d+-[0-9a-f]+$/.test(name)) await unlink(join(this.#options.folder, name));
  }

  async #remove(paths: readonly string[], day: string): Promise<void> {
    for (const path of paths) await unlink(path).catch(unlessMissing(error => this.#failed(error)));
    // A writer that is late, or a newer version, may have left something in the folder.
    await rmdir(join(this.#options.folder, day)).catch(() => undefined);
  }

  /** False if it contains lines of a newer version. */
  async #readInto(
    path: string,
    sink: HistorySink,
    slices: Slices,
    reading = this.#newReading(path),
  ): Promise<boolean> {
    const { decoder } = reading;
    for await (const { lines, endBytes } of linesOf(path, reading.atBytes)) {
      for (const line of lines) {
        decoder.add(line, sink);
        if (slices.isOver) await slices.rest();
      }
      reading.atBytes = endBytes;
      if (decoder.isNewer) {
        if (!this.#hasNewer) this.#options.onNewer();
        this.#hasNewer = true;
        return false;
      }
    }
    return true;
  }

  /** Newest first. */
  async #days(): Promise<readonly StoredDay[]> {
    const names = await namesIn(this.#options.folder);
    const days = new Set(
      names.flatMap(name => (dayPattern.test(name) ? name : (foldedPattern.exec(name)?.[1] ?? []))),
    );
    const found: StoredDay[] = [];
    for (const day of [...days].sort().reverse()) {
      const paths = await this.#pathsOf(day);
      found.push({ day, paths, bytes: await sizeOf(paths) });
    }
    return found;
  }

  /** The joined file last: files that are joined meanwhile are then in it. */
  async #pathsOf(day: string): Promise<readonly string[]> {
    const folder = join(this.#options.folder, day);
    const names = day === keptDay ? [] : (await namesIn(folder)).filter(name => name.endsWith('.jsonl'));
    return [...names.map(name => join(folder, name)), ...(await existing(this.#joinedPath(day)))];
  }

  #joinedPath(day: string): string {
    return join(this.#options.folder, `${day}.jsonl`);
  }

  #newReading(path: string): FileReading {
    const dayMs = Date.parse(dayIn(path) ?? '');
    // What was kept may be of any time.
    const bounds = Number.isNaN(dayMs) ? undefined : { fromMs: dayMs - farMs, toMs: dayMs + farMs };
    return { atBytes: 0, decoder: new LineDecoder(bounds) };
  }

  async #appendLines(lines: readonly string[]): Promise<void> {
    const folder = join(this.#options.folder, dayName(this.#options.clock.now()));
    await makePrivateFolder(folder);
    const file = await open(join(folder, `${this.#writer}.jsonl`), 'a', privateFileMode);
    try {
      const isEmpty = (await file.stat()).size === 0;
      const before = isEmpty ? [headLine(this.#writer)] : this.#isTorn ? [''] : [];
      for (const piece of pieces([...before, ...lines])) await file.appendFile(piece);
      this.#isTorn = false;
    } finally {
      await file.close();
    }
  }

  #failed(error: unknown): void {
    if (!this.#hasFailed) this.#options.onFailure(error);
    this.#hasFailed = true;
  }
}

/** Adds the spans of a file to those of others. */
function collecting(collector: SpanCollector, sink: Omit<HistorySink, 'span'>): HistorySink {
  collector.nextFile();
  return {
    span: (jobId, span) => collector.add(jobId, span),
    facts: (...values) => sink.facts(...values),
    stopped: (...values) => sink.stopped(...values),
    failed: (...values) => sink.failed(...values),
    listRead: (...values) => sink.listRead(...values),
  };
}

/** Which spans of a job are written. */
type LastingSpans = (jobId: number, spans: readonly Span[]) => readonly Span[];

interface StoredFacts {
  readonly jobId: number;
  readonly period: FactsPeriod;
  readonly wasMs: number | undefined;
}

/** What files contain besides spans. */
class RestOfFiles implements Omit<HistorySink, 'span'> {
  #facts: StoredFacts[] = [];
  readonly #puts: ((sink: HistorySink) => void)[] = [];

  facts(jobId: number, period: FactsPeriod, wasMs: number | undefined): void {
    this.#facts.push({ jobId, period, wasMs });
  }

  stopped(...values: Parameters<HistorySink['stopped']>): void {
    this.#puts.push(sink => sink.stopped(...values));
  }

  failed(...values: Parameters<HistorySink['failed']>): void {
    this.#puts.push(sink => sink.failed(...values));
  }

  listRead(atMs: number): void {
    this.#puts.push(sink => sink.listRead(atMs));
  }

  /** Of long ago, only the facts that are still true matter. */
  keepNewestFacts(isKept: (facts: StoredFacts) => boolean): void {
    const newest = new Map(
      this.#facts.toSorted((a, b) => a.period.readMs - b.period.readMs).map(entry => [entry.jobId, entry]),
    );
    this.#facts = [...newest.values()].filter(isKept);
    this.#puts.length = 0;
  }

  putInto(sink: HistorySink): void {
    for (const { jobId, period, wasMs } of this.#facts) sink.facts(jobId, period, wasMs);
    for (const put of this.#puts) put(sink);
  }
}

/** `appendFile` writes all or rejects; `write` may write a part and be content. */
async function writeJoined(
  file: FileHandle,
  tables: readonly SpanTable[],
  rest: RestOfFiles,
  lasting: LastingSpans,
): Promise<void> {
  const slices = responseSlices();
  let lines = [headLine(joinedWriter)];
  const encoder = new LineEncoder(line => void lines.push(line));
  rest.putInto(encoder);
  for (const jobId of new Set(tables.flatMap(table => [...table.jobIds]))) {
    for (const span of lasting(jobId, distinct(spansIn(tables, jobId)))) encoder.span(jobId, span);
    if (!slices.isOver) continue;
    await file.appendFile(`${lines.join('\n')}\n`);
    lines = [];
    await slices.rest();
  }
  await file.appendFile(`${lines.join('\n')}\n`);
}

function dayName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function isFolded(path: string): boolean {
  return /\d{4}-\d\d-\d\d\.jsonl$/.test(path);
}

function spansIn(tables: readonly SpanTable[], jobId: number, sinceMs?: number): readonly Span[] {
  return tables.flatMap(table => table.spans(jobId, sinceMs));
}

function distinct(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map(span => [JSON.stringify(span), span])).values()];
}

/** Those that show these runs, and the newest one of each status, which may be all that is known of earlier runs. */
function lastingSpans(spans: readonly Span[], runs: readonly SeenRun[]): readonly Span[] {
  const newest = new Map(spans.toSorted((a, b) => a.lastMs - b.lastMs).map(span => [span.word, span]));
  const periods = runs.map(({ start, firstSeenMs, end }) => ({
    fromMs: start.afterMs ?? firstSeenMs ?? start.byMs,
    toMs: end.byMs ?? end.afterMs,
  }));
  return spans.filter(
    span =>
      newest.get(span.word) === span ||
      periods.some(({ fromMs, toMs }) => span.lastMs >= fromMs && span.firstMs <= toMs),
  );
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** The day of a file, unless it is that of what was deleted. */
function dayIn(path: string): string | undefined {
  return /(\d{4}-\d\d-\d\d)(?:\.jsonl|[\\/][^\\/]+)$/.exec(path)?.[1];
}

async function existing(path: string): Promise<readonly string[]> {
  return (await isRegular(path).catch(() => false)) ? [path] : [];
}

/** Regular files only: reading a pipe would never end. */
async function isRegular(path: string): Promise<boolean> {
  return (await lstat(path)).isFile();
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
  return bytes;
}

/** False if another process has it; one that was left behind by a crash does not count. */
async function takeLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx', mode: privateFileMode });
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const { mtimeMs } = await lstat(path);
    if (Date.now() - mtimeMs > staleLockMs) await unlink(path);
    return false;
  }
}

/** Texts of whole lines, each short enough to be written in one go. */
function* pieces(lines: readonly string[]): Generator<string> {
  let text = '';
  for (const line of lines) {
    if (text.length + line.length > mostAppended && text !== '') {
      yield text;
      text = '';
    }
    text += `${line}\n`;
  }
  yield text;
}

/** Lines, and where the next one begins. */
interface LinePiece {
  readonly lines: readonly string[];
  readonly endBytes: number;
}

/** The complete lines of a file, of at most `mostRead` bytes; rejects if there is none. A line that is too long to be ours is left out. */
async function* linesOf(path: string, fromBytes: number): AsyncGenerator<LinePiece> {
  if (!(await isRegular(path))) return;
  const file = await open(path, constants.O_RDONLY);
  try {
    let rest: Buffer[] = [];
    for (let at = fromBytes, restBytes = 0; at < mostRead; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      if (end > 0) {
        const text = Buffer.concat([...rest, buffer.subarray(0, end)]).toString('utf8');
        yield { lines: text.split('\n'), endBytes: at - bytesRead + end };
        [rest, restBytes] = [[], 0];
      }
      rest.push(buffer.subarray(end, bytesRead));
      restBytes += bytesRead - end;
      if (restBytes > longestLine) [rest, restBytes] = [[], 0];
    }
  } finally {
    await file.close();
  }
}
