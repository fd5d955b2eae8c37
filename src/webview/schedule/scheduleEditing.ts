import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import type { Folds } from '../dom/folds.ts';

export interface FieldContext {
  readonly texts: ScheduleTexts;
  /** The time zone of the reader. */
  readonly readerZone: string;
  /** The user's present date. */
  readonly today: string;
  readonly folds: Folds;
}

/** `isTyped`: a value is being typed, so its field must stay as it is. */
export type Change<Schedule> = (schedule: Schedule, isTyped?: boolean) => void;

/** A schedule as it is drawn, and how its controls change it. */
export interface Editing<Schedule> extends FieldContext {
  readonly schedule: Schedule;
  /** With what was typed since: the controls are not redrawn while one of them is typed into. */
  readonly current: Schedule;
  set(changes: Partial<Schedule>): void;
  type(changes: Partial<Schedule>): void;
}
