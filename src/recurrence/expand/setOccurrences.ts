import { firstIndex } from '../../base/collections.ts';
import { dayMs } from '../text/calendarDay.ts';
import type { TimeZone } from '../text/timeZone.ts';
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
  const exclusions = set.exceptionRules.map(rule => exclusionBy(rule, set.zone, work));
  for (const candidate of mergeCandidates(set, fromMs, work)) {
    const { instantMs, source, clockChange } = candidate;
    if (!set.exceptions.has(instantMs) && !exclusions.some(excludes => excludes(candidate)))
      yield clockChange ? { instantMs, source, clockChange } : { instantMs, source };
  }
}

/** After this many steps forward, restarting the rule is cheaper than stepping further. */
const stepsBeforeJump = 16;
const openingCost = 16;

/** Checks whether an EXRULE matches an occurrence; efficient when they arrive in roughly ascending order. */
function exclusionBy(
  { expansion, lastMs }: ResolvedRule,
  zone: TimeZone,
  work: WorkBudget,
): (candidate: Candidate) => boolean {
  let walls: Generator<number, void> | undefined;
  let head: number | undefined;
  let soughtMs = Number.NEGATIVE_INFINITY;
  const step = () => {
    work.spend();
    head = walls?.next().value ?? undefined;
  };
  const open = (wallMs: number) => {
    work.spend(openingCost);
    walls = expansion.from(wallMs, work);
    step();
  };
  return ({ instantMs, wallMs = zone.toWall(instantMs) }) => {
    work.spend();
    // The second pass of a doubled hour has a wall time too, but rules only ever mean the first.
    if (instantMs > lastMs || zone.toInstant(wallMs).instantMs !== instantMs) return false;
    if (!walls || wallMs < soughtMs) open(wallMs);
    soughtMs = wallMs;
    for (let steps = 1; head !== undefined && head < wallMs; steps += 1) {
      if (steps > stepsBeforeJump && !expansion.countsFromStart) open(wallMs);
      else step();
    }
    return head === wallMs;
  };
}

function* mergeCandidates(set: ResolvedSet, fromMs: number, work: WorkBudget): Generator<Candidate, void> {
  const streams: Iterator<Candidate>[] = [
    ...set.rules.map(rule => ruleCandidates(rule, set.zone, fromMs, work)),
    set.points.filter(({ instantMs }) => instantMs >= fromMs).values(),
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

function* ruleCandidates(
  { expansion, lastMs }: ResolvedRule,
  zone: TimeZone,
  fromMs: number,
  work: WorkBudget,
): Generator<Candidate, void> {
  // A skipped time is moved to a later one, so times written after it may have to come first.
  const skipped: Candidate[] = [];
  const isWanted = ({ instantMs }: Candidate) => instantMs >= fromMs && instantMs <= lastMs;
  for (const wallMs of expansion.from(firstWall(zone, fromMs), work)) {
    work.spend();
    const { instantMs, clockChange } = zone.toInstant(wallMs);
    if (clockChange === 'skipped') {
      skipped.push({ instantMs, source: 'rule', clockChange, wallMs });
      continue;
    }
    if (skipped.length > 0) {
      const later = firstIndex(skipped.length, index => (skipped[index]?.instantMs ?? 0) >= instantMs);
      yield* skipped.splice(0, later).filter(isWanted);
    }
    if (instantMs > lastMs) return;
    if (instantMs >= fromMs) yield { instantMs, source: 'rule', wallMs, ...(clockChange && { clockChange }) };
  }
  yield* skipped.filter(isWanted);
}

/** The wall time from which to expand so that nothing at or after `fromMs` is missed. */
function firstWall(zone: TimeZone, fromMs: number): number {
  const wallMs = zone.toWall(fromMs);
  const offsetAt = (instantMs: number) => zone.toWall(instantMs) - instantMs;
  const clockChanges = offsetAt(fromMs - dayMs) !== offsetAt(fromMs + dayMs);
  // A gap can be as long as a day (Apia, 2011), and times inside it move to after it.
  return clockChanges ? wallMs - dayMs : wallMs;
}
