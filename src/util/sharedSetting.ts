import type { Clock } from './clock.ts';
import type { Delay } from './delay.ts';
import { jsonEqual } from './json.ts';

/** Applied to any value of the setting, also to one that it was applied to before: then it changes nothing. */
export type SettingChange = (value: unknown) => unknown;

export interface SharedSettingParts {
  /** The value as this window can know it; another window's write may not have arrived yet. */
  readonly read: () => Promise<unknown>;
  readonly write: (value: unknown) => Promise<void>;
  readonly clock: Clock;
  readonly delay: Delay;
  readonly random: () => number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * How long after a write another window may still write upon what it read before. Longer than VS Code needs
 * to tell all windows of a changed file, shorter than a person needs to take something back elsewhere.
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
 * A user setting that several windows write. VS Code replaces the value as a whole, so that of two windows
 * which write at the same time one undoes the other's change: each puts its own changes upon what it finds.
 */
export class SharedSetting {
  readonly #parts: SharedSettingParts;
  #recent: RecentChange[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(parts: SharedSettingParts) {
    this.#parts = parts;
  }

  /** Resolves when the change is written; rejects when it cannot be. */
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
      change.untilMs = this.#parts.clock.now() + settlingMs;
    });
  }

  /** To be called when the setting has changed, by whomever: puts back what another window's write undid. */
  changed(): void {
    void this.#inTurn(async () => {
      const now = this.#parts.clock.now();
      this.#recent = this.#recent.filter(({ untilMs, repairs }) => untilMs > now && repairs < triesAtMost);
      const value = await this.#parts.read();
      if (jsonEqual(this.#applied(value), value)) return;
      for (const change of this.#recent) change.repairs += 1;
      // Two windows that put back their own at the same moment would undo each other's once more.
      await this.#parts.delay(this.#parts.random() * pauseMs);
      await this.#write();
    }).catch(this.#parts.onFailure);
  }

  #applied(value: unknown): unknown {
    return this.#recent.reduce<unknown>((sum, { apply }) => apply(sum), value);
  }

  /** VS Code refuses to write a file that has just been changed by somebody else: then once more. */
  async #write(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const value = await this.#parts.read();
      const next = this.#applied(value);
      if (jsonEqual(next, value)) return;
      try {
        await this.#parts.write(next);
        return;
      } catch (error) {
        if (tries >= triesAtMost) throw error;
      }
      await this.#parts.delay(pauseMs * tries * (0.5 + this.#parts.random()));
    }
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const turn = this.#last.catch(() => undefined).then(run);
    this.#last = turn;
    return turn;
  }
}
