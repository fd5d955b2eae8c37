import type { TemplateResult } from 'lit';
import type { Folds } from '../dom/foldParts.ts';
import { PageLink } from '../dom/pageLink.ts';
import type {
  FormNote,
  FormProblem,
  FormRow,
  HostMessage,
  ScheduleDescription,
} from '../protocol/hostMessages.ts';
import type { FormChange, PageMessage } from '../protocol/pageMessages.ts';

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
  /** Receives what contributions say. */
  showNotes?(notes: readonly FormNote[]): void;
  /** Receives the descriptions that it requested. */
  showDescriptions?(descriptions: readonly ScheduleDescription[]): void;
  /** Whether any input was not sent yet. */
  readonly hasUnsent?: boolean;
  /** Sends it immediately. */
  flush?(): void;
}

/** Controls for single fields, by name; other fields get the one for their kind of value. */
export type FieldControls = Readonly<Record<string, (context: FormContext, row: FormRow) => FormControl>>;

/** All that a form stores while it is hidden: scroll position and focus. The text is in the document. */
export interface Place {
  readonly scrollTop: number;
  readonly focus: string;
}

/** The connection of a form to its host, which numbers the changes that it sends. */
export class HostLink extends PageLink<HostMessage, PageMessage, Place> {
  #sequence = 0;
  #acknowledged = 0;

  /** Whether the host has not yet applied all changes to the document. */
  get isWaiting(): boolean {
    return this.#acknowledged < this.#sequence;
  }

  /** Call with the number of the last change that the document includes. */
  acknowledge(sequence: number): void {
    this.#acknowledged = sequence;
  }

  /** Sends a change; returns the sequence number with which it will be acknowledged. */
  change(change: FormChange): number {
    this.#sequence += 1;
    this.send({ type: 'change', sequence: this.#sequence, change });
    return this.#sequence;
  }
}
