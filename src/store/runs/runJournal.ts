import { randomBytes } from 'node:crypto';
import { chmod, constants, lstat, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Emitter } from '../../base/emitter.ts';
import { isMissing, unlessMissing } from '../../base/fileErrors.ts';
import { makePrivateFolder, privateFileMode, readRegularFile } from '../../base/privateFiles.ts';
import type { UnrecordedWrite } from '../objectAccess.ts';
import { mayRun, ownMark, type ProcessMark } from './liveProcess.ts';
import { JournalError, OpenRun, type RunFile } from './openRun.ts';
import { withProcessLock } from './processLock.ts';
import {
  claimsOf,
  findUndoneItems,
  ownersIn,
  type RunHeader,
  type RunPlan,
  type RunRecord,
  readRun,
  recordOf,
  undoClaim,
} from './runRecord.ts';
import { singleRun } from './singleWrite.ts';

/** A run whose process has exited or left it behind, and which this process reports. */
export interface InterruptedRun {
  readonly id: string;
  readonly record: RunRecord;
  /** Call this once the run was reported to the user. */
  readonly discard: () => Promise<void>;
}

/** Who works on a run that has not ended: this process, another window, the command line, or nobody any more. */
type Worker = 'this' | 'window' | 'commandLine' | 'nobody';

/** A run that has not ended. */
export interface OngoingRun {
  readonly record: RunRecord;
  readonly by: Worker;
}

export interface RunJournalParts {
  readonly folder: string;
  readonly onFailure: (error: unknown) => void;
  /** Where the command line records its runs, which are only read. */
  readonly commandLineFolder?: string;
  /** This process; tests use several. */
  readonly self?: ProcessMark;
  readonly mayRun?: (process: ProcessMark) => boolean;
}

/** Replaces the process ID of a window that closed properly. */
const nobody = 0;
/** Takes the place of the process ID once a run has ended. */
const ended = 'ended';
/** Of the records of ended runs; the oldest are deleted. */
const mostEnded = { files: 1_000, bytes: 64 * 1024 * 1024 };
/** Another window has the lock only while it writes the first line of a run. */
const longestBeginMs = 10_000;
/** A computer may have got another name, but no run takes this long. */
const longestRunMs = 86_400_000;

/** A create may be repeated while the server limits requests. */
const longestCreateMs = 120_000;

const namePattern = /^((\d+)-[0-9a-f]+)\.(\d+)\.jsonl$/;
const endedPattern = /^\d+-[0-9a-f]+\.ended\.jsonl$/;
const anyPattern = /^\d+-[0-9a-f]+\.(ended|\d+)\.jsonl$/;

interface RunFileName {
  readonly folder: string;
  readonly name: string;
}

interface RunName {
  readonly name: string;
  readonly id: string;
  readonly pid: number;
  readonly startedMs: number;
}

/**
 * Records runs, each item before it is sent: one file per run, named after the process that works on it, and renamed
 * when the run has ended. Files of processes that have exited are interrupted runs.
 */
export class RunJournal {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  /** All folders whose records are read; the first one is written to. */
  readonly #folders: readonly string[];
  readonly #self: ProcessMark;
  readonly #mayRun: (process: ProcessMark) => boolean;
  readonly #open = new Set<OpenRun>();
  /** IDs of the runs that this process reports. */
  readonly #claimed = new Set<string>();
  readonly #ended = new Emitter<RunRecord>();
  /** Fires with each run or single write of this process that has ended. */
  readonly onDidEnd = this.#ended.event;
  #isReleased = false;
  #tidied: Promise<void> | undefined;
  #noted: Promise<void> = Promise.resolve();

  constructor(parts: RunJournalParts) {
    const { folder, commandLineFolder, onFailure, self = ownMark(), mayRun: test = mayRun } = parts;
    this.#folder = folder;
    this.#folders = commandLineFolder === undefined ? [folder] : [folder, commandLineFolder];
    this.#onFailure = onFailure;
    this.#self = self;
    this.#mayRun = test;
  }

  /**
   * Rejects with `JournalError` if the run cannot be recorded; then nothing may be sent. Once it is recorded, the
   * interrupted runs that it completes are discarded. Of two undos of one item, in any windows, the one that began
   * later does not send it.
   */
  async begin(plan: RunPlan, completed: readonly InterruptedRun[] = []): Promise<OpenRun> {
    if (plan.undoes === undefined) return this.#begin(plan, completed);
    try {
      await makePrivateFolder(this.#folder);
      const [folder, { url }] = [this.#folder, plan.server];
      const run = async () => this.#begin(plan, completed, await this.#heldOf(plan));
      return await withProcessLock({ folder, files: folder, url, timeoutMs: longestBeginMs }, run);
    } catch (error) {
      throw error instanceof JournalError ? error : new JournalError(error);
    }
  }

  async #begin(
    plan: RunPlan,
    completed: readonly InterruptedRun[],
    held: ReadonlySet<number> = new Set(),
  ): Promise<OpenRun> {
    const id = newId();
    const header: RunHeader = {
      version: 2,
      id,
      time: new Date().toISOString(),
      process: this.#self,
      ...plan,
      ...(completed.length === 0 ? {} : { replaces: completed.map(run => run.id) }),
    };
    try {
      await makePrivateFolder(this.#folder);
      void this.#tidyOnce();
      const path = this.#path(id, this.#self.pid);
      const handle = await open(path, 'ax', privateFileMode);
      const onEnd = () => {
        this.#open.delete(run);
        this.#ended.fire(run.record);
      };
      const leftPath = this.#path(id, nobody);
      const endedPath = this.#path(id, ended);
      const [lock, onFailure] = [this.#lock, this.#onFailure];
      const file = { handle, path, leftPath, endedPath, held, lock, onFailure, onEnd };
      const run: OpenRun = new OpenRun(file, header);
      await run.write(header).catch(async (error: unknown) => {
        await run.end();
        throw error;
      });
      this.#open.add(run);
      if (this.#isReleased) await run.leave();
      await Promise.all(completed.map(({ discard }) => discard()));
      return run;
    } catch (error) {
      throw new JournalError(error);
    }
  }

  /** The items of an undo that another one is putting back, in any window, or has put back. */
  async #heldOf({ undoes = '', items }: RunPlan): Promise<ReadonlySet<number>> {
    const claimed = claimsHeldBy(await this.ongoing());
    const undone = findUndoneItems(await this.since(undoes)).get(undoes);
    const isHeld = (of: number) => claimed.has(undoClaim(undoes, of)) || undone?.has(of) === true;
    return new Set(items.flatMap(({ of }, index) => (of !== undefined && isHeld(of) ? index : [])));
  }
  /** The command line's folder is the one that all processes know. */
  readonly #lock: NonNullable<RunFile['lock']> = ({ url, ...creates }, run, signal) => {
    const folder = this.#folders.at(-1) ?? this.#folder;
    return withProcessLock({ folder, url, creates, timeoutMs: longestCreateMs, signal }, run);
  };

  /** Records the next run as the one that completes these. */
  completing(
    interrupted: readonly InterruptedRun[],
  ): Pick<RunJournal, 'begin' | 'ended' | 'ongoing' | 'since'> {
    let rest = interrupted;
    return {
      ended: () => this.ended(),
      ongoing: () => this.ongoing(),
      since: id => this.since(id),
      begin: plan => {
        const completed = rest;
        rest = [];
        return this.begin(plan, completed);
      },
    };
  }

  /** Interrupted runs, each of which is only returned to one process. */
  async interrupted(): Promise<readonly InterruptedRun[]> {
    if (this.#isReleased) return [];
    const runs = (await Promise.all((await this.#names()).map(name => this.#claim(name)))).flat();
    const replaced = new Set(runs.flatMap(({ record }) => record.replaces ?? []));
    await Promise.all(runs.filter(({ id }) => replaced.has(id)).map(({ discard }) => discard()));
    return runs.filter(({ id }) => !replaced.has(id));
  }

  /** The window is closing: ends all runs, so that the next window can report the rest immediately. */
  async release(): Promise<void> {
    this.#isReleased = true;
    const left = [...this.#claimed].map(id =>
      rename(this.#path(id, this.#self.pid), this.#path(id, nobody)).catch(unlessMissing(this.#onFailure)),
    );
    this.#claimed.clear();
    await Promise.all([...left, ...[...this.#open].map(run => run.leave())]);
  }

  /** Resolves when all noted writes are in their files. */
  settled(): Promise<void> {
    return this.#noted;
  }

  async #names(): Promise<readonly RunName[]> {
    try {
      const names = await readdir(this.#folder);
      return names.flatMap(name => {
        const [, id, ms, pid] = namePattern.exec(name) ?? [];
        return id === undefined ? [] : [{ name, id, pid: Number(pid), startedMs: Number(ms) }];
      });
    } catch (error) {
      // There has never been a run.
      if (!isMissing(error)) this.#onFailure(error);
      return [];
    }
  }

  /** Takes over a run if its process has exited. Only one process succeeds in renaming its file. */
  async #claim({ name, id, ...rest }: RunName): Promise<InterruptedRun[]> {
    const file = join(this.#folder, name);
    try {
      const text = await readRegularFile(file);
      if (text === undefined || this.#isOwned(text, rest)) return [];
      // Cut off in its first line, so nothing was sent.
      if (!text.includes('\n')) await unlink(file);
      // From a newer version or damaged: left for a version that can read it.
      const record = readRun(text);
      if (record === undefined) return [];
      const path = this.#path(id, this.#self.pid);
      await appendOwner(file, this.#self);
      await rename(file, path);
      await chmod(path, privateFileMode);
      this.#claimed.add(id);
      // Its former window may have recorded more until it closed.
      const newest = readRun((await readRegularFile(path)) ?? '') ?? record;
      const discard = async () => {
        this.#claimed.delete(id);
        const isKept = newest.items.some(({ is }) => is !== 'notSent');
        const end = isKept ? rename(path, this.#path(id, ended)) : unlink(path);
        await end.catch(unlessMissing(this.#onFailure));
      };
      return [{ id, record: newest, discard }];
    } catch (error) {
      // The run has ended, or another window was faster.
      if (!isMissing(error)) this.#onFailure(error);
      return [];
    }
  }

  /** Whether the process in the file's name still works on the run. */
  #isOwned(text: string, { pid, startedMs }: Pick<RunName, 'pid' | 'startedMs'>): boolean {
    if (pid === nobody) return false;
    const owner = ownersIn(text).findLast(process => process.pid === pid) ?? { host: hostname(), pid };
    const isLong = owner.host !== this.#self.host && Date.now() - startedMs > longestRunMs;
    return !isLong && this.#mayRun(owner);
  }

  /** Records a write of one object that was done. No write depends on this record, so it never fails. */
  note(server: RunPlan['server'], write: UnrecordedWrite): void {
    const { item, step } = singleRun(write);
    const id = newId();
    const plan: RunPlan = { act: 'writeOne', server, items: [item] };
    const header: RunHeader = { version: 2, id, time: new Date().toISOString(), ...plan };
    const steps = [{ item: 0, ...step }];
    const text = [header, ...steps].map(line => `${JSON.stringify(line)}\n`).join('');
    this.#noted = this.#noted
      .then(() => makePrivateFolder(this.#folder))
      .then(() => writeFile(this.#path(id, ended), text, { mode: privateFileMode, flag: 'wx' }))
      .then(() => this.#ended.fire(recordOf(header, steps)))
      .then(() => this.#tidyOnce())
      .catch(this.#onFailure);
  }

  /** The records of ended runs, the newest first. */
  async ended(): Promise<readonly RunRecord[]> {
    await this.#noted;
    return this.#read(await this.#filesOf(endedPattern));
  }

  /** The runs that have not ended, the newest first. */
  async ongoing(): Promise<readonly OngoingRun[]> {
    const found: OngoingRun[] = [];
    for (const { folder, name } of await this.#filesOf(namePattern)) {
      const text = await readRegularFile(join(folder, name)).catch(unlessMissing(this.#onFailure));
      const record = text === undefined ? undefined : readRun(text);
      if (text !== undefined && record !== undefined)
        found.push({ record, by: this.#workerOf(text, folder, name) });
    }
    return found;
  }

  #workerOf(text: string, folder: string, name: string): Worker {
    const [, , ms, pid] = namePattern.exec(name) ?? [];
    const run = { pid: Number(pid), startedMs: Number(ms) };
    // A run with a second owner was taken over to be reported.
    if (!this.#isOwned(text, run) || ownersIn(text).length > 1) return 'nobody';
    if (folder !== this.#folder) return 'commandLine';
    return run.pid === this.#self.pid ? 'this' : 'window';
  }

  /** The records of all runs since the one with this ID, ended or not, the newest first. */
  async since(id = ''): Promise<readonly RunRecord[]> {
    return this.#read((await this.#filesOf(anyPattern)).filter(({ name }) => name >= id));
  }

  async #read(files: readonly RunFileName[]): Promise<readonly RunRecord[]> {
    const records: RunRecord[] = [];
    for (const { folder, name } of files) {
      const text = await readRegularFile(join(folder, name)).catch(unlessMissing(this.#onFailure));
      const record = text === undefined ? undefined : readRun(text);
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  /** The newest first. */
  async #filesOf(pattern: RegExp, folders = this.#folders): Promise<readonly RunFileName[]> {
    const files: RunFileName[] = [];
    for (const folder of folders) {
      const names = (await readdir(folder).catch(unlessMissing(this.#onFailure))) ?? [];
      for (const name of names) if (pattern.test(name)) files.push({ folder, name });
    }
    return files.sort((one, other) => (one.name < other.name ? 1 : -1));
  }

  /** Once per process is often enough. */
  #tidyOnce(): Promise<void> {
    this.#tidied ??= this.#tidy().catch(this.#onFailure);
    return this.#tidied;
  }

  async #tidy(): Promise<void> {
    let bytes = 0;
    for (const [index, { folder, name }] of (await this.#filesOf(endedPattern, [this.#folder])).entries()) {
      const path = join(folder, name);
      bytes += (await lstat(path).catch(unlessMissing(this.#onFailure)))?.size ?? 0;
      if (index >= mostEnded.files || bytes > mostEnded.bytes)
        await unlink(path).catch(unlessMissing(this.#onFailure));
    }
  }

  #path(id: string, pid: number | typeof ended): string {
    return join(this.#folder, `${id}.${pid}.jsonl`);
  }
}

/** What these runs are putting back: others neither offer nor send it. */
export function claimsHeldBy(ongoing: readonly OngoingRun[]): ReadonlySet<string> {
  return new Set(ongoing.flatMap(({ record, by }) => (by === 'nobody' ? [] : claimsOf(record))));
}

let lastMs = 0;

/** IDs sort by time, also those of one millisecond. */
function newId(): string {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return `${lastMs}-${randomBytes(4).toString('hex')}`;
}

/** Rejects if the file does not exist any more. */
async function appendOwner(path: string, process: ProcessMark): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  await file.appendFile(`\n${JSON.stringify({ process })}\n`).finally(() => file.close());
}
