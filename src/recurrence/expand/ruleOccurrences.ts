import { ascending, firstIndex } from '../../base/collections.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { type RuleDays, ruleDays } from './ruleDays.ts';
import { type RulePeriod, type RulePeriods, rulePeriods } from './rulePeriods.ts';
import { slotCount, timeLimits, timeSlots, unitsMs } from './ruleTimes.ts';
import type { WorkBudget } from './workBudget.ts';

const setupCost = 30;

/**
 * One rule with the start it counts from, ready to be expanded. A custom implementation that follows python-dateutil:
 * available libraries differ from it for yearly rules that combine two kinds of days. It also limits its work, so that
 * it always terminates.
 *
 * Expands on the wall clock: days and times as written, regardless of daylight saving. COUNT counts occurrences at or
 * after DTSTART. UNTIL is left to the caller, who knows the time zone.
 */
export class RuleExpansion {
  /** True when `from` must count all occurrences since the start, which makes repeated calls expensive. */
  readonly countsFromStart: boolean;
  readonly #rule: RecurrenceRule;
  readonly #startWallMs: number;
  readonly #slots: readonly number[];
  readonly #periods: RulePeriods;
  readonly #areAlike: boolean;

  constructor(rule: RecurrenceRule, startWallMs: number, work: WorkBudget) {
    work.spend(setupCost + slotCount(rule));
    const days = ruleDays(rule, startWallMs);
    this.#rule = rule;
    this.#startWallMs = startWallMs;
    this.#slots = timeSlots(rule, startWallMs);
    this.#periods = rulePeriods(rule, days, startWallMs);
    this.#areAlike = arePeriodsAlike(rule, days);
    this.countsFromStart = rule.count !== undefined && !this.#areAlike;
  }

  /**
   * Wall times of the rule at or after `fromWallMs`, ascending; endless if the rule has no end. A method of a class: a
   * generator made for each rule would be a new kind of iterator each time, and slow.
   */
  *from(fromWallMs: number, work: WorkBudget): Generator<number, void> {
    if (isBarren(this.#rule, this.#slots)) return;
    const lowest = Math.max(fromWallMs, this.#startWallMs);
    let index = this.countsFromStart ? 0 : this.#periods.indexAt(lowest);
    let left = (this.#rule.count ?? Number.POSITIVE_INFINITY) - this.#countBefore(index, work);
    let lastFruitful = index;
    while (left > 0) {
      work.spend();
      const period = this.#periods.periodFrom(index, work);
      if (!period || period.index - lastFruitful > (this.#areAlike ? 1 : this.#periods.cycleLength)) return;
      const moments = this.#momentsOf(period);
      if (moments.length > 0) lastFruitful = period.index;
      const firstCounted = moments.firstAt(this.#startWallMs);
      const end = Math.min(moments.length, firstCounted + left);
      for (let i = moments.firstAt(lowest); i < end; i += 1) yield moments.at(i);
      left -= moments.length - firstCounted;
      index = period.index + 1;
    }
  }

  /** The number of occurrences in the periods before `index`, if all periods are alike. */
  #countBefore(index: number, work: WorkBudget): number {
    if (index === 0 || this.#rule.count === undefined) return 0;
    const [first, second] = [0, 1].map(each => {
      const period = this.#periods.periodFrom(each, work);
      return period && this.#momentsOf(period);
    });
    const inFirst = first ? first.length - first.firstAt(this.#startWallMs) : 0;
    return inFirst + (index - 1) * (second?.length ?? 0);
  }

  #momentsOf({ bases }: RulePeriod): PeriodMoments {
    return new PeriodMoments(bases, this.#slots, this.#rule.bySetPos);
  }
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
