import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../util/clock.ts';
import { isProcess } from './liveProcess.ts';
import { isMissing } from './missingFile.ts';
import { JournalError, OpenRun } from './openRun.ts';
import { makePrivateFolder, privateFileMode } from './privateFolder.ts';
import { RunHold } from './runHold.ts';
import { type RunPlan, type RunRecord, readRun } from './runRecord.ts';

export interface InterruptedRun extends RunRecord {
  /** The record as it is now; `undefined` when another window has taken the run over meanwhile. */
  readonly current: () => Promise<RunRecord | undefined>;
  /** To be called when the person has been told. */
  readonly discard: () => Promise<void>;
}

type RunKind = Pick<RunPlan, 'act'> & { readonly server: Pick<RunPlan['server'], 'id'> };

export interface RunJournalParts {
  readonly folder: string;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
  /** Of this program; a test plays several. */
  readonly pid?: number;
  readonly isAlive?: (pid: number) => boolean;
}

const keptDays = 30;
/**
 * A window that was seen so often without a heartbeat is not at work, even if a program with its number runs.
 * Counted, not timed: while the computer sleeps nobody checks.
 */
const silentChecks = 18;
/** Stands for a window that has ended in order. */
const nobody = 0;

const namePattern = /^(\d+-[0-9a-f]+)\.(\d+)\.jsonl$/;

/**
 * Writes on many objects, each item noted before it is sent: one file a run, named after the program that
 * works on it, gone when the run has ended. What is left of programs that have ended was interrupted.
 */
export class RunJournal {
  readonly #parts: RunJournalParts;
  readonly #pid: number;
  readonly #open = new Set<OpenRun>();
  /** Begun or taken over here: a program that has ended may have had the same number. */
  readonly #mine = new Set<string>();
  readonly #claimed = new Map<string, RunHold>();
  /** The heartbeats of other windows, by file. */
  readonly #beats = new Map<string, { readonly mtimeMs: number; readonly checks: number }>();
  #isReleased = false;
  readonly #awaited = new Set<{ readonly kind: RunKind; readonly act: () => Promise<void> }>();

  constructor(parts: RunJournalParts) {
    this.#parts = parts;
    this.#pid = parts.pid ?? process.pid;
  }

  /** Rejects with `JournalError`; then nothing must be sent. */
  async begin(plan: RunPlan): Promise<OpenRun> {
    const id = `${Date.now()}-${randomBytes(4).toString('hex')}`;
    const header = { version: 1, time: new Date().toISOString(), ...plan };
    this.#mine.add(id);
    try {
      await makePrivateFolder(this.#parts.folder);
      const run = await this.#create(id, header);
      this.#open.add(run);
      await run.write(header).catch(async (error: unknown) => {
        await run.end();
        throw error;
      });
      await this.#began(plan);
      if (this.#isReleased) await run.release();
      return run;
    } catch (error) {
      throw new JournalError(String(error), { cause: error });
    }
  }

  async #create(id: string, header: unknown): Promise<OpenRun> {
    const { onFailure } = this.#parts;
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
      onFailure,
    });
    return run;
  }

  /**
   * Acts once, when a run of this kind is written down: what was noted elsewhere until then is noted now. Returns
   * how to give that up.
   */
  onceBegun(kind: RunKind, act: () => Promise<void>): () => void {
    const awaited = { kind, act };
    this.#awaited.add(awaited);
    return () => this.#awaited.delete(awaited);
  }

  /** Runs that nobody works on any more; each is given to one window only. `others`: some are at work. */
  async interrupted(): Promise<{ readonly runs: readonly InterruptedRun[]; readonly others: boolean }> {
    const names = this.#isReleased ? [] : await this.#names();
    const runs: InterruptedRun[] = [];
    let others = false;
    for (const name of names) {
      const [, id, owner] = namePattern.exec(name) ?? [];
      if (id === undefined || this.#mine.has(id)) continue;
      if (await this.#isAtWork(name, Number(owner))) others = true;
      else runs.push(...(await this.#claim(name, id)));
    }
    return { runs, others };
  }

  /** The window closes: no run goes on, and the next window may tell of what is left at once. */
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

  async #began({ act, server }: RunPlan): Promise<void> {
    for (const awaited of this.#awaited) {
      if (awaited.kind.act !== act || awaited.kind.server.id !== server.id) continue;
      this.#awaited.delete(awaited);
      await awaited.act();
    }
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#parts.folder);
    } catch (error) {
      // There was never a run.
      if (!isMissing(error)) this.#parts.onFailure(error);
      return [];
    }
  }

  async #isAtWork(name: string, owner: number): Promise<boolean> {
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
      // Cut off before its first line was complete: nothing was sent of it.
      if (!text.includes('\n') || ageMs > keptDays * 86_400_000) {
        await unlink(join(folder, name));
        return [];
      }
      // A newer version's, or broken: left for whoever can read it, until it is too old.
      if (readRun(text) === undefined) return [];
      return await this.#take(name, id);
    } catch (error) {
      // Another window was faster, which is as it should be.
      if (!isMissing(error)) onFailure(error);
      return [];
    }
  }

  /** Read only when it is this window's: whoever had it until then checks behind each note whether it still is. */
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
      await unlink(path).catch(unlessMissing(this.#parts.onFailure));
    };
    return [{ ...record, current, discard }];
  }

  #path(id: string, owner: number): string {
    return join(this.#parts.folder, `${id}.${owner}.jsonl`);
  }
}

/** Told twice, or by two windows, is told. */
function unlessMissing(onFailure: (error: unknown) => void): (error: unknown) => void {
  return error => {
    if (!isMissing(error)) onFailure(error);
  };
}
