import type { ZoneReading } from '../expand/resolvedSet.ts';
import { hasErrors, isEmptySet, parseRecurrenceSet, type RecurrenceSet } from '../text/recurrenceSet.ts';

/**
 * Why a schedule cannot be moved without changing its meaning:
 * - `none`: there is no schedule; `unreadable`: its text cannot be read
 * - `open`: its times or days come from the server; `dates`: it has dates without times
 * - `days`: no rule can express the days it would move to
 * - `count`: the times would need several rules, which cannot share one COUNT or BYSETPOS
 * - `times`: it runs at several times of day; `range`: the moved dates are outside the years 1 to 9999
 *
 * For other days of the week also:
 * - `rules`: it has no rule or several; `period`: its rule is neither daily nor weekly
 * - `counted`: it ends after a number of runs; `single`: a single date is on another day
 * - `ended`: it ends before the first of the days
 */
export type MoveObstacle =
  | 'none'
  | 'unreadable'
  | 'open'
  | 'dates'
  | 'days'
  | 'count'
  | 'times'
  | 'range'
  | 'rules'
  | 'period'
  | 'counted'
  | 'single'
  | 'ended';

/** Only thrown inside this folder; `moveText` turns it into a result. */
export class ObstacleError extends Error {
  override readonly name = 'ObstacleError';
  readonly obstacle: MoveObstacle;

  constructor(obstacle: MoveObstacle) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

export type MovedSchedule =
  | { readonly kind: 'moved'; readonly text: string }
  | { readonly kind: 'unmoved'; readonly obstacle: MoveObstacle };

/** Moves a text: `move` returns the text of the moved set, or throws the obstacle. */
export function moveText(
  text: string,
  reading: ZoneReading,
  move: (set: RecurrenceSet) => string,
): MovedSchedule {
  try {
    return { kind: 'moved', text: move(readableSet(text, reading)) };
  } catch (error) {
    if (!(error instanceof ObstacleError)) throw error;
    return { kind: 'unmoved', obstacle: error.obstacle };
  }
}

/** Parses a text that is to be moved. Throws when that is impossible. */
export function readableSet(text: string, { dialect }: ZoneReading): RecurrenceSet {
  const set = parseRecurrenceSet(text, dialect);
  if (isEmptySet(set)) throw new ObstacleError('none');
  if (hasErrors(set)) throw new ObstacleError('unreadable');
  return set;
}
