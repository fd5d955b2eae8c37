import type { TimeZone } from '../text/timeZone.ts';
import type { ResolvedRule } from './resolvedSet.ts';
import type { WorkBudget } from './workBudget.ts';

/** After this many steps forward, restarting the rule is cheaper than stepping further. */
const stepsBeforeJump = 16;
const openingCost = 16;

/** Checks whether an EXRULE matches an instant; efficient when instants arrive in roughly ascending order. */
export class ExceptionRuleCursor {
  readonly #rule: ResolvedRule;
  readonly #zone: TimeZone;
  #walls: Generator<number, void> | undefined;
  #head: number | undefined;
  #soughtMs = Number.NEGATIVE_INFINITY;

  constructor(rule: ResolvedRule, zone: TimeZone) {
    this.#rule = rule;
    this.#zone = zone;
  }

  excludes(candidate: { readonly instantMs: number; readonly wallMs?: number }, work: WorkBudget): boolean {
    work.spend();
    const { instantMs } = candidate;
    const wallMs = candidate.wallMs ?? this.#zone.toWall(instantMs);
    // The second pass of a doubled hour has a wall time too, but rules only ever mean the first.
    if (instantMs > this.#rule.lastMs || this.#zone.toInstant(wallMs).instantMs !== instantMs) return false;
    this.#seek(wallMs, work);
    return this.#head === wallMs;
  }

  #seek(wallMs: number, work: WorkBudget): void {
    if (!this.#walls || wallMs < this.#soughtMs) this.#open(wallMs, work);
    this.#soughtMs = wallMs;
    let steps = 0;
    while (this.#head !== undefined && this.#head < wallMs) {
      steps += 1;
      if (steps > stepsBeforeJump && !this.#rule.expansion.countsFromStart) {
        this.#open(wallMs, work);
      } else {
        this.#step(work);
      }
    }
  }

  #open(wallMs: number, work: WorkBudget): void {
    work.spend(openingCost);
    this.#walls = this.#rule.expansion.from(wallMs, work);
    this.#step(work);
  }

  #step(work: WorkBudget): void {
    work.spend();
    this.#head = this.#walls?.next().value ?? undefined;
  }
}
