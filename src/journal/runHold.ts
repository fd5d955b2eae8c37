import { stat, utimes } from 'node:fs/promises';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { isMissing } from '../util/createFolder.ts';

export interface RunHoldParts {
  readonly path: string;
  readonly clock: Clock;
  /** Another window has taken over the run by renaming its file. */
  readonly onLost: () => void;
  readonly onFailure: (error: unknown) => void;
}

const beatMs = 10_000;

/** A window's ownership of a run file, signalled to other windows by a heartbeat. */
export class RunHold {
  readonly #parts: RunHoldParts;
  #next: ScheduledCall | undefined;
  #hasEnded = false;

  constructor(parts: RunHoldParts) {
    this.#parts = parts;
    this.#schedule();
  }

  get path(): string {
    return this.#parts.path;
  }

  /** Whether this window still owns the run. */
  async isHeld(): Promise<boolean> {
    return this.#unlessLost(stat(this.path));
  }

  end(): void {
    this.#hasEnded = true;
    this.#next?.dispose();
  }

  #schedule(): void {
    this.#next = this.#parts.clock.schedule(beatMs, () => void this.#beat());
  }

  async #beat(): Promise<void> {
    const now = new Date(this.#parts.clock.now());
    const isHeld = await this.#unlessLost(utimes(this.path, now, now)).catch((error: unknown) => {
      this.#parts.onFailure(error);
      return true;
    });
    if (isHeld && !this.#hasEnded) this.#schedule();
  }

  async #unlessLost(access: Promise<unknown>): Promise<boolean> {
    try {
      await access;
      return true;
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (!this.#hasEnded) this.#parts.onLost();
      this.end();
      return false;
    }
  }
}
