import type { FormTexts } from '../../protocol/formTexts.ts';
import type { HostMessage, ScheduleDescription } from '../../protocol/hostMessages.ts';
import type { Folds } from '../dom/folds.ts';
import type { HostLink } from './hostLink.ts';

export type DocumentMessage = Extract<HostMessage, { type: 'document' }>;

/** What every part of a form uses. */
export interface FormContext {
  readonly link: HostLink;
  readonly texts: FormTexts;
  readonly folds: Folds;
  /** The fields of the form with their texts. */
  readonly fields: Extract<HostMessage, { type: 'setup' }>['fields'];
  /** The texts of the schedule builder. */
  readonly schedule: Extract<HostMessage, { type: 'setup' }>['schedule'];
}

/** A part of a form: shows something of the document, and sends the user's changes to it. */
export interface FormControl {
  readonly element: HTMLElement;
  receive(message: DocumentMessage): void;
  /** Receives the descriptions that it requested. */
  showDescriptions?(descriptions: readonly ScheduleDescription[]): void;
  /** Sends pending input immediately. */
  flush?(): void;
}
