import { ascending, firstIndex } from '../../util/collections.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { type RuleDays, ruleDays } from './ruleDays.ts';
import { type RulePeriod, type RulePeriods, rulePeriods } from './rulePeriods.ts';
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

interface Expansion {
  readonly rule: RecurrenceRule;
  readonly startWallMs: number;
  readonly slots: readonly number[];
  readonly periods: RulePeriods;
  /** All periods after the first have the same number of occurrences. */
  readonly alike: boolean;
}

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
  const expansion: Expansion = {
    rule,
    startWallMs,
    slots: timeSlots(rule, startWallMs),
    periods: rulePeriods(rule, days, startWallMs),
    alike: everyPeriodIsAlike(rule, days),
  };
  const countsFromStart = rule.count !== undefined && !expansion.alike;
  return {
    countsFromStart,
    from: (fromWallMs, budget) => expand(expansion, fromWallMs, countsFromStart, budget),
  };
}

function* expand(
  expansion: Expansion,
  fromWallMs: number,
  countsFromStart: boolean,
  work: WorkBudget,
): Generator<number, void> {
  const { periods, rule, startWallMs } = expansion;
  if (isBarren(expansion)) return;
  const emptyPeriods = expansion.alike ? 1 : periods.cycleLength;
  const lowest = Math.max(fromWallMs, startWallMs);
  const firstIndex = countsFromStart ? 0 : periods.indexAt(lowest);
  let left = (rule.count ?? Number.POSITIVE_INFINITY) - countBefore(expansion, firstIndex, work);
  let lastFruitful = firstIndex;
  let index = firstIndex;
  while (left > 0) {
    work.spend();
    const period = periods.periodFrom(index, work);
    if (!period || period.index - lastFruitful > emptyPeriods) return;
    const moments = new PeriodMoments(expansion, period);
    if (moments.length > 0) lastFruitful = period.index;
    const firstCounted = moments.firstAt(startWallMs);
    const firstWanted = moments.firstAt(lowest);
    for (let i = firstWanted; i < Math.min(moments.length, firstCounted + left); i += 1) {
      yield moments.at(i);
    }
    left -= moments.length - firstCounted;
    index = period.index + 1;
  }
}

/** Whether all positions of BYSETPOS exceed what a single step can contain. */
function isBarren({ rule, slots }: Expansion): boolean {
  const hasPositions = isStepped(rule) && rule.bySetPos.length > 0;
  return hasPositions && setPositions(rule.bySetPos, slots.length).length === 0;
}

/** The number of occurrences in the periods before `index`, for rules whose periods are all alike. */
function countBefore(expansion: Expansion, index: number, work: WorkBudget): number {
  if (index === 0 || expansion.rule.count === undefined) return 0;
  const first = expansion.periods.periodFrom(0, work);
  const second = expansion.periods.periodFrom(1, work);
  const firstMoments = first && new PeriodMoments(expansion, first);
  const inFirst = firstMoments ? firstMoments.length - firstMoments.firstAt(expansion.startWallMs) : 0;
  return inFirst + (index - 1) * (second ? new PeriodMoments(expansion, second).length : 0);
}

function everyPeriodIsAlike(rule: RecurrenceRule, days: RuleDays): boolean {
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

  constructor({ rule, slots }: Expansion, period: RulePeriod) {
    this.#bases = period.bases;
    this.#slots = slots;
    const total = this.#bases.length * slots.length;
    this.#positions = rule.bySetPos.length === 0 ? undefined : setPositions(rule.bySetPos, total);
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
