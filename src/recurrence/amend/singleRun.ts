import { predictSet } from '../expand/predictor.ts';
import type { ZoneReading } from '../expand/resolvedSet.ts';
import { hasErrors, isEmptySet, parseRecurrenceSet } from '../text/recurrenceSet.ts';
import { type Additions, addLines, noAdditions } from './additions.ts';

/**
 * Why a run cannot be added: `unreadable`: the text cannot be read; `open`: its rules have no start, so the server
 * decides when they run; `zone`: its times are in a zone that is not known; `dates`: it has dates without times;
 * `excluded`: the text excludes runs at that time.
 */
export type SingleRunObstacle = 'unreadable' | 'open' | 'zone' | 'dates' | 'excluded';

export type SingleRun =
  | { readonly kind: 'added'; readonly text: string; readonly added: Additions }
  /** It already runs then. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'blocked'; readonly obstacle: SingleRunObstacle };

/** Adds one run at an instant, in whole seconds, as an RDATE. `isZoneKnown`: whether the server's zone is. */
export function addRun(text: string, atMs: number, reading: ZoneReading, isZoneKnown = true): SingleRun {
  const set = parseRecurrenceSet(text, reading.dialect);
  if (hasErrors(set)) return { kind: 'blocked', obstacle: 'unreadable' };
  if (set.rules.length > 0 && set.start === undefined) return { kind: 'blocked', obstacle: 'open' };
  if (set.start?.form === 'date') return { kind: 'blocked', obstacle: 'dates' };
  const isInOwnZone = set.start?.form === 'floating' && set.start.tzid === undefined;
  if (isInOwnZone && !isZoneKnown) return { kind: 'blocked', obstacle: 'zone' };
  const runsAt = (each: string) =>
    predictSet(
      parseRecurrenceSet(each, reading.dialect),
      { fromMs: atMs, toMs: atMs + 1 },
      { dialect: reading.dialect, zone: reading.zone.id },
    ).occurrences.length > 0;
  if (!isEmptySet(set) && runsAt(text)) return { kind: 'unchanged' };
  const added = { ...noAdditions, dates: [atMs] };
  const after = addLines(set, added, reading);
  return runsAt(after) ? { kind: 'added', text: after, added } : { kind: 'blocked', obstacle: 'excluded' };
}
