import type { TemplateResult } from 'lit';
import type { FormProblem, HostMessage, ScheduleDescription } from '../../protocol/hostMessages.ts';
import type { Folds } from '../dom/foldParts.ts';
import type { HostLink } from './hostLink.ts';

type MessageOf<Type extends HostMessage['type']> = Extract<HostMessage, { type: Type }>;
export type DocumentMessage = MessageOf<'document'>;

/** What every part of a form uses. */
export interface FormContext {
  readonly link: HostLink;
  readonly setup: MessageOf<'setup'>;
  readonly folds: Folds;
  /** Draws the page again, after something that is shown has changed. */
  readonly redraw: () => void;
}

/** A part of a form: shows something of the document, and sends the user's changes to it. */
export interface FormControl {
  view(problems: readonly FormProblem[]): TemplateResult;
  receive(message: DocumentMessage): void;
  /** Receives the descriptions that it requested. */
  showDescriptions?(descriptions: readonly ScheduleDescription[]): void;
  /** Whether any input was not sent yet. */
  readonly hasUnsent?: boolean;
  /** Sends it immediately. */
  flush?(): void;
}
