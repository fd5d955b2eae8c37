import type { Clock } from './clock.ts';
import type { Delay } from './delay.ts';
import { jsonEqual } from './json.ts';

/** A change that can be applied to any value of the setting. It must be idempotent. */
export type SettingChange = (value: unknown) => unknown;

export interface SharedSettingParts {
  /** The value this window knows; another window's write may not have arrived yet. */
  readonly read: () => Promise<unknown>;
  readonly write: (value: unknown) => Promise<void>;
  /** Runs a read and the write that follows it while no other window does so. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly delay: Delay;
  readonly random: () => number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * How long after a write another window may still write a value based on the old one. Longer than VS Code needs to
 * notify all windows of a changed file, shorter than a user needs to undo the change elsewhere.
 */
const settlingMs = 3_000;
const triesAtMost = 6;
const pauseMs = 150;

interface RecentChange {
  readonly apply: SettingChange;
  untilMs: number;
  repairs: number;
}

/**
 * A user setting that several windows write. VS Code replaces the whole value, so when two windows write at the same
 * time, one undoes the other's change: each window reapplies its own changes. Windows on one computer take turns,
 * because VS Code rejects a write within about 50 ms of another window's write, and then all further writes of that
 * window until the user saves the settings.
 */
export class SharedSetting {
  readonly #parts: SharedSettingParts;
  #recent: RecentChange[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(parts: SharedSettingParts) {
    this.#parts = parts;
  }

  /** Resolves when the change is written; rejects when it cannot be written. */
  change(apply: SettingChange): Promise<void> {
    const change: RecentChange = { apply, untilMs: Number.POSITIVE_INFINITY, repairs: 0 };
    this.#recent.push(change);
    return this.#inTurn(async () => {
      try {
        await this.#write();
      } catch (error) {
        this.#recent = this.#recent.filter(other => other !== change);
        throw error;
      }
      change.untilMs = this.#parts.clock.steadyMs() + settlingMs;
    });
  }

  /** Call this whenever the setting has changed: restores changes that another window's write undid. */
  changed(): void {
    void this.#inTurn(async () => {
      const now = this.#parts.clock.steadyMs();
      this.#recent = this.#recent.filter(({ untilMs, repairs }) => untilMs > now && repairs < triesAtMost);
      const value = await this.#parts.read();
      if (jsonEqual(this.#applied(value), value)) return;
      for (const change of this.#recent) change.repairs += 1;
      // Random, because two windows that restore their changes at the same time would undo each other's again.
      await this.#parts.delay(this.#parts.random() * pauseMs);
      await this.#write();
    }).catch(this.#parts.onFailure);
  }

  #applied(value: unknown): unknown {
    return this.#recent.reduce<unknown>((sum, { apply }) => apply(sum), value);
  }

  /** Retries, because VS Code rejects a write to a file that was just changed elsewhere, for example by the user. */
  async #write(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#parts.exclusively(() => this.#writeOnce());
        return;
      } catch (error) {
        if (tries >= triesAtMost) throw error;
      }
      await this.#parts.delay(pauseMs * tries * (0.5 + this.#parts.random()));
    }
  }

  async #writeOnce(): Promise<void> {
    const value = await this.#parts.read();
    const next = this.#applied(value);
    if (!jsonEqual(next, value)) await this.#parts.write(next);
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const turn = this.#last.catch(() => undefined).then(run);
    this.#last = turn;
    return turn;
  }
}
