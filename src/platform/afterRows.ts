import * as vscode from 'vscode';
import { type Clock, type ScheduledCall, systemClock } from '../util/clock.ts';

/**
 * VS Code draws rows in another process, shortly after receiving them; with two cores, loading code at that time
 * would delay it.
 */
const drawnMs = 300;

/** Loads what the first rows do not need, once no view is waiting for rows. */
export class AfterRows {
  readonly #load: () => Promise<unknown>;
  readonly #clock: Clock;
  #waiting = 0;
  #start: ScheduledCall | undefined;
  #isStarted = false;

  constructor(load: () => Promise<unknown>, clock = systemClock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Settles like the work; the rest is loaded shortly after. */
  async after<T>(work: Promise<T>): Promise<T> {
    this.#waiting += 1;
    this.#start?.dispose();
    try {
      return await work;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isStarted)
        this.#start = this.#clock.schedule(drawnMs, () => void this.#loadRest());
    }
  }

  async #loadRest(): Promise<void> {
    this.#isStarted = true;
    try {
      await this.#load();
    } catch (error) {
      await vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }
}
