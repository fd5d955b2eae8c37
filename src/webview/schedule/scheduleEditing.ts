import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import type { Folds } from '../dom/folds.ts';

export interface FieldContext {
  readonly texts: ScheduleTexts;
  /** The time zone of the reader. */
  readonly readerZone: string;
  /** The current date of the user. */
  readonly today: string;
  readonly folds: Folds;
}

/** `isTyped`: the user is typing a value, so its field must not be redrawn. */
export type Change<Schedule> = (schedule: Schedule, isTyped?: boolean) => void;

/** A schedule as it was drawn, and how its controls change it. */
export interface Editing<Schedule> extends FieldContext {
  readonly schedule: Schedule;
  /** Includes input since the schedule was drawn, because controls are not redrawn while the user types. */
  readonly current: Schedule;
  set(changes: Partial<Schedule>): void;
  type(changes: Partial<Schedule>): void;
}
