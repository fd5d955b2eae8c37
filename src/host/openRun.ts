import type { FileHandle } from 'node:fs/promises';
import type * as z from 'zod';
import { isMissing } from './missingFile.ts';
import { type Kept, PlanSchema, type RunRecord, type RunStep, recordOf } from './runRecord.ts';

/** What was to be done cannot be written down, so it is not done. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

const longestKept = 256 * 1024;

export interface OpenRunActs {
  readonly remove: () => Promise<void>;
  readonly release: () => Promise<void>;
  readonly ended: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** A run that is being worked on. */
export class OpenRun {
  readonly #file: FileHandle;
  readonly #acts: OpenRunActs;
  readonly #plan: z.infer<typeof PlanSchema>;
  readonly #steps: RunStep[] = [];
  readonly #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #isReleased = false;

  constructor(file: FileHandle, plan: unknown, acts: OpenRunActs) {
    this.#file = file;
    this.#acts = acts;
    this.#plan = PlanSchema.parse(plan);
  }

  /** Aborted when nothing more of the run must be sent, because the window closes. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  get record(): RunRecord {
    return recordOf(this.#plan, this.#steps);
  }

  /** To be awaited before the item is sent. */
  async sent(item: number, kept?: Kept): Promise<void> {
    this.#stop.signal.throwIfAborted();
    const fits = kept !== undefined && JSON.stringify(kept).length <= longestKept;
    const step: RunStep = { item, is: 'sent', ...(fits ? { kept } : {}) };
    try {
      await this.write(step);
    } catch (error) {
      throw new JournalError(String(error), { cause: error });
    }
    this.#steps.push(step);
  }

  /** Need not be awaited: without it the item counts as unknown, which is true as well. */
  settled(item: number, is: Exclude<RunStep['is'], 'sent'>, text = ''): void {
    const step: RunStep = { item, is, ...(text === '' ? {} : { text: text.slice(0, 1_000) }) };
    this.#steps.push(step);
    this.write(step).catch(this.#acts.onFailure);
  }

  /** All is told, or left for the next window to tell when this one closes. */
  async end(): Promise<void> {
    const isLeft = this.#stop.signal.aborted;
    this.#acts.ended();
    try {
      await this.#last.catch(() => undefined);
      await this.#file.close();
      if (!isLeft) await this.#acts.remove();
    } catch (error) {
      // The next start will tell of a run of which everything is known.
      if (!isMissing(error)) this.#acts.onFailure(error);
    }
  }

  async release(): Promise<void> {
    this.#stop.abort();
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#acts.release().catch(this.#acts.onFailure);
  }

  write(line: unknown): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    // Of a line that could not be written, to a full disk for one, a part may be there: the next begins anew.
    const start = this.#last.then(
      () => '',
      () => '\n',
    );
    const written = start.then(before => this.#file.appendFile(before + text));
    this.#last = written;
    return written;
  }
}
