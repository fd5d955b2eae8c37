import type { FormTexts } from '../../protocol/formTexts.ts';
import type { HostMessage, ScheduleDescription } from '../../protocol/hostMessages.ts';
import type { Folds } from '../dom/folds.ts';
import type { HostLink } from './hostLink.ts';

export type DocumentMessage = Extract<HostMessage, { type: 'document' }>;

/** The input of every part of a form. */
export interface FormContext {
  readonly link: HostLink;
  readonly texts: FormTexts;
  readonly folds: Folds;
  /** The fields of the form, and the texts at them. */
  readonly fields: Extract<HostMessage, { type: 'setup' }>['fields'];
  /** Words of the schedule builder. */
  readonly schedule: Extract<HostMessage, { type: 'setup' }>['schedule'];
}

/** A part of a form: shows something of the document, and sends what a user changes in it. */
export interface FormControl {
  readonly element: HTMLElement;
  receive(message: DocumentMessage): void;
  /** Receives the sentences that it requested. */
  showDescriptions?(descriptions: readonly ScheduleDescription[]): void;
  /** Sends it now. */
  flush?(): void;
}
