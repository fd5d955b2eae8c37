import type { FileHandle } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { Draft } from '../model/draft.ts';
import { isMissing, unlessMissing } from '../util/createFolder.ts';
import { PlanSchema, type RunRecord, type RunStep, recordOf } from './runRecord.ts';

/** Nothing was sent, because the operation cannot be recorded or another window has taken over the run. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly code: 'unwritable' | 'taken';

  constructor(code: JournalError['code'], cause?: unknown) {
    super(cause instanceof Error ? cause.message : code, { cause });
    this.code = code;
  }
}

const longestKept = 256 * 1024;

export interface OpenRunCallbacks {
  readonly remove: () => Promise<void>;
  readonly release: () => Promise<void>;
  /** Whether this window still owns the run. */
  readonly isHeld: () => Promise<boolean>;
  readonly ended: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** A run in progress. */
export class OpenRun {
  readonly #file: FileHandle;
  readonly #callbacks: OpenRunCallbacks;
  readonly #plan: z.infer<typeof PlanSchema>;
  readonly #steps: RunStep[] = [];
  readonly #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #isReleased = false;
  #isTaken = false;

  constructor(file: FileHandle, plan: unknown, callbacks: OpenRunCallbacks) {
    this.#file = file;
    this.#callbacks = callbacks;
    this.#plan = PlanSchema.parse(plan);
  }

  /** Aborted when nothing more may be sent: the window is closing, or another one has taken over the run. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Another window continues the run. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  get record(): RunRecord {
    return recordOf(this.#plan, this.#steps);
  }

  /**
   * Await this before sending the item. Ownership is checked after the record: a window that takes over later reads
   * the record, and one that already has is detected here.
   */
  async sent(item: number, kept?: Draft): Promise<void> {
    if (!this.#isTaken) this.#stop.signal.throwIfAborted();
    const fits = kept !== undefined && JSON.stringify(kept).length <= longestKept;
    const step: RunStep = { item, is: 'sent', ...(fits ? { kept } : {}) };
    if (!this.#isTaken) {
      const isHeld = await this.#noted(step);
      this.#steps.push(step);
      if (isHeld) return;
      this.taken();
      this.settled(item, 'notSent');
    }
    throw new JournalError('taken');
  }

  /** Call when another window has taken over: this one sends nothing more. */
  taken(): void {
    // A closing window has already released the run.
    this.#isTaken = !this.#isReleased;
    this.#stop.abort();
  }

  /** Need not be awaited: without the record, the outcome of the item counts as unknown, which is true as well. */
  settled(item: number, is: Exclude<RunStep['is'], 'sent'>, text = ''): void {
    const step: RunStep = { item, is, ...(text === '' ? {} : { text: text.slice(0, 1_000) }) };
    this.#steps.push(step);
    this.write(step).catch(this.#callbacks.onFailure);
  }

  /** Ends the run once its result is reported; if this window is closing, the next one reports it. */
  async end(): Promise<void> {
    const isLeft = this.#stop.signal.aborted;
    this.#callbacks.ended();
    try {
      await this.#last.catch(() => undefined);
      await this.#file.close();
      if (!isLeft) await this.#callbacks.remove();
    } catch (error) {
      // The next start reports a run that has no unknown outcomes.
      if (!isMissing(error)) this.#callbacks.onFailure(error);
    }
  }

  async release(): Promise<void> {
    this.#stop.abort();
    if (this.#isReleased) return;
    this.#isReleased = true;
    // Another window may have taken over the run while this one was suspended.
    await this.#callbacks.release().catch(unlessMissing(this.#callbacks.onFailure));
  }

  async #noted(step: RunStep): Promise<boolean> {
    try {
      await this.write(step);
      return await this.#callbacks.isHeld();
    } catch (error) {
      throw new JournalError('unwritable', error);
    }
  }

  write(line: unknown): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    // A failed write, for example to a full disk, may have left part of a line: start a new one.
    const start = this.#last.then(
      () => '',
      () => '\n',
    );
    const written = start.then(before => this.#file.appendFile(before + text));
    this.#last = written;
    return written;
  }
}
