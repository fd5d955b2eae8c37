import { dayMs } from '../text/calendarDay.ts';
import type { TimeZone } from '../text/timeZone.ts';
import { ExceptionRuleCursor } from './exceptionRuleCursor.ts';
import type { Occurrence, ResolvedRule, ResolvedSet } from './resolvedSet.ts';
import type { WorkBudget } from './workBudget.ts';

interface Candidate extends Occurrence {
  /** On the wall clock of the set's zone; only known for rule occurrences. */
  readonly wallMs?: number;
}

/** The occurrences of a set at or after `fromMs`, ascending, each instant once. */
export function* setOccurrences(
  set: ResolvedSet,
  fromMs: number,
  work: WorkBudget,
): Generator<Occurrence, void> {
  const exceptionRules = set.exceptionRules.map(rule => new ExceptionRuleCursor(rule, set.zone));
  for (const candidate of mergeCandidates(set, fromMs, work)) {
    if (
      !set.exceptions.has(candidate.instantMs) &&
      !exceptionRules.some(rule => rule.excludes(candidate, work))
    ) {
      const { instantMs, source, clockChange } = candidate;
      yield clockChange ? { instantMs, source, clockChange } : { instantMs, source };
    }
  }
}

function* mergeCandidates(set: ResolvedSet, fromMs: number, work: WorkBudget): Generator<Candidate, void> {
  const streams = [
    ...set.rules.map(rule => ruleCandidates(rule, set.zone, fromMs, work)),
    pointCandidates(set.points, fromMs),
  ];
  const heads = streams.map(stream => stream.next().value ?? undefined);
  for (;;) {
    work.spend(streams.length);
    let first: Candidate | undefined;
    for (const head of heads) {
      // Rules come before single dates, so that an instant from both counts as the rule's.
      if (head && (!first || head.instantMs < first.instantMs)) first = head;
    }
    if (!first) return;
    const { instantMs } = first;
    for (let index = 0; index < streams.length; index += 1) {
      while (heads[index]?.instantMs === instantMs) {
        heads[index] = streams[index]?.next().value ?? undefined;
      }
    }
    yield first;
  }
}

function* pointCandidates(points: readonly Occurrence[], fromMs: number): Generator<Candidate, void> {
  for (const point of points) {
    if (point.instantMs >= fromMs) yield point;
  }
}

function* ruleCandidates(
  { expansion, lastMs }: ResolvedRule,
  zone: TimeZone,
  fromMs: number,
  work: WorkBudget,
): Generator<Candidate, void> {
  // A skipped time is moved to a later one, so times written after it may have to come first.
  const skipped: Candidate[] = [];
  let nextSkipped = 0;
  for (const wallMs of expansion.from(firstWall(zone, fromMs), work)) {
    work.spend();
    const { instantMs, clockChange } = zone.toInstant(wallMs);
    if (clockChange === 'skipped') {
      skipped.push({ instantMs, source: 'rule', clockChange, wallMs });
      continue;
    }
    for (let head = skipped[nextSkipped]; head && head.instantMs < instantMs; head = skipped[nextSkipped]) {
      nextSkipped += 1;
      if (head.instantMs >= fromMs && head.instantMs <= lastMs) yield head;
    }
    if (instantMs > lastMs) return;
    if (instantMs >= fromMs) yield { instantMs, source: 'rule', wallMs, ...(clockChange && { clockChange }) };
  }
  for (const head of skipped.slice(nextSkipped)) {
    if (head.instantMs >= fromMs && head.instantMs <= lastMs) yield head;
  }
}

/** The wall time from which to expand so that nothing at or after `fromMs` is missed. */
function firstWall(zone: TimeZone, fromMs: number): number {
  const wallMs = zone.toWall(fromMs);
  const offsetAt = (instantMs: number) => zone.toWall(instantMs) - instantMs;
  const clockChanges = offsetAt(fromMs - dayMs) !== offsetAt(fromMs + dayMs);
  // A gap can be as long as a day (Apia, 2011), and times inside it move to after it.
  return clockChanges ? wallMs - dayMs : wallMs;
}
