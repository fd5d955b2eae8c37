import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './missingFile.ts';
import { JournalError, OpenRun } from './openRun.ts';
import { type RunPlan, type RunRecord, readRun } from './runRecord.ts';

export interface InterruptedRun extends RunRecord {
  /** To be called when the person has been told. */
  readonly discard: () => Promise<void>;
}

type RunKind = Pick<RunPlan, 'act'> & { readonly server: Pick<RunPlan['server'], 'id'> };

export interface RunJournalParts {
  readonly folder: string;
  readonly onFailure: (error: unknown) => void;
  /** Of this program; a test plays several. */
  readonly pid?: number;
  readonly isAlive?: (pid: number) => boolean;
}

const keptDays = 30;
/** Whoever wrote nothing for this long is not at work, even if a program with its number runs. */
const silentMs = 30 * 60_000;
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
  #isReleased = false;
  readonly #awaited = new Set<{ readonly kind: RunKind; readonly act: () => Promise<void> }>();

  constructor(parts: RunJournalParts) {
    this.#parts = parts;
    this.#pid = parts.pid ?? process.pid;
  }

  /** Rejects with `JournalError`; then nothing must be sent. */
  async begin(plan: RunPlan): Promise<OpenRun> {
    const { folder, onFailure } = this.#parts;
    const id = `${Date.now()}-${randomBytes(4).toString('hex')}`;
    const header = { version: 1, time: new Date().toISOString(), ...plan };
    this.#mine.add(id);
    try {
      await mkdir(folder, { recursive: true });
      const file = await open(this.#path(id, this.#pid), 'ax');
      const run: OpenRun = new OpenRun(file, header, {
        remove: () => unlink(this.#path(id, run.isReleased ? nobody : this.#pid)),
        release: () => rename(this.#path(id, this.#pid), this.#path(id, nobody)),
        ended: () => this.#open.delete(run),
        onFailure,
      });
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

  /** Acts once, when a run of this kind is written down: what was noted elsewhere until then is noted now. */
  onceBegun(kind: RunKind, act: () => Promise<void>): void {
    this.#awaited.add({ kind, act });
  }

  /** Runs that nobody works on any more; each is given to one window only. `others`: some are at work. */
  async interrupted(): Promise<{ readonly runs: readonly InterruptedRun[]; readonly others: boolean }> {
    const names = await this.#names();
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
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    return Date.now() - mtimeMs < silentMs;
  }

  async #claim(name: string, id: string): Promise<InterruptedRun[]> {
    const { folder, onFailure } = this.#parts;
    const path = this.#path(id, this.#pid);
    try {
      const text = await readFile(join(folder, name), 'utf8');
      const record = readRun(text);
      const ageMs = Date.now() - Number(id.split('-')[0]);
      // Cut off before its first line was complete: nothing was sent of it.
      if (!text.includes('\n') || ageMs > keptDays * 86_400_000) {
        await unlink(join(folder, name));
        return [];
      }
      // A newer version's, or broken: left for whoever can read it, until it is too old.
      if (record === undefined) return [];
      await rename(join(folder, name), path);
      this.#mine.add(id);
      // Now this window is at work on it.
      await utimes(path, new Date(), new Date());
      return [{ ...record, discard: () => unlink(path).catch(unlessMissing(onFailure)) }];
    } catch (error) {
      // Another window was faster, which is as it should be.
      if (!isMissing(error)) onFailure(error);
      return [];
    }
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

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // A process of somebody else's is one as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** In a container without an init process, what has ended stays in the list of processes. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}
