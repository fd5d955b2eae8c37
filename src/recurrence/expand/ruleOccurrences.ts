import { ascending, firstIndex } from '../../util/collections.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { type RuleDays, ruleDays } from './ruleDays.ts';
import { type RulePeriod, rulePeriods } from './rulePeriods.ts';
import { slotCount, timeLimits, timeSlots, unitsMs } from './ruleTimes.ts';
import type { WorkBudget } from './workBudget.ts';

/** One rule with the start it counts from, ready to be expanded. */
export interface RuleExpansion {
  /** Wall times of the rule at or after `fromWallMs`, ascending; endless if the rule has no end. */
  from(fromWallMs: number, work: WorkBudget): Generator<number, void>;
  /** True when `from` must count all occurrences since the start, which makes repeated calls expensive. */
  readonly countsFromStart: boolean;
}

const setupCost = 30;

/**
 * A custom implementation that follows python-dateutil: available libraries differ from it for yearly rules that
 * combine two kinds of days. It also limits its work, so that it always terminates.
 *
 * Expands on the wall clock: days and times as written, regardless of daylight saving. COUNT counts occurrences at or
 * after DTSTART. UNTIL is left to the caller, who knows the time zone.
 */
export function ruleExpansion(rule: RecurrenceRule, startWallMs: number, work: WorkBudget): RuleExpansion {
  work.spend(setupCost + slotCount(rule));
  const days = ruleDays(rule, startWallMs);
  const slots = timeSlots(rule, startWallMs);
  const periods = rulePeriods(rule, days, startWallMs);
  const areAlike = arePeriodsAlike(rule, days);
  const countsFromStart = rule.count !== undefined && !areAlike;
  const momentsOf = ({ bases }: RulePeriod) => new PeriodMoments(bases, slots, rule.bySetPos);
  /** The number of occurrences in the periods before `index`, if all periods are alike. */
  const countBefore = (index: number, budget: WorkBudget): number => {
    if (index === 0 || rule.count === undefined) return 0;
    const [first, second] = [0, 1].map(each => {
      const period = periods.periodFrom(each, budget);
      return period && momentsOf(period);
    });
    const inFirst = first ? first.length - first.firstAt(startWallMs) : 0;
    return inFirst + (index - 1) * (second?.length ?? 0);
  };
  return {
    countsFromStart,
    *from(fromWallMs, budget) {
      if (isBarren(rule, slots)) return;
      const lowest = Math.max(fromWallMs, startWallMs);
      let index = countsFromStart ? 0 : periods.indexAt(lowest);
      let left = (rule.count ?? Number.POSITIVE_INFINITY) - countBefore(index, budget);
      let lastFruitful = index;
      while (left > 0) {
        budget.spend();
        const period = periods.periodFrom(index, budget);
        if (!period || period.index - lastFruitful > (areAlike ? 1 : periods.cycleLength)) return;
        const moments = momentsOf(period);
        if (moments.length > 0) lastFruitful = period.index;
        const firstCounted = moments.firstAt(startWallMs);
        const end = Math.min(moments.length, firstCounted + left);
        for (let i = moments.firstAt(lowest); i < end; i += 1) yield moments.at(i);
        left -= moments.length - firstCounted;
        index = period.index + 1;
      }
    },
  };
}

/** Whether all positions of BYSETPOS exceed what a single step can contain. */
function isBarren(rule: RecurrenceRule, slots: readonly number[]): boolean {
  const hasPositions = isStepped(rule) && rule.bySetPos.length > 0;
  return hasPositions && setPositions(rule.bySetPos, slots.length).length === 0;
}

/** Whether all periods after the first have the same number of occurrences. */
function arePeriodsAlike(rule: RecurrenceRule, days: RuleDays): boolean {
  if (rule.freq === 'WEEKLY') {
    const { months, monthDays, yearDays, weekNumbers } = days;
    return months.length + monthDays.length + yearDays.length + weekNumbers.length === 0;
  }
  return isStepped(rule) && days.everyDay && timeLimits(rule).length === 0;
}

function isStepped(rule: RecurrenceRule): boolean {
  return unitsMs[rule.freq] !== undefined;
}

/** The moments of one period after BYSETPOS, computed by index instead of held in memory. */
class PeriodMoments {
  readonly length: number;
  readonly #bases: readonly number[];
  readonly #slots: readonly number[];
  readonly #positions: readonly number[] | undefined;

  constructor(bases: readonly number[], slots: readonly number[], bySetPos: readonly number[]) {
    this.#bases = bases;
    this.#slots = slots;
    const total = bases.length * slots.length;
    this.#positions = bySetPos.length === 0 ? undefined : setPositions(bySetPos, total);
    this.length = this.#positions?.length ?? total;
  }

  at(number: number): number {
    const index = this.#positions ? (this.#positions[number] ?? 0) : number;
    const slot = index % this.#slots.length;
    return (this.#bases[(index - slot) / this.#slots.length] ?? 0) + (this.#slots[slot] ?? 0);
  }

  /** The index of the first moment at or after `wallMs`; `length` when there is none. */
  firstAt(wallMs: number): number {
    return firstIndex(this.length, index => this.at(index) >= wallMs);
  }
}

/** BYSETPOS as ascending indexes into a period of `total` moments. */
function setPositions(bySetPos: readonly number[], total: number): readonly number[] {
  const indexes = bySetPos
    .map(position => (position > 0 ? position - 1 : total + position))
    .filter(index => index >= 0 && index < total);
  return ascending(indexes);
}
