import { type FileHandle, rename, unlink } from 'node:fs/promises';
import type { Draft } from '../../api/model/draft.ts';
import { WriteError } from '../../api/writes/writeResult.ts';
import { cutText } from '../../base/displayText.ts';
import { unlessMissing } from '../../base/fileErrors.ts';
import {
  actionOf,
  objectKindOf,
  type RunHeader,
  type RunRecord,
  type RunStep,
  recordOf,
  type WriteTrace,
} from './runRecord.ts';

/** Nothing was sent, because the operation cannot be recorded. */
export class JournalError extends Error {
  override readonly name = 'JournalError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const longestText = 1_000;
const longestKept = 4 * 1024 * 1024;

/** An object that is created on a server. */
interface Create {
  readonly url: string;
  readonly kind: string;
  readonly name: string;
}

export interface RunFile {
  readonly handle: FileHandle;
  readonly path: string;
  /** Its path once no process works on the run any more. */
  readonly leftPath: string;
  /** Its path once the run has ended. */
  readonly endedPath: string;
  /** Runs one create of a name at a time, in all processes. */
  readonly lock?: <T>(create: Create, run: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Items that another run puts back, or has put back; they are not sent. */
  readonly held?: ReadonlySet<number>;
  readonly onFailure: (error: unknown) => void;
  readonly onEnd: () => void;
}

/** A run in progress, each item of which is recorded before it is sent, and again when its outcome is known. */
export class OpenRun {
  readonly #file: RunFile;
  readonly #header: RunHeader;
  readonly #steps: RunStep[] = [];
  readonly #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(file: RunFile, header: RunHeader) {
    this.#file = file;
    this.#header = header;
  }

  /** Aborted when nothing more may be sent, because the window is closing. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get record(): RunRecord {
    return recordOf(this.#header, this.#steps);
  }

  /**
   * Does the work on an item. Creates of one name run one after the other, in all processes, so that each finds the
   * object of the one before.
   */
  inTurn<T>(item: number, run: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { lock } = this.#file;
    const planned = this.#header.items[item];
    if (lock === undefined || planned === undefined || actionOf(this.#header, planned) !== 'create')
      return run();
    const kind = objectKindOf(this.#header, planned);
    return lock({ url: this.#header.server.url, kind, name: planned.name }, run, signal);
  }

  /** Await this before sending the item; if it rejects, nothing may be sent. */
  async sent(item: number, kept?: Draft): Promise<void> {
    this.signal.throwIfAborted();
    if (this.#file.held?.has(item) === true)
      throw new WriteError({ kind: 'held', name: this.#header.items[item]?.name ?? '' });
    const step: RunStep = { item, is: 'sent', ...(fits(kept) ? { kept } : {}) };
    try {
      await this.write(step);
    } catch (error) {
      throw new JournalError(error);
    }
    this.#steps.push(step);
    if (!this.signal.aborted) return;
    // The next window may already read the record, so nothing may be sent after it.
    this.settled(item, 'notSent');
    this.signal.throwIfAborted();
  }

  /** Need not be awaited: without the record, the outcome of the item counts as unknown, which is true as well. */
  settled(item: number, is: Exclude<RunStep['is'], 'sent'>, text = '', trace: WriteTrace = {}): void {
    const shown = text === '' ? {} : { text: cutText(text, longestText) };
    const step: RunStep = { item, is, ...shown, ...(fits(trace.left) ? trace : {}) };
    this.#steps.push(step);
    this.write(step).catch(this.#file.onFailure);
  }

  /** Ends the run once its result is reported; if this window is closing, the next one reports it. */
  async end(): Promise<void> {
    const { handle, path, endedPath, onFailure, onEnd } = this.#file;
    const isLeft = this.signal.aborted;
    onEnd();
    try {
      await this.#last.catch(() => undefined);
      await handle.close();
      if (isLeft) return;
      // A run in which nothing was sent leaves nothing to report or to undo.
      await (this.#steps.length === 0 ? unlink(path) : rename(path, endedPath));
    } catch (error) {
      unlessMissing(onFailure)(error);
    }
  }

  /** The window is closing: leaves the rest to the next one. */
  async leave(): Promise<void> {
    if (this.signal.aborted) return;
    this.#stop.abort();
    const { path, leftPath, onFailure } = this.#file;
    await rename(path, leftPath).catch(unlessMissing(onFailure));
  }

  write(line: unknown): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    // A failed write, for example to a full disk, may have left part of a line: start a new one.
    const start = this.#last.then(
      () => '',
      () => '\n',
    );
    const written = start.then(before => this.#file.handle.appendFile(before + text));
    this.#last = written;
    return written;
  }
}

function fits(draft: Draft | undefined): draft is Draft {
  return draft !== undefined && JSON.stringify(draft).length <= longestKept;
}
