import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../util/clock.ts';
import { isMissing, unlessMissing } from '../util/createFolder.ts';
import { isProcess } from './liveProcess.ts';
import { JournalError, OpenRun } from './openRun.ts';
import { makePrivateFolder, privateFileMode } from './privateFiles.ts';
import { RunHold } from './runHold.ts';
import { type RunPlan, type RunRecord, readRun } from './runRecord.ts';

export interface InterruptedRun extends RunRecord {
  readonly runId: string;
  /** The current record; `undefined` if another window has taken over the run. */
  readonly current: () => Promise<RunRecord | undefined>;
  /** Call this once the run was reported to the user. */
  readonly discard: () => Promise<void>;
}

type RunKind = Pick<RunPlan, 'act'> & { readonly server: Pick<RunPlan['server'], 'id'> };

interface AwaitedRun {
  readonly kind: RunKind;
  readonly interrupted: Pick<InterruptedRun, 'runId' | 'discard'>;
}

export interface RunJournalParts {
  readonly folder: string;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
  /** The ID of this process; tests use several. */
  readonly pid?: number;
  readonly isAlive?: (pid: number) => boolean;
}

const keptDays = 30;
/**
 * A window that misses this many heartbeats has exited, even if a process with its ID is running. Counted rather than
 * timed, because no checks happen while the computer sleeps.
 */
const silentChecks = 18;
/** Replaces the process ID of a window that closed properly. */
const nobody = 0;

const namePattern = /^(\d+-[0-9a-f]+)\.(\d+)\.jsonl$/;

/**
 * Records bulk writes, each item before it is sent: one file per run, named after the process that works on it, and
 * deleted when the run has ended. Files of processes that have exited are interrupted runs.
 */
export class RunJournal {
  readonly #parts: RunJournalParts;
  readonly #pid: number;
  readonly #open = new Set<OpenRun>();
  /** Runs started or taken over here; a process that has exited may have had the same ID. */
  readonly #mine = new Set<string>();
  readonly #claimed = new Map<string, RunHold>();
  /** The heartbeats of other windows, by file. */
  readonly #beats = new Map<string, { readonly mtimeMs: number; readonly checks: number }>();
  #isReleased = false;
  readonly #awaited = new Set<AwaitedRun>();

  constructor(parts: RunJournalParts) {
    this.#parts = parts;
    this.#pid = parts.pid ?? process.pid;
  }

  /** Rejects with `JournalError` if the run cannot be recorded; then nothing may be sent. */
  async begin(plan: RunPlan): Promise<OpenRun> {
    const id = `${Date.now()}-${randomBytes(4).toString('hex')}`;
    const replaced = this.#replacedBy(plan);
    const replaces = replaced.map(({ interrupted }) => interrupted.runId);
    const header = {
      version: 1,
      time: new Date().toISOString(),
      ...plan,
      ...(replaces.length === 0 ? {} : { replaces }),
    };
    this.#mine.add(id);
    try {
      await makePrivateFolder(this.#parts.folder);
      const run = await this.#create(id, header);
      this.#open.add(run);
      await run.write(header).catch(async (error: unknown) => {
        await run.end();
        throw error;
      });
      for (const awaited of replaced) {
        this.#awaited.delete(awaited);
        await awaited.interrupted.discard();
      }
      if (this.#isReleased) await run.release();
      return run;
    } catch (error) {
      throw new JournalError('unwritable', error);
    }
  }

  async #create(id: string, header: unknown): Promise<OpenRun> {
    const file = await open(this.#path(id, this.#pid), 'ax', privateFileMode);
    const hold = this.#hold(id, () => run.taken());
    const run: OpenRun = new OpenRun(file, header, {
      remove: () => unlink(this.#path(id, run.isReleased ? nobody : this.#pid)),
      release: () => this.#leave(hold, id),
      isHeld: () => hold.isHeld(),
      ended: () => {
        hold.end();
        this.#open.delete(run);
      },
      onFailure: this.#parts.onFailure,
    });
    return run;
  }

  /**
   * Makes the next run of this kind replace the interrupted one and discard it. Returns a function that cancels this.
   */
  onceBegun(kind: RunKind, interrupted: AwaitedRun['interrupted']): () => void {
    const awaited = { kind, interrupted };
    this.#awaited.add(awaited);
    return () => this.#awaited.delete(awaited);
  }

  /**
   * Interrupted runs, each of which is only returned to one window. `others`: whether other windows have runs in
   * progress.
   */
  async interrupted(): Promise<{ readonly runs: readonly InterruptedRun[]; readonly others: boolean }> {
    const names = this.#isReleased ? [] : await this.#names();
    const runs: InterruptedRun[] = [];
    let others = false;
    for (const name of names) {
      const [, id, owner] = namePattern.exec(name) ?? [];
      if (id === undefined || this.#mine.has(id)) continue;
      if (await this.#isActive(name, Number(owner))) others = true;
      else runs.push(...(await this.#claim(name, id)));
    }
    const replaced = new Set(runs.flatMap(run => run.replaces ?? []));
    await Promise.all(runs.filter(run => replaced.has(run.runId)).map(run => run.discard()));
    return { runs: runs.filter(run => !replaced.has(run.runId)), others };
  }

  /** The window is closing: ends all runs, so that the next window can report the rest immediately. */
  async release(): Promise<void> {
    this.#isReleased = true;
    await Promise.all([...this.#open].map(run => run.release()));
    const left = [...this.#claimed].map(([id, hold]) => this.#leave(hold, id));
    await Promise.all(left).catch(unlessMissing(this.#parts.onFailure));
  }

  async #leave(hold: RunHold, id: string): Promise<void> {
    hold.end();
    await rename(hold.path, this.#path(id, nobody));
  }

  #hold(id: string, onLost: () => void): RunHold {
    const { clock, onFailure } = this.#parts;
    return new RunHold({ path: this.#path(id, this.#pid), clock, onLost, onFailure });
  }

  #replacedBy({ act, server }: RunPlan): readonly AwaitedRun[] {
    return [...this.#awaited].filter(({ kind }) => kind.act === act && kind.server.id === server.id);
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#parts.folder);
    } catch (error) {
      // There has never been a run.
      if (!isMissing(error)) this.#parts.onFailure(error);
      return [];
    }
  }

  async #isActive(name: string, owner: number): Promise<boolean> {
    const { isAlive = isProcess, folder } = this.#parts;
    if (owner === nobody || owner === this.#pid || !isAlive(owner)) return false;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    const known = this.#beats.get(name);
    const checks = known?.mtimeMs === mtimeMs ? known.checks + 1 : 1;
    this.#beats.set(name, { mtimeMs, checks });
    return checks < silentChecks;
  }

  async #claim(name: string, id: string): Promise<InterruptedRun[]> {
    const { folder, onFailure } = this.#parts;
    try {
      const text = await readFile(join(folder, name), 'utf8');
      const ageMs = Date.now() - Number(id.split('-')[0]);
      // Cut off in its first line, so nothing was sent.
      if (!text.includes('\n') || ageMs > keptDays * 86_400_000) {
        await unlink(join(folder, name));
        return [];
      }
      // From a newer version or damaged: left for a version that can read it, until it is too old.
      if (readRun(text) === undefined) return [];
      return await this.#take(name, id);
    } catch (error) {
      // Another window was faster, which is fine.
      if (!isMissing(error)) onFailure(error);
      return [];
    }
  }

  /** Only reads the record after taking over the run: the previous owner checks its ownership after each record. */
  async #take(name: string, id: string): Promise<InterruptedRun[]> {
    const path = this.#path(id, this.#pid);
    await rename(join(this.#parts.folder, name), path);
    this.#mine.add(id);
    const hold = this.#hold(id, () => this.#claimed.delete(id));
    this.#claimed.set(id, hold);
    const current = async () => ((await hold.isHeld()) ? readRun(await readFile(path, 'utf8')) : undefined);
    const record = await current();
    if (record === undefined) return [];
    const discard = async () => {
      hold.end();
      this.#claimed.delete(id);
      // Another window may already have discarded the run.
      await unlink(path).catch(unlessMissing(this.#parts.onFailure));
    };
    return [{ ...record, runId: id, current, discard }];
  }

  #path(id: string, owner: number): string {
    return join(this.#parts.folder, `${id}.${owner}.jsonl`);
  }
}
