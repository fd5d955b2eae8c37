import type { TimeZone } from '../text/timeZone.ts';
import type { ResolvedRule } from './resolvedSet.ts';
import type { WorkBudget } from './workBudget.ts';

/** After so many steps forward it is cheaper to ask the rule anew than to walk on. */
const STEPS_BEFORE_JUMP = 16;
const OPENING_COST = 16;

/** Answers whether an EXRULE gives an instant, for instants asked in about ascending order. */
export class ExceptionRuleCursor {
  private readonly rule: ResolvedRule;
  private readonly zone: TimeZone;
  private walls: Generator<number, void> | undefined;
  private head: number | undefined;
  private asked = Number.NEGATIVE_INFINITY;

  constructor(rule: ResolvedRule, zone: TimeZone) {
    this.rule = rule;
    this.zone = zone;
  }

  excludes(candidate: { readonly instantMs: number; readonly wallMs?: number }, work: WorkBudget): boolean {
    work.spend();
    const { instantMs } = candidate;
    const wallMs = candidate.wallMs ?? this.zone.toWall(instantMs);
    // The second of a doubled hour has a wall time too, but rules only ever mean the first.
    if (instantMs > this.rule.lastMs || this.zone.toInstant(wallMs).instantMs !== instantMs) {
      return false;
    }
    this.seek(wallMs, work);
    return this.head === wallMs;
  }

  private seek(wallMs: number, work: WorkBudget): void {
    if (!this.walls || wallMs < this.asked) {
      this.open(wallMs, work);
    }
    this.asked = wallMs;
    let steps = 0;
    while (this.head !== undefined && this.head < wallMs) {
      steps += 1;
      if (steps > STEPS_BEFORE_JUMP && !this.rule.expansion.countsFromStart) {
        this.open(wallMs, work);
      } else {
        this.step(work);
      }
    }
  }

  private open(wallMs: number, work: WorkBudget): void {
    work.spend(OPENING_COST);
    this.walls = this.rule.expansion.from(wallMs, work);
    this.step(work);
  }

  private step(work: WorkBudget): void {
    work.spend();
    this.head = this.walls?.next().value ?? undefined;
  }
}
